/** The reply to a question, and what is stored, counted and reported of it. */
import assert from 'node:assert/strict'
import { mock, test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import type { AnswerReport } from '../../../../src/core/answer/answerer.ts'
import type { AnswerEvent } from '../../../../src/core/answer/event.ts'
import type { HistoryTurn } from '../../../../src/core/answer/conversation.ts'
import { createMemoryLedger } from '../../../../src/core/http/answers/guard.ts'
import { createQuestionHandler } from '../../../../src/core/http/answers/question-handler.ts'
import type { HttpRequest } from '../../../../src/core/http/wire/message.ts'
import type { AnswerSettings } from '../../../../src/core/http/wire/settings.ts'
import type { MadeSearch } from '../../../../src/core/question-log.ts'
import { neutral, SETTINGS } from '../../../support/http.ts'
import {
  ANSWER, DONE, gate, OUTCOME, type Script, scriptedAnswering, type ScriptedAnswering, SEARCH, SOURCES, token,
} from '../../../support/scripted-answerer.ts'
import { createTestService, FOUND } from '../../../support/service.ts'

const READER: HttpRequest = { ...neutral({ target: '/' }), client: '203.0.113.7' }

type Asked = Partial<HttpRequest> & { readonly history?: readonly HistoryTurn[]; readonly isStreamed?: boolean }

const QUESTION = { mode: 'agentic', detail: false, history: [], filter: {}, page: null, view: null } as const

/** Asks in agentic mode; gives the events, or the warning. */
function asking(answering: ScriptedAnswering, answers: Partial<AnswerSettings> = {}) {
  const settings = { ...SETTINGS, answers: { ...SETTINGS.answers, isCached: true, ledger: createMemoryLedger(), ...answers } }
  const ask = createQuestionHandler(() => createTestService(), settings, { answering, recorder: null, now: () => 0 })
  async function open(query: string, { history = [], isStreamed = false, ...request }: Asked = {}): Promise<AsyncIterable<AnswerEvent>> {
    const reply = await ask({ ...QUESTION, query, history }, { ...READER, ...request }, { isStreamed })
    return reply.type === 'events' ? reply.events : assert.fail(reply.response.warning)
  }
  async function all(query: string, asked: Asked = {}): Promise<AnswerEvent[]> {
    const events: AnswerEvent[] = []
    for await (const event of await open(query, asked)) events.push(event)
    return events
  }
  return { open, all }
}

test('createQuestionHandler() answers a question again from memory, with the same events', async () => {
  const answering = scriptedAnswering(() => [SEARCH, SOURCES, token('Set '), token('it'), DONE])
  const { all } = asking(answering, { perMinute: 1, tokensPerDay: 1 })
  const first = await all('How do I deploy?')
  assert.deepEqual(await all(' how do I  deploy? '), [SEARCH, SOURCES, token('Set it'), DONE])
  assert.deepEqual(first, [SEARCH, SOURCES, token('Set '), token('it'), DONE])
  assert.deepEqual(answering.asked, ['How do I deploy?'])
})

test('createQuestionHandler() stores an answer for the content that it was made from', async () => {
  let content = ''
  const answering = { ...scriptedAnswering(), contentKey: async () => content }
  const { all } = asking(answering)
  for (content of ['one', 'two', 'one']) await all('deploy')
  assert.equal(answering.asked.length, 2)
})

for (const [name, script, report, answers, requests] of [
  ['does not store an answer that failed', [SOURCES, { type: 'error', error: 'e' }], { outcome: 'answered' }, {}, 2],
  ['does not store a refusal', ANSWER, { outcome: 'refused' }, {}, 2],
  ['does not store an answer with the outcome of a failure', ANSWER, { outcome: 'error' }, {}, 2],
  ['does not store any answer where the cache is off', ANSWER, {}, { isCached: false }, 2],
  ['stores that the content does not cover a question', ANSWER, { outcome: 'not-covered' }, {}, 1],
] as const satisfies [string, readonly AnswerEvent[], Partial<AnswerReport>, Partial<AnswerSettings>, number][]) {
  test(`createQuestionHandler() ${name}`, async () => {
    const answering = scriptedAnswering(() => script, report)
    const { all } = asking(answering, answers)
    for (let times = 0; times < 2; times++) await all('deploy')
    assert.equal(answering.asked.length, requests)
  })
}

test('createQuestionHandler() stores long answers in few events', async () => {
  const answering = scriptedAnswering(() => [SOURCES, ...Array.from({ length: 1_000 }, () => token('word ')), DONE])
  const { all } = asking(answering)
  const text = (events: readonly AnswerEvent[]) => events.map((event) => (event.type === 'token' ? event.text : '')).join('')
  const first = await all('deploy')
  const again = await all('deploy')
  assert.equal(text(again), text(first))
  assert.ok(again.length < 30, `${again.length}`)
})

test('createQuestionHandler() has counted an answer before its last event comes', async () => {
  const answering = scriptedAnswering()
  const { all, open } = asking(answering, { tokensPerDay: 1_000, atOnce: 1, maxWaiting: 0 })
  await all('one')
  assert.equal(answering.reports.length, 1)
  await assert.rejects(open('two'), /The budget for answers is spent/)
})

test('createQuestionHandler() counts and reports an answer that is cancelled', async () => {
  const answering = scriptedAnswering(() => [SEARCH, gate().wait, DONE])
  const gone = new AbortController()
  const { open } = asking(answering, { tokensPerDay: 1_000 })
  const events = (await open('one', { signal: gone.signal }))[Symbol.asyncIterator]()
  await events.next()
  gone.abort()
  assert.deepEqual([(await events.next()).value?.type, (await events.next()).done], ['error', true])
  assert.deepEqual(answering.reports.map(({ outcome }) => outcome), ['cancelled'])
  await assert.rejects(open('two'), /The budget for answers is spent/)
})

test('createQuestionHandler() releases an answer that nobody reads, or reads on', async (t) => {
  mock.timers.enable({ apis: ['setTimeout'] })
  t.after(() => mock.timers.reset())
  const answering = scriptedAnswering()
  const { open } = asking(answering, { atOnce: 1, maxWaiting: 0 })
  for (const taken of [0, 1, 2]) {
    const events = (await open(`one ${taken}`))[Symbol.asyncIterator]()
    for (let at = 0; at < taken; at++) await events.next()
    mock.timers.tick(59_999)
    await assert.rejects(open('two'), /At most 1 answer at once/)
    mock.timers.tick(1)
    await (await open('two'))[Symbol.asyncIterator]().return?.()
    mock.timers.tick(60_000)
    await turn()
    // An answer that was never begun has no report.
    assert.equal(answering.reports.length, taken === 0 ? 0 : taken + 1)
    assert.equal((await events.next()).value?.type, 'error')
  }
  assert.deepEqual(answering.reports.map(({ outcome }) => outcome), ['cancelled', 'cancelled', 'cancelled'])
})

test('createQuestionHandler() makes the host wait until a report is delivered', async () => {
  const { wait, open: deliver } = gate()
  const answering = { ...scriptedAnswering(), deliver: wait }
  let isDelivered = false
  const { all } = asking(answering)
  await all('deploy', { waitUntil: (work) => void work.then(() => (isDelivered = true)) })
  await turn()
  assert.equal(isDelivered, false)
  deliver()
  await turn()
  assert.equal(isDelivered, true)
})

test('createQuestionHandler() ends the wait of the host for an answer that is never begun', async () => {
  const gone = new AbortController()
  const work: Promise<unknown>[] = []
  await asking(scriptedAnswering()).open('deploy', { signal: gone.signal, waitUntil: (one) => work.push(one) })
  gone.abort()
  await Promise.all(work)
  assert.equal(work.length, 1)
})

test('createQuestionHandler() fails on an answer without a last event', async () => {
  const script: Script = () => [SOURCES]
  await assert.rejects(asking(scriptedAnswering(script)).all('deploy'), /no last event/)
})

test('createQuestionHandler() replays an answer with an id of its own, and reports that it cost nothing', async () => {
  const answering = scriptedAnswering(() => [SOURCES, token('Set it'), OUTCOME, DONE])
  const { all, open } = asking(answering, { tokensPerDay: 3_000 })
  await all('deploy')
  assert.deepEqual(await all('deploy'), [SOURCES, token('Set it'), { ...OUTCOME, id: 'id-1' }, DONE])
  const left = (await open('deploy'))[Symbol.asyncIterator]()
  await left.next()
  await left.return?.()
  const [, whole, cut] = answering.reports
  assert.deepEqual([whole?.isReplayed, whole?.id, whole?.cost, whole?.usage.input, whole?.steps, whole?.outcome], [true, 'id-1', 0, 0, 0, 'answered'])
  assert.deepEqual([cut?.isReplayed, cut?.id, cut?.outcome], [true, 'id-2', 'cancelled'])
})

test('createQuestionHandler() stores an answer for its conversation', async () => {
  const answering = scriptedAnswering()
  const { all } = asking(answering)
  const history = [{ query: 'How do I deploy?', answer: 'So.' }]
  await all('and then?')
  await all('and then?', { history })
  await all('and then?', { history: [{ query: 'How do I test?', answer: 'So.' }] })
  await all('and then?', { history })
  assert.equal(answering.asked.length, 3)
})

test('createQuestionHandler() replies at once to a question that waits, and answers it in its turn', async () => {
  const { wait, open: goOn } = gate()
  const answering = scriptedAnswering((question) => (question === 'one' ? [wait, DONE] : ANSWER))
  const { open, all } = asking(answering, { atOnce: 1, maxWaiting: 1, maxWaitMs: 60_000 })
  const first = (await open('one'))[Symbol.asyncIterator]().next()
  const waiting = (await open('two', { isStreamed: true }))[Symbol.asyncIterator]()
  await assert.rejects(open('three', { isStreamed: true }), /all are taken/)
  const second = waiting.next()
  goOn()
  await first
  assert.deepEqual((await second).value, SEARCH)
  await waiting.return?.()
  await all('four')
})

test('createQuestionHandler() ends a question that waited in vain with the sections that were found', async () => {
  const answering = scriptedAnswering(() => [gate().wait, DONE])
  const { open, all } = asking(answering, { atOnce: 1, maxWaiting: 1, maxWaitMs: 1 })
  void (await open('one'))[Symbol.asyncIterator]().next()
  const events = await all('slashes', { isStreamed: true })
  assert.deepEqual(events.map(({ type }) => type), ['search', 'sources', 'error'])
  assert.deepEqual(events.at(-1), { type: 'error', error: 'At most 1 answer at once, and all are taken; try again in a moment.' })
  await assert.rejects(open('slashes'), /all are taken; try again in a moment; showing keyword results/)
})

test('createQuestionHandler() frees the place of a question whose reader leaves while it waits', async () => {
  const { wait, open: goOn } = gate()
  const answering = scriptedAnswering((question) => (question === 'one' ? [wait, DONE] : ANSWER))
  const { open, all } = asking(answering, { atOnce: 1, maxWaiting: 1, maxWaitMs: 60_000 })
  const first = (await open('one'))[Symbol.asyncIterator]().next()
  const gone = new AbortController()
  await open('two', { isStreamed: true, signal: gone.signal })
  gone.abort()
  await turn()
  const third = all('three')
  goOn()
  await first
  assert.deepEqual(await third, ANSWER)
  assert.deepEqual(answering.asked, ['one', 'three'])
})

/** Sends searches and a question, and gives the queries that were recorded. */
async function recorded(headers: Readonly<Record<string, string>> = {}): Promise<unknown[][]> {
  const seen: unknown[][] = []
  const recorder = {
    search: async ({ view, query }: MadeSearch) => void seen.push(['search', view, query]),
    answer: ({ question }: AnswerReport, view: string | null) => void seen.push(['answer', view, question]),
    click: () => undefined, verdict: () => undefined, flush: () => undefined,
  }
  const settings = { ...SETTINGS, answers: { ...SETTINGS.answers, isCached: true, ledger: createMemoryLedger() } }
  const ask = createQuestionHandler(() => createTestService(), settings, { answering: scriptedAnswering(), recorder, now: () => 0 })
  for (const [query, mode] of [[FOUND, 'keyword'], [FOUND, 'agentic'], [FOUND, 'agentic'], [' ', 'keyword']] as const) {
    const reply = await ask({ ...QUESTION, query, mode, view: 'v1' }, neutral({ target: '/', headers }))
    if (reply.type === 'events') for await (const _ of reply.events);
  }
  return seen
}

test('createQuestionHandler() records searches and answers, replayed ones too, but no blank query', async () => {
  const types = (await recorded()).map(([type, ...rest]) => (assert.deepEqual(rest, ['v1', FOUND]), type))
  assert.deepEqual(types, ['search', 'answer', 'answer'])
})

test('createQuestionHandler() records nothing of a reader who wants no record', async () => {
  assert.deepEqual(await recorded({ 'sec-gpc': '1' }), [])
})
