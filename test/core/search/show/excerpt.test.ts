import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createExcerpt, MAX_EXCERPT_LENGTH, PROSE, toLines } from '../../../../src/core/search/show/excerpt.ts'
import { createFindMatches } from '../../../../src/core/search/show/match.ts'
import { createChain } from '../../../../src/core/text/analyze.ts'
import { laidOut } from '../../../support/layout.ts'
import { rulesOf } from '../../../support/rules.ts'
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

test('createExcerpt() fills up from before at the end of the text', () => {
  const cut = excerpt(`${words(100)} needle.`, queryTermsOf('needle'))
  assert.match(cut, /^…word .* needle\.$/)
  assert.ok(cut.length > 230)
})

test('createExcerpt() never cuts what it shows as found', () => {
  const path = '../components/ReactPokemonComponent.jsx'
  for (let before = 20; before < 60; before += 1) {
    const text = `A needle ${words(before)} ${'x'.repeat(before % 5)} ${path} ${words(80)}`
    check(text, 'needle component', /^A needle.* (?:word|x+|\.\.\/components\/ReactPokemonComponent\.jsx)…$/)
  }
  check(`${words(80)}. A needle ${'変更の設定、'.repeat(36)}定数です。${words(80)}`, 'needle 定数', /^…A needle .*定数/)
})

const APPLES = `${words(80)}. One apple and ${words(60)}, one pear and one plum. ${words(80)}`
const ROUTES = `The page is one, a route another. ${words(80)}. A route page is both. ${words(80)}`
const FAMILY = '👩‍👩‍👧‍👦'

for (const [name, run] of rulesOf('createExcerpt()', check, [
  ['shows a short text as it is, white space folded',
    ['  Pages are\n\n\tmade of files. ', 'files', 'Pages are made of files.'], ['', 'files', ''],
    ['a'.repeat(240), 'x', 'a'.repeat(240)], ['😀'.repeat(240), 'x', '😀'.repeat(240)]],
  ['starts in the midst of a sentence that has no room for the words',
    [APPLES, 'apple', /^…One apple and word/],
    [APPLES, 'apple pear plum', /^…(word ){3,30}word, one pear and one plum\. /]],
  ['prefers words that follow each other as in the query',
    [ROUTES, 'route page', /^…A route page is both\. /], [ROUTES, 'page route', /^The page is one/]],
  ['never cuts a grapheme',
    [FAMILY.repeat(100), 'x', `${FAMILY.repeat(34)}…`], [`e${'\u0301'.repeat(500)}`, 'x', '…'],
    [`x ${'e\u0301'.repeat(300)}`, 'x', `x ${'e\u0301'.repeat(118)}…`]],
  ['shows the beginning where nothing matches', [`First ${words(100)}`, 'absent', /^First (word )+word…$/]],
  ['prefers words that tell more',
    [`An apple. ${words(80)}. A pear. ${words(80)}`, 'apple *pear', /^…A pear\. /],
    [`An apple. ${words(80)}. A pear. ${words(80)}`, 'apple pear', /^An apple\. /]],
  ['counts a word once',
    [`One apple. ${words(80)}. More apple and apple. ${words(80)}`, 'apple', /^One apple\. /],
    [`apple apple apple. ${words(80)}. One apple, one pear. ${words(80)}`, 'apple pear', /^…One apple, one pear\. /]],
  ['starts with some words before the match where the sentence is too long',
    [`${words(100)} needle ${words(100)}`, 'needle', /^…(word ){5,20}needle (word )+word…$/]],
  ['starts with a sentence or a line rather than in its midst',
    [`${words(80)}. This sentence has a needle. ${words(80)}`, 'needle', /^…This sentence has a needle\. word/],
    [`${words(80)}\n\nThis line has a needle\n${words(80)}`, 'needle', /^…This line has a needle word/],
    [`${'語'.repeat(300)}。ここに設定がある。${'語'.repeat(300)}`, '設定', /^…ここに設定がある。語/],
    [`${words(80)}. See e.g. the needle. ${words(80)}`, 'needle', /^…See e\.g\. the needle\. word/]],
  ['starts with the text where the words stand near its start',
    [`Type: string\nDefault: none\n\nThe needle. ${words(80)}`, 'needle', /^Type: string Default: none The needle\. word/]],
  ['leaves out what closes the line before',
    [`${words(80)}\n}, }; })\n}) needle = 1\n${words(80)}`, 'needle', /^…needle = 1 word/]],
  ['fills up with whole sentences where there are some',
    [`${words(80)}. Before it. ${words(20)}. The needle.`, 'needle', `…Before it. ${words(20)}. The needle.`],
    [`Long ${words(100)}. ${words(30)} and a needle.`, 'needle', `…${words(30)} and a needle.`]],
  ['finds compounds and shows them whole',
    [`${words(100)} http.createServer ${words(100)}`, 'Server', / http\.createServer word/],
    [`${words(100)}-createServer ${words(100)}`, 'Server', /word-createServer word/]],
  ['cuts long words only where it must',
    ['x'.repeat(1_000), 'y', `${'x'.repeat(239)}…`],
    [`${'x'.repeat(300)} needle ${'y'.repeat(300)}`, 'needle', /^…x+ needle y+…$/]],
  ['keeps code as it is',
    ['<Tabs>\n  <Tab label="npm">**no** &amp;</Tab>', 'tabs', '<Tabs> <Tab label="npm">**no** &amp;</Tab>']],
])) test(name, run)

