/**
 * Processor time of replacing one page in an index, and of building it: `node --import tsx replace.mjs [sections] [rounds]`.
 */
import { readCorpus } from './corpora.mjs'
import { median } from './metrics.mjs'
import { buildIndex, createIndexBuilder } from '../../src/core/search/build/build.ts'

const [sections = '10000', rounds = '7'] = process.argv.slice(2)
const chunks = readCorpus(Number(sections)).map(({ id, title, heading, body }) => {
  return { id, page: id.replace(/#.*$/, ''), title, heading: heading || null, text: body }
})
const pages = new Map()
for (const chunk of chunks) pages.set(chunk.page, [...(pages.get(chunk.page) ?? []), chunk])
const builder = createIndexBuilder()
for (const [page, ofPage] of pages) builder.replacePage(page, ofPage)
builder.index()

const times = { replaced: [], built: [] }
for (let round = 0; round < Number(rounds); round += 1) {
  const page = [...pages.keys()][(round * 37) % pages.size]
  const changed = pages.get(page).map((chunk) => ({ ...chunk, text: `${chunk.text} Zebrafish ${round}.` }))
  times.replaced.push(secondsOf(() => {
    builder.replacePage(page, changed)
    builder.index()
  }))
  times.built.push(secondsOf(() => buildIndex(chunks)))
}
for (const [name, seconds] of Object.entries(times)) console.log(`${name}: ${median(seconds).toFixed(2)} s`)

function secondsOf(work) {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1e6
}
