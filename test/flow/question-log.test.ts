/**
 * Readers go through a real server with a question log: `ask report` names each gap that twenty of them met, and nothing
 * else. `test/addons/report/report.test.ts` has what the report makes of lines in all detail.
 */
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { mock, test } from 'node:test'
import { createAsk } from '../../src/core/ask.ts'
import { openQuestionLog } from '../../src/core/node/files/question-log.ts'
import { KINDS, type Report, type ReportedTopic } from '../../src/addons/report/report.ts'
import { chunksOf, page } from '../support/chunk.ts'
import { JSON_HEADERS } from '../support/http.ts'
import { startFor } from '../support/loopback.ts'
import { chatTurn } from '../support/model-client.ts'
import { modelServer } from '../support/model-server.ts'
import { times } from '../support/question-log.ts'
import { runAsk } from '../support/run-ask.ts'
import { temporaryFolder } from '../support/site.ts'

const START = Date.parse('2026-11-16T00:00:00Z')
const MINUTE_MS = 60_000
const COVERED = ['routing', 'caching', 'redirects', 'headers', 'fonts', 'plugins', 'sidebar', 'cookies']
const PAGES = COVERED.map((topic) => page(`guides/${topic}`, { [`${topic} options`]: `Set the options of ${topic} in the configuration.` }))

/** One reader: types a query, and opens a result or not; or asks, and judges the answer or not. */
interface Session {
  readonly query: string
  readonly clicks?: boolean
  /** Absent for a search. */
  readonly verdict?: 'up' | 'down' | null
}

/** The query that twenty readers each have for a gap, by its kind. */
const GAPS = {
  withoutResults: 'kerberos tickets', notCovered: 'What about invoice payment?',
  weaklySupported: 'Is there a cold start?', votedDown: 'fonts license',
}
const SESSIONS: readonly Session[] = [
  ...times(20, (): Session => ({ query: GAPS.withoutResults })),
  ...[GAPS.notCovered, GAPS.weaklySupported].flatMap((query) => times(20, (): Session => ({ query, verdict: null }))),
  ...times(20, (): Session => ({ query: GAPS.votedDown, verdict: 'down' })),
  ...times(2, (): Session => ({ query: 'grpc bridge' })),
  // Some readers open nothing of what is there, or vote down a good answer.
  ...COVERED.flatMap((query) => times(6, (at): Session => ({ query: `${query} options`, clicks: at > 1 }))),
  ...COVERED.flatMap((query) => times(6, (at): Session => ({ query: `How do I set ${query}?`, verdict: at > 0 ? 'up' : 'down' }))),
]

/** What a model that knows the truth writes. */
function truthfulTurn(body: string): string {
  if (body.includes(GAPS.notCovered)) return 'ANSWER: NOT_IN_DOCS\nThe documentation does not say.'
  if (body.includes(GAPS.weaklySupported)) return 'ANSWER:\nIt is usually fine. Try it and see what happens.'
  return 'ANSWER:\nSet the options in the configuration [1].'
}

test('ask report finds the gaps that readers of a server met, and no others', async (t) => {
  mock.timers.enable({ apis: ['Date'], now: START })
  t.after(() => mock.timers.reset())
  const path = join(await temporaryFolder(), 'log', 'questions.jsonl')
  const log = (line: string) => assert.fail(line)
  const sink = await openQuestionLog(path, { log })
  const model = await modelServer(t, ({ body }) => ({ body: [chatTurn(truthfulTurn(body))] }))
  const ask = createAsk({
    content: async () => chunksOf(...PAGES), answerCache: false, log, questionLog: { sink },
    model: { apiKey: 'sk-test-0123456789', name: 'm-1', baseUrl: `${model.url}/v1`, retries: 0 },
  })
  const { url } = await startFor(t, ask.handle)
  const post = (route: string, value: object) => fetch(`${url}/api/ask${route}`, { method: 'POST', headers: JSON_HEADERS, body: JSON.stringify(value) })
  for (const [at, { query, clicks = false, verdict }] of SESSIONS.entries()) {
    mock.timers.setTime(START + at * MINUTE_MS)
    const view = `view-${at}`
    if (verdict === undefined) {
      for (const typed of [query.slice(0, 5), query]) await (await post('', { query: typed, mode: 'keyword', view, detail: true })).arrayBuffer()
      if (clicks) assert.equal((await post('/feedback', { view, query, rank: 1 })).status, 204)
      continue
    }
    const text = await (await post('', { query, mode: 'agentic', view, detail: true })).text()
    const { id, feedback } = JSON.parse(/event: outcome\ndata: (.*)/.exec(text)?.[1] ?? assert.fail(text))
    assert.equal(feedback, true)
    if (verdict !== null) assert.equal((await post('/feedback', { answer: id, verdict, reason: 'outdated' })).status, 204)
  }
  await ask.flush()
  await sink.close()
  const { code, out, err } = await runAsk(['report', path, '--json'])
  assert.deepEqual([code, err], [0, ''])
  const report: Report = JSON.parse(out)
  const searches = SESSIONS.filter(({ verdict }) => verdict === undefined).length
  assert.deepEqual(report.lines, { ...report.lines, searches, answers: SESSIONS.length - searches, broken: 0, otherVersions: 0 })
  assert.deepEqual([report.from, report.to], ['2026-11-16', '2026-11-16'])
  const named = KINDS.flatMap((kind) => report[kind].map(({ query }: ReportedTopic) => `${kind}: ${query}`))
  assert.deepEqual(named.sort(), Object.entries(GAPS).map(([kind, query]) => `${kind}: ${query}`).sort())
})
