/** Lines of a question log: what is written is read again, and what a log may hold besides is bounded or refused. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatLine, type LogLine, parseLine } from '../../../src/core/question-log/line.ts'

const AT = '2026-11-22T10:00:00.000Z'
const SEARCH = { type: 'search', at: AT, view: 'v1', query: 'routes', results: 2, top: ['a', 'b#c'] } as const
const LINES: readonly LogLine[] = [
  SEARCH,
  { ...SEARCH, click: { rank: 2, id: 'b#c' } },
  { type: 'click', at: AT, view: 'v1', query: 'routes', rank: 1, id: 'a' },
  { type: 'answer', at: AT, id: 'x1', query: 'How?', outcome: 'answered', support: 'grounded', cited: ['/a/'], opened: ['/a/', '/b/'] },
  { type: 'verdict', at: AT, answer: 'x1', verdict: 'down', reason: 'outdated', note: 'Old.' },
]

const parse = (changes: Record<string, unknown>) => parseLine(JSON.stringify({ v: 1, ...SEARCH, ...changes }))

test('parseLine() reads what formatLine() writes, on one line', () => {
  for (const line of LINES) {
    const text = formatLine(line)
    assert.doesNotMatch(text, /\n/)
    assert.deepEqual(parseLine(text), line)
  }
})

test('parseLine() keeps the first five of a list, and cuts texts between characters', () => {
  const ids = ['a', 'b', 'c', 'd', 'e', 'f']
  assert.deepEqual(parse({ top: ids }), { ...SEARCH, top: ids.slice(0, 5) })
  assert.deepEqual(parse({ top: ['a', 7, null] }), { ...SEARCH, top: ['a'] })
  assert.deepEqual(parse({ query: `${'x'.repeat(299)}😀` }), { ...SEARCH, query: `${'x'.repeat(299)}\u{FFFD}` })
})

test('parseLine() says what it can\'t read', () => {
  for (const changes of [{ at: 'yesterday' }, { at: 7 }, { query: ' ' }, { results: '2' }, { type: 'other' }, { v: '1' }]) {
    assert.deepEqual(parse(changes), { type: 'broken' }, JSON.stringify(changes))
  }
  for (const text of ['', '{', '[]', '7', 'null', '"a"', '{} {}']) assert.deepEqual(parseLine(text), { type: 'broken' }, text)
  assert.deepEqual(parse({ v: 2 }), { type: 'other-version' })
})
