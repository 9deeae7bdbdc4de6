/**
 * A week of readers goes through a real server with a question log, and `ask report` must find every planted gap with at
 * least twenty readers and name none that isn't one. The generator knows the truth: which topics the docs cover, which they
 * don't, and who asks for what. `npm run long` takes five thousand sessions.
 */
import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { mock, test, type TestContext } from 'node:test'
import { createAsk } from '../../src/core/ask.ts'
import { openQuestionLog } from '../../src/core/node/files/question-log.ts'
import { KINDS, type Report, type ReportedTopic } from '../../src/addons/report/report.ts'
import { chunksOf, page } from '../support/chunk.ts'
import { JSON_HEADERS } from '../support/http.ts'
import { startFor } from '../support/loopback.ts'
import { chatTurn } from '../support/model-client.ts'
import { modelServer } from '../support/model-server.ts'
import { createRandom } from '../support/random.ts'
import { runAsk } from '../support/run-ask.ts'
import { temporaryFolder } from '../support/site.ts'

const SESSIONS = process.env['ASK_LONG'] === '1' ? 5_000 : 400
const START = Date.parse('2026-11-16T00:00:00Z')
const WEEK_MS = 7 * 86_400_000

/** One reader: types a query, and opens a result or not; or asks, and judges the answer or not. */
interface Session {
  readonly query: string
  readonly clicks?: boolean
  /** Absent for a search. */
  readonly verdict?: 'up' | 'down' | null
}

const COVERED = `routing caching redirects headers styling fonts images markdown translation plugins themes sidebar testing
  deployment middleware sessions cookies analytics sitemap favicon prefetch scripts typescript environment logging`.split(/\s+/)
const PAGES = COVERED.map((topic) => page(`guides/${topic}`, {
  [`${topic} options`]: `Set the options of ${topic} in the configuration. Defaults are listed below.`,
  [`${topic} errors`]: `Errors of ${topic} are shown in the console with an example.`,
}))
/** Topics that no section has a word of, by the way in which the docs leave them. */
const GAPS = {
  'no-section': ['throttle requests', 'kerberos tickets', 'grpc bridge', 'offline bundle'],
  'not-covered': ['invoice payment', 'windows arm', 'hipaa audit'],
  unsupported: ['memory tuning', 'cold start'],
  outdated: ['fonts license', 'cookies consent'],
}
const SEARCHED = [(name: string) => name, (name: string) => `how to ${name}`, (name: string) => `${name}s`, (name: string) => name.split(' ').reverse().join(' ')]
const ASKED = [(name: string) => `What about ${name}?`, (name: string) => `how do I get ${name}`, (name: string) => `Is there ${name} and why`]

const asksFor = (query: string, name: string) => name.split(' ').every((word) => query.toLowerCase().includes(word))

/**
 * The sessions in order, and the planted gaps. Covered topics have as many failures as real ones: readers who open nothing,
 * typing errors, single verdicts.
 */
function scriptedWeek(seed: number) {
  const { below, pick } = createRandom(seed)
  const isOnce = (percent: number) => below(100) < percent
  const sessions: Session[] = []
  const gaps = Object.entries(GAPS).flatMap(([kind, names]) => names.map((name) => ({ kind, name }))).map(({ kind, name }, at) => {
    const readers = at % 4 === 3 ? 4 + below(8) : 20 + below(Math.max(4, SESSIONS / 100))
    for (let reader = 0; reader < readers; reader += 1) {
      if (kind === 'no-section') sessions.push({ query: pick(SEARCHED)(name), clicks: isOnce(4) })
      else sessions.push({ query: pick(ASKED)(name), verdict: kind === 'outdated' && isOnce(80) ? 'down' : null })
    }
    return { name, readers }
  })
  while (sessions.length < SESSIONS) {
    // Few topics are asked for often, many rarely.
    const topic = COVERED[Math.floor(COVERED.length * (below(1_000) / 1_000) ** 2)] ?? ''
    const name = isOnce(50) ? topic : `${topic} ${pick(['options', 'errors', 'example', 'defaults'])}`
    const typed = isOnce(3) ? name.slice(0, -1) + pick(['x', 'q', 'zz']) : name
    if (isOnce(80)) sessions.push({ query: isOnce(30) ? `how to ${typed}` : typed, clicks: isOnce(60) })
    else sessions.push({ query: pick(ASKED)(name), verdict: isOnce(5) ? 'down' : isOnce(10) ? 'up' : null })
  }
  const order = new Map(sessions.map((session) => [session, below(1_000_000)]))
  return { gaps, sessions: sessions.toSorted((a, b) => order.get(a)! - order.get(b)!) }
}