test('createExcerpt() cuts texts without spaces', () => {
  const cut = excerpt('設定ファイルを変更します。'.repeat(50), queryTermsOf('変更'))
  assert.equal([...cut].length, 240)
})

const ROW = `One apple. ${words(80)}.\n\n|apple pear\tplum|\n\n${words(80)}`

for (const [name, run] of rulesOf('createExcerpt()', checkLaidOut, [
  ['shows the first prose where nothing matches',
    [`~${words(80, 'code')}~\n\nThe text. ${words(80)}`, 'absent', /^…The text\. word/],
    [`~${words(80, 'code')}~`, 'absent', /^code code/]],
  ['prefers prose to code and rows that come first',
    [`needle()\n\n${words(80)}. A needle here. ${words(80)}`, 'needle', /^needle\(\) word/],
    [`~needle()~\n\n${words(80)}. A needle here. ${words(80)}`, 'needle', /^…A needle here\. word/],
    [`|needle\t1|\n\n${words(80)}. A needle here. ${words(80)}`, 'needle', /^…A needle here\. word/],
    [`~code()~\n\nA needle here. ${words(80)}`, 'needle', /^…A needle here\. word/]],
  ['shows code and rows where the match is there only',
    [`${words(80)}.\n\n~run(needle)~\n\n${words(80)}`, 'needle', /^…run\(needle\) word/],
    [`${words(80)}.\n\n=Name\tDefault=\n|one\t1|\n|needle\t2|\n\n${words(80)}`, 'needle', /^…needle · 2 word/],
    [ROW, 'apple pear plum', /^…apple pear · plum word/], [ROW, 'apple', /^One apple\./]],
  ['fills up with prose rather than code',
    [`${words(80)}.\n\nBefore it.\n\n~one()\ntwo()~\n\nThe needle. ${words(5)}.`, 'needle',
      /^…Before it\. one\(\) two\(\) The needle\./]],
  ['joins cells', ['See.\n\n=Name\tDefault\tType=\n|a\t1\tx y|', 'absent', 'See. Name · Default · Type a · 1 · x y']],
  ['never starts in a header row',
    ['=Name\tDefault=\n|a\t1|', 'default', '…a · 1'],
    [`=Name\tDefault=\n=b\tc=\n|a\t1|\n\n${words(80)}`, 'name', /^…a · 1 word/],
    [`${words(80)}. The options:\n\n=Name\tDefault=\n${'|a\t1|\n'.repeat(80)}`, 'default', /^…The options: Name · Default a · 1/],
    [`${words(80)}. The default.\n\n=Name\tDefault=\n${'|a\t1|\n'.repeat(80)}`, 'default', /^…The default\. Name/],
    [`${'x'.repeat(300)}\n\n=Name\tDefault=\n${'|a\t1|\n'.repeat(80)}`, 'default', /^…x+ Name · Default/],
    [`=${words(60)} default=\n${'|a\t1|\n'.repeat(80)}`, 'default', /^…a · 1 a · 1/]],
  ['shows a header row that is all there is', ['=Name\tDefault=', 'default', 'Name · Default']],
])) test(name, run)

test('toLines() leaves out zones inside others, and those beyond the text', () => {
  const rows = [{ start: 0, end: 4, isHeader: false, cells: [] }, { start: 5, end: 30, isHeader: false, cells: [{ start: 5, end: 30 }] }]
  const code = [{ start: 2, end: 4, isBlock: true }, { start: 6, end: 7, isBlock: false }, { start: 40, end: 50, isBlock: true }]
  assert.deepEqual(toLines('abcd efgh', { rows, code }).zones, [
    { start: 0, end: 4, isHeader: false },
    { start: 5, end: 9, isHeader: false },
  ])
})

test('zones change nothing but cells', () => {
  const text = ' a \n\n  b\n c  \n\n\n  d e\n\n '
  for (let start = 0; start < text.length; start += 1) {
    for (let end = start + 1; end <= text.length; end += 1) {
      const lines = toLines(text, { rows: [], code: [{ start, end, isBlock: true }] })
      assert.equal(lines.text, toLines(text, PROSE).text, `${start} to ${end}`)
      for (const zone of lines.zones) assert.equal(lines.text.slice(zone.start, zone.end).trim(), text.slice(start, end).trim().replace(/\n\s+/g, '\n'))
    }
  }
})
