import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decodeResults, type Outcome, type ReplyEvent } from '../../../../src/addons/overlay/client/messages.ts'
import { createStoredRecord } from '../../../../src/addons/overlay/state/storage.ts'
import {
  citedSources, historyOf, nextTurn, noticeOf, readThread, sourceName, startTurn, type Thread, type Turn, turnToMarkdown,
} from '../../../../src/addons/overlay/state/turn.ts'
import { ENGLISH } from '../../../../src/addons/overlay/text/strings.ts'

const turnOf = (question: string, ...events: ReplyEvent[]): Turn => events.reduce(nextTurn, startTurn(question))
const text = (text: string): ReplyEvent => ({ type: 'token', data: { text } })
const SOURCES: ReplyEvent = { type: 'sources', data: { sources: [{ url: '/a/', title: 'A' }], model: '' } }
const OUTCOME = { id: '1', outcome: 'answered', feedback: true, followUps: ['And then?'], contact: 'mailto:help@site.test' }
const REST: Omit<Thread, 'turns'> = { isShown: true, isPanel: true, isDocked: false }
const PLACES = [
  { url: '/a/', title: 'A' },
  { url: '/b/#x', title: 'B', heading: 'X [y]' },
  { url: '/c/', title: 'C' },
]

/** A record in a storage of its own. */
function recordOf(value?: unknown) {
  const kept = new Map(value === undefined ? [] : [['k', JSON.stringify(value)]])
  return createStoredRecord(() => ({
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
  }), 'k')
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
  check(endedTurn(cited, { outcome: 'not-covered' }), ENGLISH.notCovered)
  // The service says the rest in the text of the answer.
  check(endedTurn([text('No.')], {}), '')
  check(endedTurn([text('No.')], { outcome: 'refused' }), '')
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

test('nextTurn() folds events, and takes none after the last', () => {
  const turn = turnOf('Why?', { type: 'search', data: { query: 'one' } }, { type: 'sources', data: { sources: PLACES, model: 'm' } }, { type: 'token', data: { text: 'a' } }, { type: 'token', data: { text: 'b' } })
  assert.deepEqual([turn.state, turn.steps, turn.text, turn.sources.length], ['open', ['one'], 'ab', 3])
  const stopped = [{ type: 'stop' }, { type: 'token', data: { text: 'c' } }, { type: 'done' }].reduce(nextTurn, turn)
  assert.deepEqual([stopped.state, stopped.text], ['stopped', 'ab'])
  assert.equal(turnOf('Why?', { type: 'done' }, { type: 'error', data: { error: 'x' } }).state, 'done')
  assert.deepEqual(turnOf('Why?', { type: 'error', data: { error: 'x' } }).reason, 'x')
  assert.equal(turnOf('Why?', { type: 'keyword', data: { results: [], warning: 'w' } }).reason, 'w')
})

test('nextTurn() leaves out values of the wrong shape, and events it does not know', () => {
  const check = (event: ReplyEvent, expected: Partial<Turn>) => assert.deepEqual(turnOf('Why?', event), { ...startTurn('Why?'), ...expected })
  check({ type: 'usage', data: {} }, {})
  check({ type: 'token' }, {})
  check({ type: 'token', data: { text: 7 } }, {})
  check({ type: 'search', data: null }, { steps: [''] })
  check({ type: 'outcome', data: { id: 7, support: 'weak' } }, { outcome: { id: '', outcome: '', feedback: false, followUps: [], contact: '' } })
  const sources = [{ url: '/a/', title: 'A', heading: null, terms: ['t'] }, { url: 'javascript:x' }]
  check({ type: 'sources', data: { sources } }, { sources: [{ url: '/a/', title: 'A', heading: '', group: '', snippet: '', version: '', alsoIn: [] }] })
})

test('nextTurn() bounds steps and text', () => {
  const many = Array.from({ length: 90 }, (): ReplyEvent => ({ type: 'search', data: { query: 'x' } }))
  assert.equal(turnOf('Why?', ...many).steps.length, 50)
  assert.equal(turnOf('Why?', ...Array(15).fill({ type: 'token', data: { text: 'x'.repeat(20_000) } })).text.length, 200_000)
})

test('citedSources() are those that are linked, in the order of their first links', () => {
  const turn = turnOf('Why?', { type: 'sources', data: { sources: PLACES, model: '' } }, { type: 'token', data: { text: 'b [2](/b/#x) a [1](/a/) b [2](/b/#x) [c](/c) /c/' } })
  assert.deepEqual(citedSources(turn).map(({ url }) => url), ['/b/#x', '/a/'])
})

test('turnToMarkdown() gives links their full addresses', () => {
  const turn = turnOf('Why?', { type: 'sources', data: { sources: PLACES, model: '' } }, { type: 'token', data: { text: 'See [2](/b/#x).\n' } })
  assert.equal(turnToMarkdown(turn, (url) => `https://site.test${url}`), '## Why?\n\nSee [2](https://site.test/b/#x).\n')
  const named = turnOf('Why?', { type: 'sources', data: { sources: [{ url: '/api/#$$typeof' }] } }, { type: 'token', data: { text: '[1](/api/#$$typeof)' } })
  assert.match(turnToMarkdown(named, (url) => url), /\(\/api\/#\$\$typeof\)/)
})

test('sourceName() names what is known once', () => {
  const sources = [{ url: '/a/' }, { url: '/a/', title: 'A', heading: 'A' }, { url: '/a/', title: 'A', heading: 'H' }]
  assert.deepEqual(decodeResults({ sources }, 'sources').map(sourceName), ['/a/', 'A', 'A › H'])
})
