import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createFindMatches, toMarks } from '../../../../src/core/search/show/match.ts'
import { createChain } from '../../../../src/core/text/analyze.ts'
import { collectGarbage } from '../../../support/garbage.ts'
import { rulesOf } from '../../../support/rules.ts'
import { queryTermsOf } from '../../../support/search-index.ts'

const findMatches = createFindMatches(createChain('en'))

/** The text with what is marked in brackets. */
function check(text: string, query: string, expected: string) {
  let shown = ''
  let at = 0
  for (const { start, end } of toMarks(findMatches(text, queryTermsOf(query)))) {
    shown += `${text.slice(at, start)}[${text.slice(start, end)}]`
    at = end
  }
  assert.equal(shown + text.slice(at), expected)
}

for (const [name, run] of rulesOf('createFindMatches():', check, [
  ['matches are the words wanted, in any of their forms',
    ['Routes and a route.', 'routing', '[Routes] and a [route].'], ['Nothing here.', 'routing', 'Nothing here.']],
  ['matches inside a compound are its parts, and the whole covers them',
    ['Call http.createServer() now', 'server', 'Call http.create[Server]() now'],
    ['Call http.createServer() now', 'http.createServer', 'Call [http.createServer]() now']],
  ['a symbol beside a script without spaces does not stand alone', ['漢字+漢字 + 漢字', '+', '漢字+漢字 [+] 漢字']],
  ['matches of half-width kana cover their run', ['ﾍﾟｰｼﾞ', 'ページ', '[ﾍﾟｰｼﾞ]']],
  ['matches in scripts without spaces are words of them',
    ['設定を変更。関係ない文。Nodeの設定', '設定', '[設定]を変更。関係ない文。Nodeの[設定]'], ['東京都に行く。京都に行く。', '京都', '東京都に行く。[京都]に行く。']],
  ['matches are those of the query asked last',
    ['one two', 'one', '[one] two'], ['one two', 'two', 'one [two]'], ['one two', '', 'one two']],
  ['matches in words longer than any that is remembered are found',
    [`x.${'long.'.repeat(20)}needle`, 'needle', `x.${'long.'.repeat(20)}[needle]`]],
])) test(name, run)

test('matches tell the word that they are part of', () => {
  const [match] = findMatches('Call http.createServer() now', queryTermsOf('server'))
  assert.deepEqual(match, { start: 16, end: 22, wordStart: 5, wordEnd: 22, queryTerm: { word: 0, weight: 1 } })
})

test('matches are found when memory starts afresh in the midst of a text', () => {
  const text = `needle ${Array.from({ length: 40_000 }, (_, i) => `word${i}x`).join(' ')} needle word1x`
  assert.equal(createFindMatches(createChain('en'))(text, queryTermsOf('needle word1x')).length, 4)
})

test('what is remembered of the words of a text does not keep the text in memory', async () => {
  const find = createFindMatches(createChain('en'))
  const MEGABYTE = 2 ** 20
  await collectGarbage()
  const before = process.memoryUsage().heapUsed
  for (let i = 0; i < 64; i += 1) find(`internationalization${i}x ${' '.repeat(MEGABYTE)}`, queryTermsOf('needle'))
  await collectGarbage()
  assert.ok(process.memoryUsage().heapUsed - before < 32 * MEGABYTE)
})
