/**
 * `npm run flips -- [--set vite] [--root DIR] [--docs vite=DIR] [--worst 10]`: how often the first result changes while
 * a typed query is typed, letter by letter. Each change but that to the first result ever shown counts.
 */
import { parseArgs } from 'node:util'
import { fileURLToPath } from 'node:url'
import { formatTable } from './table.mjs'
import { SETS, folderOf, openService, readLines } from './typed/sets.mjs'

const { values } = parseArgs({
  options: {
    set: { type: 'string', multiple: true, default: SETS },
    root: { type: 'string', default: fileURLToPath(new URL('../../', import.meta.url)) },
    docs: { type: 'string', multiple: true, default: [] },
    worst: { type: 'string', default: '0' },
  },
})

for (const set of values.set) {
  const folder = folderOf(set, values.docs)
  if (folder !== null) await measureSet(set, folder)
}

async function measureSet(set, folder) {
  const { service } = await openService(values.root, folder)
  const rows = []
  for (const { text, kind } of readLines(`${set}.jsonl`)) rows.push({ text, kind, ...(await countFlips(service, text)) })
  const kinds = [...new Set(rows.map(({ kind }) => kind))]
  console.log(`## ${set}\n`)
  const table = [['all', rows], ...kinds.map((kind) => [kind, rows.filter((row) => row.kind === kind)])]
  console.log(`${formatTable(['queries', 'n', 'first result changes', 'its page changes'], table.map(rowOf))}\n`)
  const worst = [...rows].sort((a, b) => b.flips - a.flips).slice(0, Number(values.worst))
  for (const { text, flips, pages } of worst) console.log(`${flips} (pages ${pages})  ${text}`)
}

function rowOf([name, rows]) {
  const mean = (numbers) => (numbers.reduce((sum, number) => sum + number, 0) / numbers.length).toFixed(2)
  return [name, String(rows.length), mean(rows.map(({ flips }) => flips)), mean(rows.map(({ pages }) => pages))]
}

/** Changes of the first result, and of its page, over all beginnings of a text; those without results are skipped. */
async function countFlips(service, text) {
  const firsts = []
  for (let end = 1; end <= text.length; end += 1) {
    const [first] = (await service.search(text.slice(0, end), 1)).results
    if (first !== undefined) firsts.push(first.id)
  }
  const changes = (list) => list.filter((id, i) => i > 0 && id !== list[i - 1]).length
  return { flips: changes(firsts), pages: changes(firsts.map((id) => id.split('#', 1)[0])) }
}
