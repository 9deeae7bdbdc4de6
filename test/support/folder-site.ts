/** The site that a folder of some files is, for tests of what is known of site generators. */
import { join } from 'node:path'
import { readFolder } from '../../src/core/node/content/content-folder.ts'
import { folderOf } from './site.ts'

/** Reads the site of these files, from their folder or one below it. */
export async function readSite(files: Readonly<Record<string, string>>, folder = '.') {
  return readFolder(join(await folderOf(files), folder))
}

/** The text of a page with a title and other front matter. */
export function pageOf(title: string, fields = ''): string {
  return `---\ntitle: ${title}\n${fields}\n---\n\nText.`
}
