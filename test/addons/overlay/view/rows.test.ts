import assert from 'node:assert/strict'
import { test } from 'node:test'
import { STRINGS as JAPANESE } from '../../../../src/addons/overlay/text/ja.ts'
import { ENGLISH } from '../../../../src/addons/overlay/text/strings.ts'
import { groupRows, type ListContent, readsAsQuestion, type Row } from '../../../../src/addons/overlay/view/rows.ts'
import type { KeywordResult } from '../../../../src/core/answer/events/event.ts'

const RESULTS: readonly KeywordResult[] = [
  { title: 'B', heading: 'One', url: '/b/#one', group: 'Guides', snippet: '' },
  { title: 'A', url: '/a/', snippet: '' },
  { title: 'B', heading: 'Two', url: '/b/#two', group: 'Guides', snippet: '' },
]
const EMPTY: ListContent = { query: '', results: [], canAsk: true, isQuestion: false, recent: [], suggestions: [], completions: [], pages: [] }

const nameOf = ({ type, text, url }: Row) => url ?? `${type} ${text}`.trim()

/** Checks groups as `path/title: row, row`. */
function check(choice: Partial<ListContent>, expected: readonly string[]) {
  const groups = groupRows({ ...EMPTY, ...choice }, ENGLISH)
  assert.deepEqual(groups.map(({ path, title, rows }) => `${path}/${title}: ${rows.map(nameOf).join(', ')}`), expected)
}

test('groupRows() shows results under their pages, in the order of the best of each', () => {
  check({ query: 'x', results: RESULTS, canAsk: false }, ['Guides/B: /b/#one, /b/#two', '/: /a/'])
  check({ query: 'x', canAsk: false }, [])
})

test('groupRows() names a page that is found itself by its title, in the row alone', () => {
  const rows = groupRows({ ...EMPTY, query: 'x', results: RESULTS, canAsk: false }, ENGLISH).flatMap((group) => group.rows)
  assert.deepEqual(rows.map(({ icon, text }) => `${icon} ${text}`), ['section One', 'section Two', 'page A'])
})

test('groupRows() gives a result its other versions', () => {
  const results = [{ ...RESULTS[0]!, alsoIn: ['v1', 'v2'] }, RESULTS[1]!]
  const rows = groupRows({ ...EMPTY, query: 'x', results, canAsk: false }, ENGLISH).flatMap((group) => group.rows)
  assert.deepEqual(rows.map(({ alsoIn }) => alsoIn), [['v1', 'v2'], undefined])
})

test('groupRows() offers pages and the question where nothing is found', () => {
  check({ query: 'x', pages: [{ text: 'Guide', url: '/guide/' }] }, ['/Pages: /guide/', '/: ask x'])
  check({ query: 'x', results: RESULTS.slice(0, 1), pages: [{ text: 'Guide', url: '/guide/' }] }, ['Guides/B: /b/#one', '/: ask x'])
})

test('groupRows() offers questions that complete the query after the results', () => {
  const choice = { query: 'x', results: RESULTS.slice(0, 1), completions: ['x of y'] }
  check(choice, ['Guides/B: /b/#one', '/Suggestions: suggestion x of y', '/: ask x'])
  check({ ...choice, canAsk: false }, ['Guides/B: /b/#one', '/Suggestions: suggestion x of y'])
})

test('groupRows() asks last, but first what reads as a question', () => {
  check({ query: ' x ', results: RESULTS.slice(0, 1) }, ['Guides/B: /b/#one', '/: ask x'])
  check({ query: 'x?', results: RESULTS.slice(0, 1), isQuestion: true }, ['/: ask x?', 'Guides/B: /b/#one'])
  check({ query: 'x?', canAsk: false, isQuestion: true }, [])
})

test('groupRows() shows recent searches and suggestions under an empty field', () => {
  check({ query: ' ', recent: ['a', 'b'], suggestions: ['How?'] }, ['/Recent searches: recent a, recent b, clear Clear recent searches', '/Suggestions: suggestion How?'])
  check({ query: 'x', recent: ['a'], suggestions: ['How?'], canAsk: false }, [])
  check({}, [])
  const pages = [{ text: 'Guide', url: '/guide/' }]
  check({ pages }, ['/Pages: /guide/'])
  check({ pages, suggestions: ['How?'] }, ['/Suggestions: suggestion How?'])
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
