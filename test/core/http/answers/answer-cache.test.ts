import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AnswerEvent } from '../../../../src/core/answer/event.ts'
import { cacheKey, createAnswerCache } from '../../../../src/core/http/answers/answer-cache.ts'
import type { Filter } from '../../../../src/core/search/index/filter.ts'
import { ANSWER as EVENTS, REPORT, token } from '../../../support/scripted-answerer.ts'

const given = (...events: readonly AnswerEvent[]) => ({ events, report: { ...REPORT, answer: '' } })
const ANSWER = given(...EVENTS)

function clocked() {
  let atMs = 1_000_000
  return { cache: createAnswerCache(() => atMs), passTime: (ms: number) => (atMs += ms) }
}

test('createAnswerCache() gives a stored answer for ten minutes, and the later of two, with an age of its own', () => {
  const { cache, passTime } = clocked()
  assert.equal(cache.get('a', null), null)
  cache.set('a', null, ANSWER)
  passTime(599_999)
  assert.deepEqual([cache.get('a', null), cache.get('__proto__', null)], [ANSWER, null])
  const later = given(token('new'))
  cache.set('a', null, later)
  passTime(599_999)
  assert.equal(cache.get('a', null), later)
  passTime(1)
  assert.equal(cache.get('a', null), null)
})

/** Which of these questions a cache has an answer to, after answers to so many. */
function keptOf(count: number, answer: typeof ANSWER, asked: readonly number[]) {
  const { cache } = clocked()
  for (let at = 0; at < count; at++) cache.set(`question ${at}`, null, answer)
  return asked.map((at) => cache.get(`question ${at}`, null) !== null)
}

test('createAnswerCache() drops the oldest of too many answers, or of too large ones, and stores no giant', () => {
  assert.deepEqual(keptOf(501, ANSWER, [0, 1, 500]), [false, true, true])
  assert.deepEqual(keptOf(21, given(token('x'.repeat(200_000))), [0, 1, 20]), [false, true, true])
  assert.deepEqual(keptOf(1, given(token('x'.repeat(300_000))), [0]), [false])
})

test('createAnswerCache() copes with a clock that is set back', () => {
  const { cache, passTime } = clocked()
  cache.set('a', null, ANSWER)
  passTime(-10_000_000)
  assert.equal(cache.get('a', null), null)
  cache.set('b', null, ANSWER)
  assert.equal(cache.get('b', null), ANSWER)
})

for (const [where, from, to, isShared] of [
  ['on a page that it does not rest on, from one', '/other/', '/third/', true],
  ['on a page that it does not rest on, from none', null, '/other/', true],
  ['without a page, from one that it does not rest on', '/other/', null, true],
  ['on the page that it rests on, from there', '/graph', '/graph', true],
  ['on the page that it rests on, from elsewhere', '/other/', '/graph', false],
  ['elsewhere, from the page that it rests on', '/graph', '/other/', false],
  ['on a page that is named by its id', 'other', 'other', true],
  ['elsewhere, from a page that is named by its id', 'other', '/other/', false],
] as const) {
  test(`createAnswerCache() ${isShared ? 'gives' : 'keeps back'} an answer ${where}`, () => {
    const { cache } = clocked()
    const answer = given({ type: 'sources', sources: [{ url: '/graph/#facts' }], model: 'm' })
    cache.set('a', from, answer)
    assert.equal(cache.get('a', to), isShared ? answer : null)
  })
}

function keyOf(content: string, query: string, filter: Filter = {}): string {
  return cacheKey(content, { query, filter, history: [] })
}

test('cacheKey() is the same for questions that differ in blanks and in the case of plain words', () => {
  const key = keyOf('content', 'how do I deploy?')
  for (const same of ['How do I deploy?', '  how\tdo  I\n\u00a0deploy? ', 'How Do i Deploy?']) assert.equal(keyOf('content', same), key)
  assert.equal(keyOf('content', 'Gro\u0308\u00dfe'), keyOf('content', 'gr\u00f6\u00dfe'))
})
