import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MAX_EXCERPT_LENGTH, createExcerpt } from '../../../../src/core/search/show/excerpt.ts'
import { createFindMatches } from '../../../../src/core/search/show/match.ts'
import { createChain } from '../../../../src/core/text/analyze.ts'
import { laidOut } from '../../../support/layout.ts'
import { queryTermsOf } from '../../../support/search-index.ts'

const excerpt = createExcerpt(createFindMatches(createChain('en')))

/** Checks the excerpt of a text with marked rows and code (`laidOut`). */
function checkLaidOut(marked: string, query: string, expected: string | RegExp) {
  const { text, layout } = laidOut(marked)
  checkCut(excerpt(text, queryTermsOf(query), layout), expected)
}

function check(text: string, query: string, expected: string | RegExp) {
  checkCut(excerpt(text, queryTermsOf(query)), expected)
}

function checkCut(cut: string, expected: string | RegExp) {
  assert.ok([...cut].length <= MAX_EXCERPT_LENGTH, `${[...cut].length} code points`)
  if (typeof expected === 'string') assert.equal(cut, expected)
  else assert.match(cut, expected)
}

const words = (count: number, word = 'word') => `${word} `.repeat(count).trim()

test('createExcerpt() shows a short text as it is, white space folded', () => {
  check('  Pages are\n\n\tmade of files. ', 'files', 'Pages are made of files.')
  check('', 'files', '')
  check('a'.repeat(240), 'x', 'a'.repeat(240))
  check('😀'.repeat(240), 'x', '😀'.repeat(240))
})

test('createExcerpt() shows the beginning where nothing matches', () => {
  check(`First ${words(100)}`, 'absent', /^First (word )+word…$/)
})

test('createExcerpt() shows the place where most words of the query stand together', () => {
  const text = `The route. ${words(80)}. The page. ${words(80)}. A page with its route here. ${words(80)}`
  check(text, 'route page', /^…A page with its route here\. .*word…$/)
})

test('createExcerpt() prefers words that tell more', () => {
  check(`An apple. ${words(80)}. A pear. ${words(80)}`, 'apple *pear', /^…A pear\. /)
  check(`An apple. ${words(80)}. A pear. ${words(80)}`, 'apple pear', /^An apple\. /)
})

test('createExcerpt() counts a word once', () => {
  check(`One apple. ${words(80)}. More apple and apple. ${words(80)}`, 'apple', /^One apple\. /)
  check(`apple apple apple. ${words(80)}. One apple, one pear. ${words(80)}`, 'apple pear', /^…One apple, one pear\. /)
})

test('createExcerpt() starts with some words before the match where the sentence is too long', () => {
  check(`${words(100)} needle ${words(100)}`, 'needle', /^…(word ){5,20}needle (word )+word…$/)
})

test('createExcerpt() starts with a sentence or a line rather than in its midst', () => {
  check(`${words(80)}. This sentence has a needle. ${words(80)}`, 'needle', /^…This sentence has a needle\. word/)
  check(`${words(80)}\n\nThis line has a needle\n${words(80)}`, 'needle', /^…This line has a needle word/)
  check(`${'語'.repeat(300)}。ここに設定がある。${'語'.repeat(300)}`, '設定', /^…ここに設定がある。語/)
  check(`${words(80)}. See e.g. the needle. ${words(80)}`, 'needle', /^…See e\.g\. the needle\. word/)
})

test('createExcerpt() starts in the midst of a sentence that has no room for the words', () => {
  const text = `${words(80)}. One apple and ${words(60)}, one pear and one plum. ${words(80)}`
  check(text, 'apple', /^…One apple and word/)
  check(text, 'apple pear plum', /^…(word ){3,30}word, one pear and one plum\. /)
})

test('createExcerpt() starts with the text where the words stand near its start', () => {
  check(`Type: string\nDefault: none\n\nThe needle. ${words(80)}`, 'needle', /^Type: string Default: none The needle\. word/)
})

test('createExcerpt() leaves out what closes the line before', () => {
  check(`${words(80)}\n}, }; })\n}) needle = 1\n${words(80)}`, 'needle', /^…needle = 1 word/)
})

test('createExcerpt() prefers words that follow each other as in the query', () => {
  const text = `The page is one, a route another. ${words(80)}. A route page is both. ${words(80)}`
  check(text, 'route page', /^…A route page is both\. /)
  check(text, 'page route', /^The page is one/)
})

test('createExcerpt() fills up from before at the end of the text', () => {
  const cut = excerpt(`${words(100)} needle.`, queryTermsOf('needle'))
  assert.match(cut, /^…word .* needle\.$/)
  assert.ok(cut.length > 230)
})

test('createExcerpt() fills up with whole sentences where there are some', () => {
  check(`${words(80)}. Before it. ${words(20)}. The needle.`, 'needle', `…Before it. ${words(20)}. The needle.`)
  check(`Long ${words(100)}. ${words(30)} and a needle.`, 'needle', `…${words(30)} and a needle.`)
})

test('createExcerpt() finds compounds and shows them whole', () => {
  check(`${words(100)} http.createServer ${words(100)}`, 'Server', / http\.createServer word/)
  check(`${words(100)}-createServer ${words(100)}`, 'Server', /word-createServer word/)
})

