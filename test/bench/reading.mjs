/**
 * What the reading of a folder costs: processor time, memory of sections and index, size of the prebuilt file.
 * `node --expose-gc --import tsx reading.mjs FOLDER [ROOT]`; ROOT is another copy of the project, to compare with.
 */
import { pathToFileURL } from 'node:url'
import { resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'

const READS = 8
const GC_ROUNDS = 5
/** Time after which no promise holds the last result any more. */
const REST_MS = 50

const [folder, root = new URL('../../', import.meta.url).pathname] = process.argv.slice(2)
const load = (path) => import(pathToFileURL(resolve(root, 'src', path)).href)
const { readFolder } = await load('core/node/content/content-folder.ts')
const { chunkPages } = await load('core/content/chunk.ts')
const { buildIndex } = await load('core/search/build/build.ts')
const { formatPrebuilt } = await load('core/prebuilt/prebuilt.ts')

async function read() {
  const { pages } = await readFolder(folder)
  const chunks = chunkPages(pages)
  return { pages: pages.length, chunks, index: buildIndex(chunks) }
}

/** Bytes in use after garbage collection. */
async function usedBytes() {
  await sleep(REST_MS)
  for (let round = 0; round < GC_ROUNDS; round += 1) globalThis.gc()
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return heapUsed + arrayBuffers
}

const megabytes = (bytes) => (bytes / 1e6).toFixed(2)
await read()
const before = await usedBytes()
const site = await read()
const used = await usedBytes() - before
let fastest = Infinity
for (let i = 0; i < READS; i += 1) {
  const start = process.cpuUsage()
  await readFolder(folder)
  const { user, system } = process.cpuUsage(start)
  fastest = Math.min(fastest, (user + system) / 1_000)
}
console.log(`${site.pages} pages, ${site.chunks.length} sections`)
console.log(`memory of sections and index ${megabytes(used)} MB`)
console.log(`fastest of ${READS} reads ${fastest.toFixed(0)} ms of processor time`)
const prebuilt = await formatPrebuilt(site.chunks, null)
console.log(`prebuilt file ${megabytes(Buffer.byteLength(prebuilt))} MB, ${megabytes(gzipSync(prebuilt).length)} MB after gzip`)
