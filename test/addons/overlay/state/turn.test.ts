import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ReplyEvent } from '../../../../src/addons/overlay/client/reply.ts'
import { citedSources, nextTurn, sourceName, startTurn, type Turn, turnToMarkdown } from '../../../../src/addons/overlay/state/turn.ts'

const SOURCES = [
  { url: '/a/', title: 'A' },
  { url: '/b/#x', title: 'B', heading: 'X [y]' },
  { url: '/c/', title: 'C' },
]
const turnOf = (...events: ReplyEvent[]) => events.reduce(nextTurn, startTurn('Why?'))

test('nextTurn() folds events, and takes none after the last', () => {
  const turn = turnOf({ type: 'search', data: { query: 'one' } }, { type: 'sources', data: { sources: SOURCES, model: 'm' } }, { type: 'token', data: { text: 'a' } }, { type: 'token', data: { text: 'b' } })
  assert.deepEqual([turn.state, turn.steps, turn.text, turn.sources.length], ['open', ['one'], 'ab', 3])
  const stopped = [{ type: 'stop' }, { type: 'token', data: { text: 'c' } }, { type: 'done' }].reduce(nextTurn, turn)
  assert.deepEqual([stopped.state, stopped.text], ['stopped', 'ab'])
  assert.equal(turnOf({ type: 'done' }, { type: 'error', data: { error: 'x' } }).state, 'done')
  assert.deepEqual(turnOf({ type: 'error', data: { error: 'x' } }).reason, 'x')
  assert.equal(turnOf({ type: 'keyword', data: { results: [], warning: 'w' } }).reason, 'w')
})

test('nextTurn() leaves out values of the wrong shape, and events it does not know', () => {
  const check = (event: ReplyEvent, expected: Partial<Turn>) => assert.deepEqual(turnOf(event), { ...startTurn('Why?'), ...expected })
  check({ type: 'usage', data: {} }, {})
  check({ type: 'token' }, {})
  check({ type: 'token', data: { text: 7 } }, {})
  check({ type: 'search', data: null }, { steps: [''] })
  check({ type: 'outcome', data: { id: 7, support: 'weak' } }, { outcome: { id: '', outcome: '', support: 'weak', feedback: false, followUps: [], contact: '' } })
  const sources = [{ url: '/a/', title: 'A', heading: null, terms: ['t'] }, { url: 'javascript:x' }]
  check({ type: 'sources', data: { sources } }, { sources: [{ url: '/a/', title: 'A' }] })
})

test('nextTurn() bounds steps and text', () => {
  const many = Array.from({ length: 90 }, (): ReplyEvent => ({ type: 'search', data: { query: 'x' } }))
  assert.equal(turnOf(...many).steps.length, 50)
  assert.equal(turnOf(...Array(15).fill({ type: 'token', data: { text: 'x'.repeat(20_000) } })).text.length, 200_000)
})

test('citedSources() are those that are linked, in the order of their first links', () => {
  const turn = turnOf({ type: 'sources', data: { sources: SOURCES, model: '' } }, { type: 'token', data: { text: 'b [2](/b/#x) a [1](/a/) b [2](/b/#x) [c](/c) /c/' } })
  assert.deepEqual(citedSources(turn).map(({ url }) => url), ['/b/#x', '/a/'])
})

test('turnToMarkdown() gives links their full addresses', () => {
  const turn = turnOf({ type: 'sources', data: { sources: SOURCES, model: '' } }, { type: 'token', data: { text: 'See [2](/b/#x).\n' } })
  assert.equal(turnToMarkdown(turn, (url) => `https://site.test${url}`), '## Why?\n\nSee [2](https://site.test/b/#x).\n')
})

test('sourceName() names what is known once', () => {
  assert.equal(sourceName({ url: '/a/' }), '/a/')
  assert.equal(sourceName({ url: '/a/', title: 'A', heading: 'A' }), 'A')
  assert.equal(sourceName({ url: '/a/', heading: 'H' }), 'H')
})
