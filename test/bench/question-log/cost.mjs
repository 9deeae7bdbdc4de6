/**
 * `node --import tsx question-log/cost.mjs [FOLDER] [--rounds N]`: processor time of a search with and without a question
 * log, in one process, in turn: the least of the rounds, and the median of the shares of all pairs of rounds, which other
 * work on the machine changes less. Every search comes with the id of a page view, eight of each, and lines are written to
 * a real file. Without FOLDER: the Astro docs where they are there, else those of this project.
 */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { createAsk } from '../../../src/core/ask.ts'
import { chunkPages } from '../../../src/core/content/chunk.ts'
import { readFolder } from '../../../src/core/node/content/content-folder.ts'
import { openQuestionLog } from '../../../src/core/node/files/question-log.ts'
import { formatTable } from '../table.mjs'

const at = (path) => fileURLToPath(new URL(path, import.meta.url))
const ASTRO = at('../../../../shared/corpora/astro-docs')
const SEARCHES = 160
const SEARCHES_OF_A_VIEW = 8
const WORDS = ['trailing slash', 'how do I add an integration', 'rate limit', 'content collections', 'deploy', 'environment variables', 'images', 'view transit']

const { values, positionals } = parseArgs({ allowPositionals: true, options: { rounds: { type: 'string', default: '80' } } })
const folder = positionals[0] ?? (existsSync(ASTRO) ? ASTRO : at('../../../docs'))
const chunks = chunkPages((await readFolder(folder)).pages)
const logFolder = mkdtempSync(join(tmpdir(), 'ask-cost-'))
const sink = await openQuestionLog(join(logFolder, 'questions.jsonl'))
const limits = { postsPerMinute: 100_000 }
const without = createAsk({ content: async () => chunks, limits })
const logging = createAsk({ content: async () => chunks, limits, questionLog: { sink } })

let views = 0
await round(without)
await round(logging)
const [plain, logged] = [[], []]
for (let i = 0; i < Number(values.rounds); i += 1) {
  // Each is the first of a pair as often as the other.
  if (i % 2 === 0) plain.push(await round(without))
  logged.push(await round(logging))
  if (i % 2 === 1) plain.push(await round(without))
}
await logging.flush()
await sink.close()
const lines = readdirSync(logFolder).reduce((sum, name) => sum + readFileSync(join(logFolder, name), 'utf8').split('\n').length - 1, 0)
rmSync(logFolder, { recursive: true })
const [before, after] = [Math.min(...plain), Math.min(...logged)]
const shares = logged.map((time, i) => time / plain[i] - 1).sort((a, b) => a - b)
const percent = (share) => `${(share * 100).toFixed(1)} %`
console.log(`Node ${process.version}, ${chunks.length} sections, ${lines} lines written; load ${loadavg()[0]?.toFixed(1)}\n`)
console.log(formatTable(['', 'without', 'with the log', 'share', 'median of pairs'], [[
  'processor time of a search', `${before.toFixed(0)} µs`, `${after.toFixed(0)} µs`, percent(after / before - 1),
  percent(shares[Math.floor(shares.length / 2)]),
]]))

/** Microseconds of one search, all threads. */
async function round(ask) {
  const start = process.cpuUsage()
  for (let search = 0; search < SEARCHES; search += 1) {
    if (search % SEARCHES_OF_A_VIEW === 0) views += 1
    const body = JSON.stringify({ query: WORDS[search % WORDS.length], mode: 'keyword', detail: true, view: `view-${views}` })
    const headers = { 'content-type': 'application/json' }
    const response = await ask.fetch(new Request('http://docs.test/api/ask', { method: 'POST', headers, body }))
    if (!response.ok) throw new Error(String(response.status))
    await response.arrayBuffer()
  }
  const { user, system } = process.cpuUsage(start)
  return (user + system) / SEARCHES
}
