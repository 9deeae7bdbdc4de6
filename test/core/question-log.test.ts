import assert from 'node:assert/strict'
import { mock, test, type TestContext } from 'node:test'
import {
  createRecorder, formatLine, type LogLine, parseLine, type QuestionRecorder,
} from '../../src/core/question-log.ts'
import { report } from '../support/report.ts'

const IDS = Array.from({ length: 20 }, (_, at) => `page#${at + 1}`)

/** A recorder whose clock is that of mocked timers, and the lines that it has written. */
function recording(t: TestContext, clean = (text: string) => text, onWrite = () => undefined) {
  mock.timers.enable({ apis: ['setTimeout', 'Date'] })
  t.after(() => mock.timers.reset())
  const written: Record<string, unknown>[] = []
  const log: string[] = []
  const write = (line: string) => (onWrite(), void written.push(JSON.parse(line)))
  const recorder = createRecorder({ sink: { write }, clean, now: Date.now, log: (line) => log.push(line) })
  return { recorder, lines: () => written, log, tick: (ms: number) => mock.timers.tick(ms) }
}

function type(recorder: QuestionRecorder, view: string, query: string): void {
  for (let length = 1; length <= query.length; length++) void recorder.search({ view, query: query.slice(0, length), ids: IDS })
}

test('search() makes one line of a query that is typed, when its click can be waited for no longer', (t) => {
  const { recorder, lines, tick } = recording(t)
  type(recorder, 'v1', 'rate limit')
  tick(9_999)
  assert.deepEqual(lines(), [])
  tick(1)
  const line = { v: 1, type: 'search', at: '1970-01-01T00:00:00.000Z', view: 'v1', query: 'rate limit', results: 20, top: IDS.slice(0, 5) }
  assert.deepEqual(lines(), [line])
  tick(600_000)
  assert.equal(lines().length, 1)
})

test('search() takes a query after a pause for another search', (t) => {
  const { recorder, lines, tick } = recording(t)
  type(recorder, 'v1', 'rate')
  tick(3_000)
  type(recorder, 'v1', 'quota')
  recorder.flush()
  assert.deepEqual(lines().map(({ query }) => query), ['rate', 'quota'])
})

test('search() keeps the queries of page views apart, and writes those without a view at once', (t) => {
  const { recorder, lines } = recording(t)
  type(recorder, 'v1', 'rate')
  type(recorder, 'v2', 'quota')
  void recorder.search({ view: null, query: 'cache', ids: [] })
  recorder.flush()
  assert.deepEqual(lines().map(({ view, query, results }) => [view, query, results]), [[undefined, 'cache', 0], ['v1', 'rate', 20], ['v2', 'quota', 20]])
})

test('search() resolves when its line is written or replaced', async (t) => {
  const { recorder, tick } = recording(t)
  const resolved: string[] = []
  for (const query of ['r', 'ra']) void recorder.search({ view: 'v1', query, ids: IDS }).then(() => resolved.push(query))
  await null
  assert.deepEqual(resolved, ['r'])
  tick(10_000)
  await null
  assert.deepEqual(resolved, ['r', 'ra'])
})

test('click() ends a search with the rank and the section; later it has a line of its own', (t) => {
  const { recorder, lines, tick } = recording(t)
  type(recorder, 'v1', 'rate')
  recorder.click({ type: 'click', view: 'v1', query: 'rate', rank: 2 })
  tick(20_000)
  recorder.click({ type: 'click', view: 'v1', query: 'rate', rank: 20 })
  recorder.click({ type: 'click', view: 'v1', query: 'other', rank: 1 })
  recorder.click({ type: 'click', view: 'v9', query: 'rate', rank: 1 })
  const at = '1970-01-01T00:00:20.000Z'
  assert.deepEqual(lines().map(({ click }) => click), [{ rank: 2, id: 'page#2' }, undefined, undefined, undefined])
  assert.deepEqual(lines().slice(1), [
    { v: 1, type: 'click', at, view: 'v1', query: 'rate', rank: 20, id: 'page#20' },
    { v: 1, type: 'click', at, view: 'v1', query: 'other', rank: 1 },
    { v: 1, type: 'click', at, view: 'v9', query: 'rate', rank: 1 },
  ])
})

test('click() finds no section of a search that is ten minutes old', (t) => {
  const { recorder, lines, tick } = recording(t)
  type(recorder, 'v1', 'rate')
  tick(600_000)
  recorder.click({ type: 'click', view: 'v1', query: 'rate', rank: 2 })
  assert.deepEqual(lines().map(({ id }) => id), [undefined, undefined])
})

test('search() holds a bounded number of page views, and loses no line', (t) => {
  const { recorder, lines } = recording(t)
  for (let at = 0; at < 5_003; at++) void recorder.search({ view: `v${at}`, query: 'a', ids: [] })
  assert.deepEqual(lines().map(({ view }) => view), ['v0', 'v1', 'v2'])
  recorder.flush()
  assert.equal(new Set(lines().map(({ view }) => view)).size, 5_003)
})

test('answer() and verdict() write their lines at once, and all text of readers is cleaned', (t) => {
  const { recorder, lines } = recording(t, (text) => text.replaceAll('ann@example.com', '[email]'))
  const cited = IDS.slice(0, 9)
  recorder.answer(report({ id: 'a1', question: 'is ann@example.com there?', outcome: 'not-covered', support: 'ungrounded', cited, opened: [] }), 'v1')
  recorder.verdict({ type: 'verdict', answer: 'a1', verdict: 'down', reason: 'wrong', note: 'ask ann@example.com' })
  recorder.verdict({ type: 'verdict', answer: 'a1', verdict: 'up' })
  recorder.click({ type: 'click', view: 'v1', query: 'ann@example.com', rank: 1 })
  void recorder.search({ view: null, query: 'ann@example.com', ids: [] })
  const at = '1970-01-01T00:00:00.000Z'
  assert.deepEqual(lines(), [
    {
      v: 1, type: 'answer', at, view: 'v1', id: 'a1', query: 'is [email] there?', outcome: 'not-covered', support: 'ungrounded',
      cited: cited.slice(0, 5), opened: [],
    },
    { v: 1, type: 'verdict', answer: 'a1', verdict: 'down', reason: 'wrong', note: 'ask [email]', at },
    { v: 1, type: 'verdict', answer: 'a1', verdict: 'up', at },
    { v: 1, type: 'click', at, view: 'v1', query: '[email]', rank: 1 },
    { v: 1, type: 'search', at, query: '[email]', results: 0, top: [] },
  ])
})

test('a sink that fails is no fault of a search, and is said once', (t) => {
  const { recorder, log } = recording(t, undefined, () => { throw new Error('no space') })
  for (const query of ['a', 'b']) void recorder.search({ view: null, query, ids: [] })
  assert.deepEqual(log, ['The question log can\'t be written: no space'])
})

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
  assert.deepEqual(parse({ query: `${'x'.repeat(299)}😀` }), { ...SEARCH, query: 'x'.repeat(299) })
})

test('parseLine() says what it can\'t read', () => {
  for (const changes of [{ at: 'yesterday' }, { at: '2026-99-99T99:99:99' }, { at: 7 }, { query: ' ' }, { results: '2' }, { results: -5 }, { type: 'other' }, { v: '1' }]) {
    assert.deepEqual(parse(changes), { type: 'broken' }, JSON.stringify(changes))
  }
  for (const text of ['', '{', '[]', '7', 'null', '"a"', '{} {}']) assert.deepEqual(parseLine(text), { type: 'broken' }, text)
  assert.deepEqual(parse({ v: 2 }), { type: 'other-version' })
})
