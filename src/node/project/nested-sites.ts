/**
 * A folder that is no site itself -> the folders below it that hold one, as in
 * a repository of several packages.
 */
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { isPublicName } from '../../content/site/site.ts'
import { GENERATORS } from '../../init/generators.ts'
import { firstFile } from './recognize-site.ts'

/** Folders that are looked into. */
const MAX_FOLDERS = 200

/** Files that tell a generator by themselves. */
const CONFIGS = GENERATORS.flatMap(({ configs, isSharedConfig }) => (isSharedConfig ? [] : configs))

/** Relative to the folder, in the order of their names; two levels down at most. */
export async function nestedSites(folder: string): Promise<string[]> {
  const found: string[] = []
  const left = await foldersIn(folder, '')
  for (const place of left) {
    if ((await firstFile(join(folder, place), CONFIGS)) !== null) found.push(place)
    else if (!place.includes('/') && left.length < MAX_FOLDERS) left.push(...(await foldersIn(folder, place)))
  }
  return found.sort()
}

async function foldersIn(folder: string, place: string): Promise<string[]> {
  const entries = await readdir(join(folder, place), { withFileTypes: true }).catch(() => [])
  const names = entries.filter((entry) => entry.isDirectory() && isPublicName(entry.name)).map(({ name }) => name)
  return names.slice(0, MAX_FOLDERS).map((name) => (place === '' ? name : `${place}/${name}`))
}
