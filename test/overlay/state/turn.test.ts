import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ReplyEvent } from '../../../src/overlay/client/reply.ts'
import { citedSources, isOpened, nextTurn, sourceName, startTurn, turnToMarkdown } from '../../../src/overlay/state/turn.ts'

const SOURCES = [
  { url: '/a/', title: 'A' },
  { url: '/b/#x', title: 'B', heading: 'X [y]' },
  { url: '/c/', title: 'C' },
]
const turnOf = (...events: ReplyEvent[]) => events.reduce(nextTurn, startTurn('Why?'))

test('nextTurn() folds events, and takes none after the last', () => {
  const turn = turnOf({ type: 'search', query: 'one' }, { type: 'sources', sources: SOURCES, model: 'm' }, { type: 'token', text: 'a' }, { type: 'token', text: 'b' })
  assert.deepEqual([turn.state, turn.steps, turn.text, turn.sources.length], ['open', ['one'], 'ab', 3])
  const stopped = [{ type: 'stop' } as const, { type: 'token', text: 'c' } as const, { type: 'done' } as const].reduce(nextTurn, turn)
  assert.deepEqual([stopped.state, stopped.text], ['stopped', 'ab'])
  assert.equal(turnOf({ type: 'done' }, { type: 'error', error: 'x' }).state, 'done')
  assert.deepEqual(turnOf({ type: 'error', error: 'x' }).reason, 'x')
  assert.equal(turnOf({ type: 'keyword', results: [], warning: 'w' }).reason, 'w')
})

test('nextTurn() bounds steps and text', () => {
  const many = Array.from({ length: 90 }, (): ReplyEvent => ({ type: 'search', query: 'x' }))
  assert.equal(turnOf(...many).steps.length, 50)
  assert.equal(turnOf({ type: 'token', text: 'x'.repeat(300_000) }).text.length, 200_000)
})

test('citedSources() are those that are linked, in the order of their first links', () => {
  const turn = turnOf({ type: 'sources', sources: SOURCES, model: '' }, { type: 'token', text: 'b [2](/b/#x) a [1](/a/) b [2](/b/#x) [c](/c) /c/' })
  assert.deepEqual(citedSources(turn).map(({ url }) => url), ['/b/#x', '/a/'])
  assert.ok(isOpened('X [y]', turn) && isOpened('A', turn) && !isOpened('B', turn))
})

test('turnToMarkdown() gives links their full addresses and lists the sources', () => {
  const turn = turnOf({ type: 'sources', sources: SOURCES, model: '' }, { type: 'token', text: 'See [2](/b/#x).\n' })
  const markdown = turnToMarkdown(turn, 'Sources', (url) => `https://site.test${url}`)
  assert.equal(markdown, '## Why?\n\nSee [2](https://site.test/b/#x).\n\nSources:\n\n- [B › X \\[y\\]](https://site.test/b/#x)\n')
  assert.equal(turnToMarkdown(turnOf({ type: 'token', text: 'a' }), 'Sources', String), '## Why?\n\na\n')
})

test('sourceName() names what is known once', () => {
  assert.equal(sourceName({ url: '/a/' }), '/a/')
  assert.equal(sourceName({ url: '/a/', title: 'A', heading: 'A' }), 'A')
  assert.equal(sourceName({ url: '/a/', heading: 'H' }), 'H')
})
