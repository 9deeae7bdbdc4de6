import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Outcome, ReplyEvent } from '../../../../src/addons/overlay/client/reply.ts'
import { createStoredRecord } from '../../../../src/addons/overlay/state/storage.ts'
import { readThread, type Thread } from '../../../../src/addons/overlay/state/thread.ts'
import { historyOf, nextTurn, noticeOf, startTurn, type Turn } from '../../../../src/addons/overlay/state/turn.ts'
import { ENGLISH } from '../../../../src/addons/overlay/text/strings.ts'

const turnOf = (question: string, ...events: ReplyEvent[]): Turn => events.reduce(nextTurn, startTurn(question))
const text = (text: string): ReplyEvent => ({ type: 'token', data: { text } })
const SOURCES: ReplyEvent = { type: 'sources', data: { sources: [{ url: '/a/', title: 'A' }], model: '' } }
const OUTCOME = { id: '1', outcome: 'answered', support: 'grounded', feedback: true, followUps: ['And then?'], contact: 'mailto:help@site.test' }
const REST: Omit<Thread, 'turns'> = { isShown: true, isPanel: true, isDocked: false }

/** A record in a storage of its own. */
function recordOf(value?: unknown) {
  const kept = new Map(value === undefined ? [] : [['k', JSON.stringify(value)]])
  return createStoredRecord(() => ({ getItem: (key) => kept.get(key) ?? null, setItem: (key, value) => void kept.set(key, value) }), 'k')
}

test('a thread comes back as it was; an answer that was under way has stopped', () => {
  const record = recordOf()
  const done = turnOf('One?', { type: 'search', data: { query: 'one' } }, SOURCES, text('See [1](/a/).'), { type: 'outcome', data: OUTCOME }, { type: 'done' })
  const open = turnOf('Two?', text('Half'))
  record.write({ ...REST, turns: [done, open] })
  assert.deepEqual(readThread(record), { ...REST, turns: [done, { ...open, state: 'stopped' }] })
  assert.equal(readThread(recordOf()), null)
})

test('a stored thread is bounded, and what is read from it is checked', () => {
  const many = readThread(recordOf({ turns: Array.from({ length: 40 }, (_, i) => turnOf(`${i}?`)) }))
  assert.deepEqual([many?.turns.length, many?.turns.at(-1)?.question], [20, '39?'])
  const foreign = { turns: [7, null, { question: 'Q', state: 'x', text: 9, steps: 'x', sources: [{ url: 'javascript:alert(1)' }, { url: '/ok/' }], results: [{ url: 'data:x' }] }], isShown: 1, isPanel: 'x' }
  const thread = readThread(recordOf(foreign))
  assert.deepEqual(thread?.turns.map(({ question, state, sources, results }) => [question, state, sources.map(({ url }) => url), results.length]), [['', 'stopped', [], 0], ['', 'stopped', [], 0], ['Q', 'stopped', ['/ok/'], 0]])
  assert.deepEqual([thread?.isShown, thread?.isPanel], [false, false])
})

test('historyOf() sends the latest four turns that have an answer, within 8,000 characters', () => {
  const turns = [...Array.from({ length: 6 }, (_, i) => turnOf(`${i}?`, text('x'.repeat(5_000)), { type: 'done' })), turnOf('Failed?', { type: 'error', data: { error: '' } })]
  const history = historyOf(turns)
  assert.deepEqual(history.map(({ query }) => query), ['2?', '3?', '4?', '5?'])
  assert.equal(history.map(({ query, answer }) => query + answer).join('').length, 8_000)
  assert.deepEqual(historyOf([]), [])
  assert.deepEqual(historyOf([turnOf('Half?', text('It'), { type: 'stop' })]), [{ query: 'Half?', answer: 'It' }])
})

/** A turn that has ended without a failure. */
function endedTurn(events: readonly ReplyEvent[], outcome?: Partial<Outcome>): Turn {
  const judged: readonly ReplyEvent[] = outcome ? [{ type: 'outcome', data: { ...OUTCOME, ...outcome } }] : []
  return turnOf('?', ...events, ...judged, { type: 'done' })
}

test('noticeOf() says how an answer ended', () => {
  const check = (turn: Turn, expected: string) => assert.equal(noticeOf(turn, ENGLISH), expected)
  const cited = [SOURCES, text('See [1](/a/).')]
  check(turnOf('?', ...cited), '')
  check(endedTurn(cited), '')
  check(endedTurn(cited, {}), '')
  check(endedTurn([text('No.')]), ENGLISH.uncited)
  check(endedTurn(cited, { support: 'weak' }), ENGLISH.weak)
  check(endedTurn(cited, { outcome: 'not-covered' }), ENGLISH.notCovered)
  // The service says the rest in the text of the answer.
  check(endedTurn([text('No.')], { support: 'ungrounded' }), '')
  check(endedTurn([text('No.')], { outcome: 'refused', support: 'ungrounded' }), '')
  check(turnOf('?', { type: 'stop' }), ENGLISH.stopped)
  const degraded = (warning: string) => turnOf('?', { type: 'keyword', data: { results: [], warning } })
  check(degraded(''), ENGLISH.degraded)
  check(degraded('The budget is spent.'), `${ENGLISH.degraded} The budget is spent.`)
})

test('noticeOf() leaves the words on a failure to the service', () => {
  const check = (error: string, expected: string) =>
    assert.equal(noticeOf(turnOf('?', { type: 'error', data: { error } }), ENGLISH), expected)
  check('The answer took too long. Please try again.', 'The answer took too long. Please try again.')
  check('', ENGLISH.failed)
})
