/** The typed sets and their collections. */
import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const CORPORA = fileURLToPath(new URL('../../../../shared/corpora/', import.meta.url))
/** The sets, each with the folder of its collection below `../shared/corpora`. */
const FOLDERS = {
  astro: 'astro-docs',
  vite: 'vite-docs',
  'react-router': 'react-router-docs',
  fastapi: 'fastapi-docs',
  vue: 'vue-docs',
  hono: 'hono-docs',
}

/** Names of the sets. */
export const SETS = Object.keys(FOLDERS)

/**
 * The folder of a set's collection, from `docs` (`vite=DIR`) or its usual place; null, with a message, if it is missing.
 * Throws a RangeError for an unknown set.
 */
export function folderOf(set, docs) {
  if (FOLDERS[set] === undefined) throw new RangeError(`No set ${set}; there are ${SETS.join(', ')}`)
  const folder = new Map(docs.map((text) => text.split(/=(.*)/s, 2))).get(set) ?? CORPORA + FOLDERS[set]
  if (existsSync(folder)) return folder
  console.log(`${set}: no ${folder}; fetch it as typed/README.md says, or give --docs ${set}=DIR\n`)
  return null
}

/** The search service of a checkout over a folder, its sections and their ids. */
export async function openService(root, folder) {
  const load = (file) => import(pathToFileURL(resolve(root, 'src', file)).href)
  const { chunkPages, createAsk } = await load('index.ts')
  const { readFolder } = await load('node.ts')
  const { pages } = await readFolder(folder)
  const chunks = chunkPages(pages)
  const { service } = createAsk({ content: async () => chunks })
  return { service, chunks, ids: new Set(chunks.map(({ id }) => id)) }
}

/** The JSON lines of a file of this folder; none if it is missing. */
export function readLines(file) {
  const url = new URL(file, import.meta.url)
  if (!existsSync(url)) return []
  return readFileSync(url, 'utf8').split('\n').filter((line) => line !== '').map((line) => JSON.parse(line))
}
