/**
 * The files that pages include -> their texts. They may be outside of the content folder, but not outside of its
 * project; links that lead out of the project are not followed, and hidden files not read.
 */
import { readdir } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import { PROFILES } from '../../content/generators/profile.ts'
import type { SourceFile } from '../../content/page.ts'
import { includedPaths, MAX_INCLUDE_DEPTH } from '../../content/includes/includes.ts'
import { isBelow } from '../files/regular-file.ts'
import { readTexts } from '../files/walk.ts'

/** Folders around the content folder that may be that of its project. */
const MAX_LEVELS = 4
/** Bytes of one included file. */
const MAX_FILE_BYTES = 1024 * 1024
/** UTF-16 units of all files that one page includes. */
const MAX_PAGE_LENGTH = 8 * 1024 * 1024
/** Places at which one page looks for files. */
const MAX_PATHS = 2_000
/** What the folder of a project has. */
const MARKERS = new Set([
  ...PROFILES.filter(({ proof }) => proof === null).flatMap(({ configs }) => configs),
  '.git', 'package.json', 'conf.py', 'config.toml', 'hugo.toml', 'Cargo.toml', 'go.mod', 'pyproject.toml',
  'composer.json',
])

/** Real path of the project's folder: the nearest around the content folder that looks like one, else that itself. */
export async function projectRoot(contentRoot: string): Promise<string> {
  let folder = contentRoot
  for (let level = 0; level <= MAX_LEVELS; level += 1) {
    const names = await readdir(folder).catch(() => [])
    if (names.some((name) => MARKERS.has(name))) return folder
    if (folder === dirname(folder)) break
    folder = dirname(folder)
  }
  return contentRoot
}

/** The page with the texts of the files that it includes, and those that they include. */
export async function withIncludes<F extends SourceFile>(
  file: F,
  { contentRoot, project }: { readonly contentRoot: string; readonly project: string },
): Promise<F> {
  const includes = new Map<string, string>()
  const seen = new Set<string>()
  let wanted = includedPaths(file.text, file.path)
  if (wanted === null) return file
  let lengthLeft = MAX_PAGE_LENGTH
  for (let depth = 0; depth < MAX_INCLUDE_DEPTH && wanted.length > 0; depth += 1) {
    const paths = new Map(wanted.flatMap((path) => {
      const onDisk = join(contentRoot, path)
      const isRead = !seen.has(path) && seen.size < MAX_PATHS && isBelow(project, onDisk)
      if (isRead) seen.add(path)
      return isRead ? [[relative(project, onDisk).split(sep).join('/'), path] as const] : []
    }))
    const next: string[] = []
    for await (const { path: inProject, ...read } of readTexts(project, [...paths.keys()], MAX_FILE_BYTES)) {
      const path = paths.get(inProject)
      if (path === undefined || !('text' in read) || read.text.length > lengthLeft) continue
      lengthLeft -= read.text.length
      includes.set(path, read.text)
      next.push(...(includedPaths(read.text, path) ?? []))
    }
    wanted = next
  }
  return { ...file, includes }
}
