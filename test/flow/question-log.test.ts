/**
 * A scripted week goes through a real server with a question log, and `ask report` must find every planted gap with at
 * least twenty readers and name none that isn't one. `npm run long` takes five thousand sessions.
 */
import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { mock, test, type TestContext } from 'node:test'
import { createAsk } from '../../src/core/ask.ts'
import { main } from '../../src/cli/main.ts'
import { openQuestionLog } from '../../src/core/node/files/question-log.ts'
import { startServer } from '../../src/core/node/server/server.ts'
import { KINDS, type Report, type ReportedTopic } from '../../src/addons/report/report.ts'
import { chunksOf } from '../support/chunk.ts'
import { fakeIo } from '../support/io.ts'
import { chatTurn } from '../support/model-client.ts'
import { modelServer } from '../support/model-server.ts'
import { gapOf, scriptedWeek, type Session, truthfulTurn, WEEK_PAGES } from '../support/scripted-week.ts'
import { temporaryFolder } from '../support/site.ts'

const SESSIONS = process.env['ASK_LONG'] === '1' ? 5_000 : 400
const START = Date.parse('2026-11-16T00:00:00Z')
const WEEK_MS = 7 * 86_400_000

/** Sends all sessions to a server whose clock is that of the week; gives the path of its log. */
async function play(t: TestContext, sessions: readonly Session[]): Promise<string> {
  mock.timers.enable({ apis: ['Date'], now: START })
  t.after(() => mock.timers.reset())
  const path = join(await temporaryFolder(), 'log', 'questions.jsonl')
  const log = (line: string) => assert.fail(line)
  const sink = await openQuestionLog(path, { log })
  const model = await modelServer(t, ({ body }) => {
    const question = /Question: (.*?)(?:\\n|")/.exec(body)?.[1] ?? body
    return { body: [chatTurn(truthfulTurn(question))] }
  })
  const ask = createAsk({
    content: async () => chunksOf(...WEEK_PAGES), answerCache: false, log, questionLog: { sink },
    model: { apiKey: 'sk-test-0123456789', name: 'm-1', baseUrl: `${model.url}/v1`, retries: 0 },
    limits: { tokensPerDay: 1_000_000_000 },
  })
  const server = await startServer(ask.handle, { host: '127.0.0.1', port: 0 })

  async function post(route: string, value: object): Promise<Response> {
    const headers = { 'content-type': 'application/json' }
    return fetch(`${server.url}/api/ask${route}`, { method: 'POST', headers, body: JSON.stringify(value) })
  }

  async function search({ view, query, typed, clicks }: Extract<Session, { readonly type: 'search' }>): Promise<void> {
    for (const text of [...typed, query]) {
      await (await post('', { query: text, mode: 'keyword', view, detail: true })).arrayBuffer()
      mock.timers.setTime(Date.now() + 200)
    }
    if (clicks) assert.equal((await post('/feedback', { view, query, rank: 1 })).status, 204)
  }

  async function question({ view, query, verdict }: Extract<Session, { readonly type: 'ask' }>): Promise<void> {
    const text = await (await post('', { query, mode: 'agentic', view, detail: true })).text()
    const { id, feedback } = JSON.parse(/event: outcome\ndata: (.*)/.exec(text)?.[1] ?? assert.fail(text))
    assert.equal(feedback, true)
    if (verdict !== null) assert.equal((await post('/feedback', { answer: id, verdict, reason: 'outdated' })).status, 204)
  }

  for (const [at, session] of sessions.entries()) {
    mock.timers.setTime(START + Math.floor((at / sessions.length) * WEEK_MS))
    await (session.type === 'search' ? search(session) : question(session))
  }
  await server.stop()
  await ask.flush()
  await sink.close()
  return path
}

async function reportOf(path: string, ...flags: readonly string[]): Promise<Report> {
  const io = fakeIo()
  assert.equal(await main(['report', path, '--json', ...flags], io), 0, io.written.err)
  return JSON.parse(io.written.out)
}

test(`ask report finds the planted gaps of ${SESSIONS} sessions, and no others`, async (t) => {
  const week = scriptedWeek(SESSIONS, 19)
  const path = await play(t, week.sessions)
  // Lines are written twice a second by the machine's clock: a day that passes faster than that has no file.
  for (const name of await readdir(join(path, '..'))) assert.match(name, /^questions-2026-11-(?:1[6-9]|2[0-2])\.jsonl$/)
  const report = await reportOf(path)
  const searches = week.sessions.filter(({ type }) => type === 'search').length
  assert.deepEqual(report.lines, { ...report.lines, searches, answers: SESSIONS - searches, broken: 0, otherVersions: 0 })
  assert.deepEqual([report.from, report.to], ['2026-11-16', '2026-11-22'])
  const named = KINDS.flatMap((kind) => report[kind].map((topic: ReportedTopic) => ({ kind, query: topic.query, gap: gapOf(topic.query, week) })))
  assert.deepEqual(named.filter(({ gap }) => gap === null), [], 'each topic that is named is a planted gap')
  const found = new Set(named.map(({ gap }) => gap?.name))
  assert.deepEqual(week.gaps.filter(({ name, askers }) => askers >= 20 && !found.has(name)), [], 'each planted gap is named')
})
