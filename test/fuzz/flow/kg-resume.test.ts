/** `ask kg build` as a process of its own that is killed again and again. */
import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { parseGraph } from '../../../src/core/graph/graph.ts'
import { goodChatReply } from '../../support/describing-model.ts'
import { isFuzz } from '../../support/fuzz.ts'
import { chatTurn } from '../../support/model-client.ts'
import { modelServer } from '../../support/model-server.ts'
import { startProgram } from '../../support/program.ts'
import { temporaryFolder, writeSite } from '../../support/site.ts'

const PAGES = isFuzz ? 44 : 12
/** Requests after which a build is killed. */
const KILLED_AFTER = isFuzz ? 10 : 4
const MAX_RUNS = 10

test('a build that is killed at every few requests goes on where it was, and never leaves half a file', async (t) => {
  const folder = await temporaryFolder()
  // Sections of such a length that two share a request.
  const files = Object.fromEntries(Array.from({ length: PAGES }, (_, i) => [`p${String(i).padStart(3, '0')}.md`, `# Page ${i}\n\n${`Word ${i} and more. `.repeat(400)}\n`]))
  const content = await writeSite(join(folder, 'docs'), files)
  const path = join(folder, 'kg.json')
  let kill = () => undefined as void
  const asked: string[] = []
  let requests = 0
  const server = await modelServer(t, ({ body }) => {
    requests += 1
    if (requests % KILLED_AFTER === 0) {
      kill()
      return { ending: 'stall' }
    }
    for (const [title] of body.matchAll(/Page \d+\\"/g)) asked.push(title)
    return { body: [chatTurn(goodChatReply(body))] }
  })
  const env = { LLM_API_KEY: 'none', LLM_BASE_URL: `${server.url}/v1`, LLM_MODEL: 'm-1' }
  let runs = 0
  for (let isDone = false; !isDone && runs < MAX_RUNS; runs += 1) {
    const { child, end } = startProgram(['kg', 'build', content, '--kg-path', path, '--quiet', '--concurrency', '2'], { env })
    kill = () => void child.kill('SIGKILL')
    isDone = (await end()).code === 0
    if (!isDone) await assert.rejects(readFile(path), { code: 'ENOENT' })
  }
  const { builtBy, sections } = parseGraph(await readFile(path, 'utf8'))
  assert.deepEqual([builtBy, sections.length], ['m-1', PAGES])
  assert.ok(runs > 1, 'nothing was killed')
  // Only what was under way at a kill is asked about again: at most two requests of two sections.
  assert.ok(asked.length >= PAGES && asked.length <= PAGES + 4 * runs, `${asked.length} sections asked in ${runs} runs`)
  assert.deepEqual((await readdir(folder)).sort(), ['docs', 'kg.cache.jsonl', 'kg.json'])
})
