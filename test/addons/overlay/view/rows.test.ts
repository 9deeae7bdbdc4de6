import assert from 'node:assert/strict'
import { test } from 'node:test'
import { STRINGS as JAPANESE } from '../../../../src/addons/overlay/text/ja.ts'
import { ENGLISH } from '../../../../src/addons/overlay/text/strings.ts'
import { groupRows, type ListContent, readsAsQuestion, type Row } from '../../../../src/addons/overlay/view/rows.ts'
import type { KeywordResult } from '../../../../src/core/answer/event.ts'
import { rulesOf } from '../../../support/rules.ts'

const RESULTS: readonly KeywordResult[] = [
  { title: 'B', heading: 'One', url: '/b/#one', group: 'Guides', snippet: '' },
  { title: 'A', url: '/a/', snippet: '' },
  { title: 'B', heading: 'Two', url: '/b/#two', group: 'Guides', snippet: '' },
]
const EMPTY: ListContent = { query: '', results: [], more: false, isAll: false, canAsk: true, isQuestion: false, recent: [], suggestions: [], completions: [] }

const nameOf = ({ type, text, url }: Row) => url ?? `${type} ${text}`.trim()

/** Checks groups as `path/title: row, row`. */
function check(choice: Partial<ListContent>, expected: readonly string[]) {
  const groups = groupRows({ ...EMPTY, ...choice }, ENGLISH)
  assert.deepEqual(groups.map(({ path, title, rows }) => `${path}/${title}: ${rows.map(nameOf).join(', ')}`), expected)
}

for (const [name, run] of rulesOf('groupRows()', check, [
  ['shows results under their pages, in the order of the best of each',
    [{ query: 'x', results: RESULTS, canAsk: false }, ['Guides/B: /b/#one, /b/#two', '/: /a/']],
    [{ query: 'x', canAsk: false }, []]],
  ['asks last, but first what reads as a question',
    [{ query: ' x ', results: RESULTS.slice(0, 1) }, ['Guides/B: /b/#one', '/: ask Ask: x']],
    [{ query: 'x?', results: RESULTS.slice(0, 1), isQuestion: true }, ['/: ask Ask: x?', 'Guides/B: /b/#one']],
    [{ query: 'x?', canAsk: false, isQuestion: true }, []]],
  ['shows recent searches and suggestions under an empty field',
    [{ query: ' ', recent: ['a', 'b'], suggestions: ['How?'] }, ['/Recent searches: recent a, recent b, clear Clear', '/Suggestions: suggestion How?']],
    [{ query: 'x', recent: ['a'], suggestions: ['How?'], canAsk: false }, []], [{}, []]],
])) test(name, run)

test('groupRows() names a page that is found itself by its title, in the row alone', () => {
  const rows = groupRows({ ...EMPTY, query: 'x', results: RESULTS, canAsk: false }, ENGLISH).flatMap((group) => group.rows)
  assert.deepEqual(rows.map(({ icon, text }) => `${icon} ${text}`), ['section One', 'section Two', 'page A'])
})

test('groupRows() gives a result its other versions', () => {
  const results = [{ ...RESULTS[0]!, alsoIn: ['v1', 'v2'] }, RESULTS[1]!]
  const rows = groupRows({ ...EMPTY, query: 'x', results, canAsk: false }, ENGLISH).flatMap((group) => group.rows)
  assert.deepEqual(rows.map(({ also }) => also), ['Also in: v1, v2', ''])
})

test('groupRows() names the version of a page behind its group', () => {
  const results = [{ ...RESULTS[0]!, group: 'Guides', version: 'v2' }, { ...RESULTS[0]!, url: '/old/#a', version: 'v1' }]
  const paths = groupRows({ ...EMPTY, query: 'x', results, canAsk: false }, ENGLISH).map(({ path }) => path)
  assert.deepEqual(paths, ['Guides · v2', 'Guides · v1'])
})

test('groupRows() shows ten results, and the others below them where a reader wants more', () => {
  const results = Array.from({ length: 12 }, (_, i) => ({ title: `${i % 6}`, heading: `${i}`, url: `/${i % 6}/#${i}`, snippet: '' }))
  const first = ['/0: /0/#0, /0/#6', '/1: /1/#1, /1/#7', '/2: /2/#2, /2/#8', '/3: /3/#3, /3/#9', '/4: /4/#4', '/5: /5/#5']
  const choice = { query: 'x', results, canAsk: false }
  check(choice, [...first, '/: more Show more'])
  check({ ...choice, isAll: true }, [...first, '/4: /4/#10', '/5: /5/#11'])
  check({ ...choice, results: results.slice(0, 10), more: true }, [...first, '/: more Show more'])
  check({ ...choice, results: results.slice(0, 5) }, first.map((line) => line.slice(0, 9)).slice(0, 5))
})

test('groupRows() offers questions that complete the query after the results', () => {
  const choice = { query: 'x', results: RESULTS.slice(0, 1), completions: ['x of y'] }
  check(choice, ['Guides/B: /b/#one', '/Suggestions: suggestion x of y', '/: ask Ask: x'])
  check({ ...choice, canAsk: false }, ['Guides/B: /b/#one', '/Suggestions: suggestion x of y'])
})

test('readsAsQuestion() goes by the mark, or by the first of three words', () => {
  const asks = (text: string) => readsAsQuestion(text, ENGLISH.questionWords)
  for (const text of ['routing?', 'How do I serve', 'what is ask', '如何部署？', 'كيف أبدأ؟']) assert.ok(asks(text), text)
  for (const text of ['', ' ', 'how', 'how to', 'routing', 'server islands and more', 'howto do it']) assert.ok(!asks(text), text)
})

test('readsAsQuestion() looks for question words anywhere in scripts without spaces', () => {
  for (const text of ['フォルダーはどうやって公開しますか', 'サーバーの起動方法は何']) assert.ok(readsAsQuestion(text, JAPANESE.questionWords), text)
  assert.ok(!readsAsQuestion('フォルダー', JAPANESE.questionWords))
})