/** What a model that knows the truth writes. */
function truthfulTurn(body: string): string {
  const question = /Question: (.*?)(?:\\n|")/.exec(body)?.[1] ?? body
  const isAbout = (names: readonly string[]) => names.some((name) => asksFor(question, name))
  if (isAbout(GAPS['not-covered'])) return 'ANSWER: NOT_IN_DOCS\nThe documentation does not say.'
  if (isAbout(GAPS.unsupported)) return 'ANSWER:\nIt is usually fine. Try it and see what happens.'
  return 'ANSWER:\nSet the options in the configuration [1].'
}

/** Sends all sessions to a server whose clock is that of the week; gives the path of its log. */
async function play(t: TestContext, sessions: readonly Session[]): Promise<string> {
  mock.timers.enable({ apis: ['Date'], now: START })
  t.after(() => mock.timers.reset())
  const path = join(await temporaryFolder(), 'log', 'questions.jsonl')
  const log = (line: string) => assert.fail(line)
  const sink = await openQuestionLog(path, { log })
  const model = await modelServer(t, ({ body }) => ({ body: [chatTurn(truthfulTurn(body))] }))
  const ask = createAsk({
    content: async () => chunksOf(...PAGES), answerCache: false, log, questionLog: { sink },
    model: { apiKey: 'sk-test-0123456789', name: 'm-1', baseUrl: `${model.url}/v1`, retries: 0 },
    limits: { tokensPerDay: 1_000_000_000 },
  })
  const { url } = await startFor(t, ask.handle)
  const post = (route: string, value: object) => fetch(`${url}/api/ask${route}`, { method: 'POST', headers: JSON_HEADERS, body: JSON.stringify(value) })
  for (const [at, { query, clicks = false, verdict }] of sessions.entries()) {
    mock.timers.setTime(START + Math.floor((at / sessions.length) * WEEK_MS))
    const view = `view-${at}`
    if (verdict === undefined) {
      for (const part of [0.4, 0.8, 1]) {
        await (await post('', { query: query.slice(0, Math.ceil(query.length * part)), mode: 'keyword', view, detail: true })).arrayBuffer()
        mock.timers.setTime(Date.now() + 200)
      }
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
  return path
}

test(`ask report finds the planted gaps of ${SESSIONS} sessions, and no others`, async (t) => {
  const { sessions, gaps } = scriptedWeek(19)
  const path = await play(t, sessions)
  // Lines are written twice a second by the machine's clock: a day that passes faster than that has no file.
  for (const name of await readdir(join(path, '..'))) assert.match(name, /^questions-2026-11-(?:1[6-9]|2[0-2])\.jsonl$/)
  const { code, out, err } = await runAsk(['report', path, '--json'])
  assert.deepEqual([code, err], [0, ''])
  const report: Report = JSON.parse(out)
  const searches = sessions.filter(({ verdict }) => verdict === undefined).length
  assert.deepEqual(report.lines, { ...report.lines, searches, answers: SESSIONS - searches, broken: 0, otherVersions: 0 })
  assert.deepEqual([report.from, report.to], ['2026-11-16', '2026-11-22'])
  const named = KINDS.flatMap((kind) => report[kind].map(({ query }: ReportedTopic) => query))
  assert.deepEqual(named.filter((query) => !gaps.some(({ name }) => asksFor(query, name))), [], 'each topic that is named is a planted gap')
  const missed = gaps.filter(({ name, readers }) => readers >= 20 && !named.some((query) => asksFor(query, name)))
  assert.deepEqual(missed, [], 'each planted gap is named')
})
