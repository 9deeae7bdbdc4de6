import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createFindMatches, toMarks } from '../../src/search/match.ts'
import type { Wanted } from '../../src/search/match.ts'
import { createAnalyze, createChain } from '../../src/text/analyze.ts'

const findMatches = createFindMatches(createChain())
const analyze = createAnalyze()

/** The text with what is marked in brackets. */
function check(text: string, query: string, expected: string) {
  const wanted = new Map(analyze(query).map(({ term }, word): [string, Wanted] => [term, { word, weight: 1 }]))
  let shown = ''
  let at = 0
  for (const { start, end } of toMarks(findMatches(text, wanted))) {
    shown += `${text.slice(at, start)}[${text.slice(start, end)}]`
    at = end
  }
  assert.equal(shown + text.slice(at), expected)
}

test('matches are the words wanted, in any of their forms', () => {
  check('Routes and a route.', 'routing', '[Routes] and a [route].')
  check('Nothing here.', 'routing', 'Nothing here.')
})

test('matches inside a compound are its parts, and the whole covers them', () => {
  check('Call http.createServer() now', 'server', 'Call http.create[Server]() now')
  check('Call http.createServer() now', 'http.createServer', 'Call [http.createServer]() now')
})

test('matches of half-width kana cover their run', () => {
  check('ﾍﾟｰｼﾞ', 'ページ', '[ﾍﾟｰｼﾞ]')
})

test('matches are those of the query asked last', () => {
  check('one two', 'one', '[one] two')
  check('one two', 'two', 'one [two]')
  check('one two', '', 'one two')
})
