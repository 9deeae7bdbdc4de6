/** The pages of a built site -> the same pages with the overlay's tag. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { formatOf } from '../../../core/content.ts'
import { listFiles, resolveFolder, WALK_LIMITS, writeFileAtomically } from '../../../core/node.ts'
import { addOverlayTag } from '../../reader/overlay-tag.ts'

/** Counts of the pages of a site. */
export interface InjectReport {
  /** Pages that were written. */
  readonly added: number
  /** Pages that are not changed: they have an overlay, are fragments of pages, or have a wide encoding. */
  readonly unchanged: number
}

/** Adds HTML to the end of the body of each page in a folder, unless it has an overlay. Throws `AskError('file')`. */
export async function injectOverlay(folder: string, html: string): Promise<InjectReport> {
  const root = await resolveFolder(folder)
  const isWanted = (path: string) => formatOf(path) === 'html'
  const { paths } = await listFiles(root, { ...WALK_LIMITS, isPublicName: (name) => name !== 'node_modules', isWanted })
  let added = 0
  for (const path of paths) {
    const file = join(root, path)
    const page = addOverlayTag(await readFile(file), html)
    if (page === null) continue
    await writeFileAtomically(file, page)
    added += 1
  }
  return { added, unchanged: paths.length - added }
}
