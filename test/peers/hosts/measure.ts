/** Prints size and cold start of the package on an edge host, as tables for test/bench/measurements.md. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { type Chunk, chunkPages, extractGraph, formatPrebuilt } from 'ask-service'
import { readFolder } from 'ask-service/node'
import { generateSections } from '../../bench/generate.mjs'
import { sharedPath } from '../../support/shared.ts'
import { bundle } from './bundle.ts'
import { type ColdStart, startCold } from './cold-worker.ts'

const RUNS = 5
const PAGES = 5_000
/** As in the source. */
const SECTIONS_PER_PAGE = 7.5
const at = (path: string) => fileURLToPath(new URL(`.build/measure/${path}`, import.meta.url))

/** What a service is given: the option it is given as, and the JSON. */
interface Way {
  readonly name: string
  readonly option: 'content' | 'prebuilt'
  readonly json: string
}

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

async function waysOf(chunks: readonly Chunk[]): Promise<Way[]> {
  return [
    { name: 'chunks', option: 'content', json: JSON.stringify(chunks) },
    { name: 'prebuilt', option: 'prebuilt', json: await formatPrebuilt(chunks, null) },
  ]
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!
}

/** What `cold-start.mjs` prints. */
interface NodeStart {
  readonly steps: Readonly<Record<string, number>>
  readonly memory: number
}

/** Medians in Node: processor time of each step and of all, and live memory. */
function startInNode({ option, json }: Way): string[] {
  writeFileSync(at('data.json'), json)
  const args = ['--expose-gc', 'cold-start.mjs', option, at('bundle.mjs'), at('data.json')]
  const run = (): NodeStart => JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8' }))
  const runs = Array.from({ length: RUNS }, run)
  const times = runs.map(({ steps }) => Object.values(steps)).map((row) => [...row, row.reduce((sum, ms) => sum + ms, 0)])
  const figures = times[0]!.map((_, column) => `${median(times.map((row) => row[column]!)).toFixed(0)} ms`)
  return [...figures, `${(median(runs.map(({ memory }) => memory)) / 1e6).toFixed(0)} MB`]
}

/** Medians in workerd, of a worker that is bundled with its JSON. */
async function startInWorkerd(source: string): Promise<string[]> {
  writeFileSync(at('bundle.js'), (await bundle(source, 'neutral', at(''))).code)
  const runs: ColdStart[] = []
  for (let i = 0; i < RUNS; i += 1) runs.push(await startCold(at('')))
  const of = (figure: keyof ColdStart) => median(runs.map((run) => run[figure]))
  return [`${of('processor')} ms`, `${of('wall').toFixed(0)} ms`, `${(of('peak') / 1e6).toFixed(0)} MB`]
}

const row = (cells: readonly string[]) => console.log(`| ${cells.join(' | ')} |`)
const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(0)} kB`
const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`

function table(...head: readonly string[]): void {
  console.log('')
  row(head)
  row(head.map(() => '---'))
}

mkdirSync(at(''), { recursive: true })
table('bundle', 'minified', 'gzip')
for (const [name, source] of Object.entries({
  'mounted service with answers': `export { createAsk, readOptions } from 'ask-service'`,
  'search over a prebuilt file': `export { decodePrebuilt } from 'ask-service'`,
  'search alone': `export { createSearcher } from 'ask-service'`,
  'all exports': `export * from 'ask-service'`,
})) {
  const { code } = await bundle(source, 'neutral')
  row([name, kilobytes(code.length), kilobytes(gzipSync(code).length)])
}
writeFileSync(at('bundle.mjs'), (await bundle(`export * from 'ask-service'`, 'neutral')).code)

const { pages } = await readFolder(sharedPath('corpora/astro-docs'))
const real = chunkPages(pages)
const graph = { name: 'prebuilt, with the graph', option: 'prebuilt', json: await formatPrebuilt(real, await extractGraph(pages)) } as const
const sites: Readonly<Record<string, readonly Way[]>> = {
  [`${pages.length}`]: [...(await waysOf(real)), graph],
  [PAGES.toLocaleString('en')]: await waysOf(generate(real, PAGES * SECTIONS_PER_PAGE)),
}
const everyWay = Object.entries(sites).flatMap(([site, ways]) => ways.map((way) => [site, way] as const))

table('pages', 'file', 'size', 'gzip')
for (const [site, { name, json }] of everyWay) row([site, name, megabytes(Buffer.byteLength(json)), megabytes(gzipSync(json).length)])

table('pages', 'from', 'import', 'parse JSON', 'load', 'first search', 'in all', 'live memory')
for (const [site, way] of everyWay) row([site, way.name, ...startInNode(way)])

table('pages', 'from', 'processor', 'wall', 'peak memory')
row(['none', 'a worker that does nothing', ...(await startInWorkerd(`export default { fetch: () => Response.json({ results: [1] }) }`))])
for (const [site, { name, option, json }] of everyWay) {
  writeFileSync(at('data.json'), json)
  const source = `import { createAsk } from 'ask-service'
    import data from './data.json' with { type: 'json' }
    const ask = createAsk({ ${option}: async () => data })
    export default { fetch: (request) => ask.fetch(request) }`
  row([site, name, ...(await startInWorkerd(source))])
}
