/** A folder that isn't a site itself -> the folders below it that contain one, as in a monorepo. */
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { isPublicName } from '../../content/site/site.ts'
import { GENERATORS } from '../../init/generators.ts'
import { firstExistingFile } from '../files/path-kind.ts'

/** Folders that are searched. */
const MAX_FOLDERS = 200

/** Configuration files that identify a generator. */
const CONFIGS = GENERATORS.flatMap(({ configs, provenBy }) => (provenBy === undefined ? configs : []))
/** Those outside of `docs`, which is searched itself. */
const OWN_CONFIGS = CONFIGS.filter((path) => !path.startsWith('docs/'))

/** Folders of sites that only show or test something; they count if there is no other. */
const SAMPLES = /^(?:examples?|playgrounds?|templates?|tests?|fixtures?)(?=\/|$)/

/** Sites below a folder. */
export interface NestedSites {
  /** Relative to the folder, sorted. */
  readonly paths: readonly string[]
  /** Whether all of them only show or test something. */
  readonly areSamples: boolean
}

/** The sites at most two levels below a folder. */
export async function findNestedSites(folder: string): Promise<NestedSites> {
  const sites: string[] = []
  const queue = await foldersIn(folder, '')
  for (const path of queue) {
    const isDeepest = path.includes('/')
    if ((await firstExistingFile(join(folder, path), isDeepest ? CONFIGS : OWN_CONFIGS)) !== null) sites.push(path)
    else if (!isDeepest && queue.length < MAX_FOLDERS) queue.push(...(await foldersIn(folder, path)))
  }
  const documentation = sites.filter((path) => !SAMPLES.test(path))
  const areSamples = documentation.length === 0
  return { paths: (areSamples ? sites : documentation).sort(), areSamples }
}

async function foldersIn(folder: string, path: string): Promise<string[]> {
  const entries = await readdir(join(folder, path), { withFileTypes: true }).catch(() => [])
  const names = entries.filter((entry) => entry.isDirectory() && isPublicName(entry.name)).map(({ name }) => name)
  return names.slice(0, MAX_FOLDERS).map((name) => (path === '' ? name : `${path}/${name}`))
}