test('createExcerpt() cuts long words only where it must', () => {
  check('x'.repeat(1_000), 'y', `${'x'.repeat(239)}…`)
  check(`${'x'.repeat(300)} needle ${'y'.repeat(300)}`, 'needle', /^…x+ needle y+…$/)
})

test('createExcerpt() never cuts what it shows as found', () => {
  const path = '../components/ReactPokemonComponent.jsx'
  for (let before = 20; before < 60; before += 1) {
    const text = `A needle ${words(before)} ${'x'.repeat(before % 5)} ${path} ${words(80)}`
    check(text, 'needle component', /^A needle.* (?:word|x+|\.\.\/components\/ReactPokemonComponent\.jsx)…$/)
  }
  check(`${words(80)}. A needle ${'変更の設定、'.repeat(36)}定数です。${words(80)}`, 'needle 定数', /^…A needle .*定数/)
})

test('createExcerpt() keeps code as it is', () => {
  check('<Tabs>\n  <Tab label="npm">**no** &amp;</Tab>', 'tabs', '<Tabs> <Tab label="npm">**no** &amp;</Tab>')
})

test('createExcerpt() cuts texts without spaces', () => {
  const cut = excerpt('設定ファイルを変更します。'.repeat(50), queryTermsOf('変更'))
  assert.equal([...cut].length, 240)
})

test('createExcerpt() never cuts a grapheme', () => {
  const family = '👩‍👩‍👧‍👦'
  check(`${family.repeat(100)}`, 'x', `${family.repeat(34)}…`)
  check(`x ${'e\u0301'.repeat(300)}`, 'x', `x ${'e\u0301'.repeat(118)}…`)
  check(`e${'\u0301'.repeat(500)}`, 'x', '…')
})

test('createExcerpt() prefers prose to code and rows that come first', () => {
  check(`needle()\n\n${words(80)}. A needle here. ${words(80)}`, 'needle', /^needle\(\) word/)
  checkLaidOut(`~needle()~\n\n${words(80)}. A needle here. ${words(80)}`, 'needle', /^…A needle here\. word/)
  checkLaidOut(`|needle\t1|\n\n${words(80)}. A needle here. ${words(80)}`, 'needle', /^…A needle here\. word/)
  checkLaidOut(`~code()~\n\nA needle here. ${words(80)}`, 'needle', /^…A needle here\. word/)
})

test('createExcerpt() shows code and rows where the match is there only', () => {
  checkLaidOut(`${words(80)}.\n\n~run(needle)~\n\n${words(80)}`, 'needle', /^…run\(needle\) word/)
  checkLaidOut(`${words(80)}.\n\n=Name\tDefault=\n|one\t1|\n|needle\t2|\n\n${words(80)}`, 'needle', /^…needle · 2 word/)
  const text = `One apple. ${words(80)}.\n\n|apple pear\tplum|\n\n${words(80)}`
  checkLaidOut(text, 'apple pear plum', /^…apple pear · plum word/)
  checkLaidOut(text, 'apple', /^One apple\./)
})

test('createExcerpt() shows the first prose where nothing matches', () => {
  checkLaidOut(`~${words(80, 'code')}~\n\nThe text. ${words(80)}`, 'absent', /^…The text\. word/)
  checkLaidOut(`~${words(80, 'code')}~`, 'absent', /^code code/)
})

test('createExcerpt() joins cells', () => {
  checkLaidOut('See.\n\n=Name\tDefault\tType=\n|a\t1\tx y|', 'absent', 'See. Name · Default · Type a · 1 · x y')
})

test('createExcerpt() never starts in a header row', () => {
  checkLaidOut('=Name\tDefault=\n|a\t1|', 'default', '…a · 1')
  checkLaidOut(`=Name\tDefault=\n=b\tc=\n|a\t1|\n\n${words(80)}`, 'name', /^…a · 1 word/)
  checkLaidOut(`${words(80)}. The options:\n\n=Name\tDefault=\n${'|a\t1|\n'.repeat(80)}`, 'default', /^…The options: Name · Default a · 1/)
  checkLaidOut(`${words(80)}. The default.\n\n=Name\tDefault=\n${'|a\t1|\n'.repeat(80)}`, 'default', /^…The default\. Name/)
  checkLaidOut(`${'x'.repeat(300)}\n\n=Name\tDefault=\n${'|a\t1|\n'.repeat(80)}`, 'default', /^…x+ Name · Default/)
  checkLaidOut(`=${words(60)} default=\n${'|a\t1|\n'.repeat(80)}`, 'default', /^…a · 1 a · 1/)
})

test('createExcerpt() shows a header row that is all there is', () => {
  checkLaidOut('=Name\tDefault=', 'default', 'Name · Default')
})

test('createExcerpt() fills up with prose rather than code', () => {
  const text = `${words(80)}.\n\nBefore it.\n\n~one()\ntwo()~\n\nThe needle. ${words(5)}.`
  checkLaidOut(text, 'needle', /^…Before it\. one\(\) two\(\) The needle\./)
})
