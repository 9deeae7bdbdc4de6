/** Prints size and cold start (processor time) of the package on an edge host, as tables for docs/benchmarks.md. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { buildIndex, type Chunk, chunkPages, encodeIndex } from 'ask-service'
import { readFolder } from 'ask-service/node'
import { generateSections } from '../../bench/generate.mjs'
import { sharedPath } from '../../support/shared.ts'
import { bundle } from './bundle.ts'

const RUNS = 5
const PAGES = 5_000
/** As in the source. */
const SECTIONS_PER_PAGE = 7.5
const at = (path: string) => fileURLToPath(new URL(`.build/${path}`, import.meta.url))

/** More of the same kind, of plain sections. */
function generate(source: readonly Chunk[], count: number): Chunk[] {
  const sections: readonly { id: string; title: string; heading: string; body: string }[] = generateSections(
    source.map(({ id, title, heading, text }) => ({ id, title, heading: heading ?? '', body: text })),
    count,
  )
  return sections.map(({ id, title, heading, body }) => {
    const [page = id, anchor = null] = id.split('#')
    const place = { id, page, url: id, anchor, path: page, line: 1 }
    return { ...place, title, heading: heading || null, parents: [], group: null, text: body, code: [], lang: null }
  })
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!
}

/** Median milliseconds of each step. */
function coldStart(way: 'content' | 'index'): Map<string, number> {
  const files = ['bundle.mjs', 'chunks.json', 'index.bin'].map(at)
  const run = () => execFileSync(process.execPath, ['cold-start.mjs', way, ...files], { encoding: 'utf8' })
  const runs: Record<string, number>[] = Array.from({ length: RUNS }, () => JSON.parse(run()))
  return new Map(Object.keys(runs[0]!).map((step) => [step, median(runs.map((run) => run[step]!))]))
}

const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(0)} KB`
const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`

mkdirSync(at(''), { recursive: true })
console.log('| bundle | minified | and compressed |\n|---|---|---|')
for (const [name, source] of Object.entries({
  'a mounted service': `export { chunkPages, createAsk, decodeGraph, readOptions } from 'ask-service'`,
  'search alone': `export { createSearcher } from 'ask-service'`,
  'search over an index from a file': `export { decodeIndex, search } from 'ask-service'`,
  'all exports': `export * from 'ask-service'`,
})) {
  const { code } = await bundle(source, 'neutral')
  console.log(`| ${name} | ${kilobytes(code.length)} | ${kilobytes(gzipSync(code).length)} |`)
}
writeFileSync(at('bundle.mjs'), (await bundle(`export * from 'ask-service'`, 'neutral')).code)

const real = chunkPages((await readFolder(sharedPath('corpora/astro-docs'))).pages)
const sites = { 'Astro docs, 420 pages': real, [`generated, ${PAGES} pages`]: generate(real, PAGES * SECTIONS_PER_PAGE) }
for (const [name, chunks] of Object.entries(sites)) {
  const [text, bytes] = [JSON.stringify(chunks), encodeIndex(buildIndex(chunks))]
  writeFileSync(at('chunks.json'), text)
  writeFileSync(at('index.bin'), bytes)
  const sizes = [['content', text], ['index', bytes]] as const
  console.log(`\n${name}, ${chunks.length} sections`)
  for (const [what, data] of sizes) {
    console.log(`${what} ${megabytes(Buffer.byteLength(data))}, compressed ${megabytes(gzipSync(data).length)}`)
  }
  for (const way of ['content', 'index'] as const) {
    const steps = coldStart(way)
    const total = [...steps].filter(([step]) => step !== 'second search').reduce((sum, [, ms]) => sum + ms, 0)
    const told = [...steps].map(([step, ms]) => `${step} ${ms.toFixed(1)} ms`)
    console.log(`| from ${way} | ${told.join(' | ')} | to the first result ${total.toFixed(0)} ms |`)
  }
}
