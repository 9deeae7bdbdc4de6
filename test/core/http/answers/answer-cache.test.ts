import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AnswerEvent } from '../../../../src/core/answer/events/event.ts'
import { cacheKey, createAnswerCache } from '../../../../src/core/http/answers/answer-cache.ts'
import { ANSWER as EVENTS, REPORT, token } from '../../../support/scripted-answerer.ts'

const given = (...events: readonly AnswerEvent[]) => ({ events, report: { ...REPORT, answer: '' } })
const ANSWER = given(...EVENTS)
import type { Filter } from '../../../../src/core/search/index/filter.ts'

function clocked() {
  let atMs = 1_000_000
  return { cache: createAnswerCache(() => atMs), passTime: (ms: number) => (atMs += ms) }
}

test('createAnswerCache() gives a stored answer for ten minutes', () => {
  const { cache, passTime } = clocked()
  assert.equal(cache.get('a'), null)
  cache.set('a', ANSWER)
  passTime(599_999)
  assert.equal(cache.get('a'), ANSWER)
  assert.equal(cache.get('__proto__'), null)
  passTime(1)
  assert.equal(cache.get('a'), null)
})

test('createAnswerCache() gives the later of two answers, with an age of its own', () => {
  const { cache, passTime } = clocked()
  cache.set('a', ANSWER)
  passTime(500_000)
  cache.set('a', given(token('new')))
  passTime(500_000)
  assert.deepEqual(cache.get('a')?.events, [token('new')])
})

test('createAnswerCache() drops the oldest answer when there are too many', () => {
  const { cache } = clocked()
  for (let at = 0; at <= 500; at++) cache.set(`question ${at}`, ANSWER)
  assert.equal(cache.get('question 0'), null)
  assert.equal(cache.get('question 1'), ANSWER)
  assert.equal(cache.get('question 500'), ANSWER)
})

test('createAnswerCache() drops the oldest answer when all are too large together, and stores no giant', () => {
  const { cache } = clocked()
  const large = given(token('x'.repeat(200_000)))
  for (let at = 0; at < 21; at++) cache.set(`question ${at}`, large)
  assert.deepEqual([0, 1, 20].map((at) => cache.get(`question ${at}`) !== null), [false, true, true])
  cache.set('giant', given(token('x'.repeat(300_000))))
  assert.equal(cache.get('giant'), null)
})

test('createAnswerCache() copes with a clock that is set back', () => {
  const { cache, passTime } = clocked()
  cache.set('a', ANSWER)
  passTime(-10_000_000)
  assert.equal(cache.get('a'), null)
  cache.set('b', ANSWER)
  assert.equal(cache.get('b'), ANSWER)
})

function keyOf(content: string, query: string, filter: Filter = {}): string {
  return cacheKey(content, { query, filter, history: [], page: null })
}

test('cacheKey() is the same for questions that differ in blanks and in the case of plain words', () => {
  const key = keyOf('content', 'how do I deploy?')
  for (const same of ['How do I deploy?', '  how\tdo  I\n\u00a0deploy? ', 'How Do i Deploy?']) assert.equal(keyOf('content', same), key)
  assert.equal(keyOf('content', 'Gro\u0308\u00dfe'), keyOf('content', 'gr\u00f6\u00dfe'))
})
