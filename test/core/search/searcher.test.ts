import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chunkPages } from '../../../src/core/content/chunk.ts'
import { tableRows } from '../../../src/core/content/structure/encoding.ts'
import { readSite } from '../../../src/core/ask.ts'
import { buildIndex } from '../../../src/core/search/build/build.ts'
import { encodeIndex } from '../../../src/core/search/index/codec.ts'
import { createSearcher } from '../../../src/core/search/searcher.ts'
import type { Findable } from '../../../src/core/search/show/view.ts'
import { rulesOf } from '../../support/rules.ts'

const chunks: readonly Findable[] = [
  { id: 'routing', page: 'routing', title: 'Routing', heading: null, url: '/routing/', text: 'Pages are files.' },
  {
    id: 'routing#dynamic', page: 'routing', title: 'Routing', heading: 'Dynamic routes', parents: ['Kinds'],
    group: 'Guides', url: '/routing/#dynamic',
    text: `${'One file stands for one page. '.repeat(20)}Brackets make a route dynamic. ${'More of it. '.repeat(40)}`,
  },
  { id: 'api', page: 'api', title: 'API', group: 'Reference', url: '/api/', text: 'routes: Route[], max_retries, client:visible' },
]
const searcher = createSearcher(chunks)

test('createSearcher() finds sections with all there is to show, absent parts left out', () => {
  assert.deepEqual(searcher.search('pages are files'), [
    { id: 'routing', title: 'Routing', url: '/routing/', snippet: 'Pages are files.' },
    {
      id: 'routing#dynamic', title: 'Routing', heading: 'Dynamic routes', url: '/routing/#dynamic',
      group: 'Guides', snippet: searcher.search('pages are files')[1]!.snippet,
    },
  ])
})

test('createSearcher() passes on what limits a search', () => {
  assert.deepEqual(searcher.search('route', { limit: 1 }).length, 1)
  assert.deepEqual(searcher.search('route', { filter: { group: 'Reference' } }).map(({ id }) => id), ['api'])
  assert.deepEqual(searcher.search('route', { perPage: 1 }).map(({ id }) => id).sort(), ['api', 'routing'])
})

test('createSearcher() cuts snippets by the language of each section', () => {
  const filler = 'Hier steht etwas anderes. '.repeat(30)
  const german: Findable = { id: 'de', page: 'de', title: 'Orte', url: '/de/', lang: 'de', text: `${filler}Viele Häuser. ${filler}` }
  const english: Findable = { ...german, id: 'en', page: 'en', url: '/en/', lang: 'en', text: 'A house' }
  const [hit] = createSearcher([english, german]).search('Haus')
  assert.equal(hit!.id, 'de')
  assert.match(hit!.snippet, /Häuser/)
})

test('createSearcher() marks the ranges to highlight when asked to', () => {
  const [found] = searcher.search('dynamic bracket', { marks: true })
  const { marks, ...result } = found!
  assert.ok(marks !== undefined)
  assert.deepEqual(result, searcher.search('dynamic bracket')[0])
  const marked = (text: string, { start, end }: { start: number; end: number }) => text.slice(start, end)
  assert.deepEqual(marks.title, [])
  assert.deepEqual(marks.heading.map((mark) => marked(result.heading!, mark)), ['Dynamic'])
  assert.deepEqual(marks.snippet.map((mark) => marked(result.snippet, mark)), ['Brackets', 'dynamic'])
})

test('createSearcher() refuses an index of other chunks, and an object that is no index', () => {
  const other = { code: 'index-format', message: 'The index is of other chunks; build it again' }
  for (const others of [chunks.slice(1), [...chunks, chunks[0]!], [...chunks].reverse(), []]) {
    assert.throws(() => createSearcher(chunks, { index: buildIndex(others) }), other)
  }
  const none = { name: 'TypeError', message: /^An index must come from / }
  assert.throws(() => createSearcher(chunks, { index: { version: 4, size: chunks.length } }), none)
})

test('createSearcher() leaves an index as it was, so that several searchers share it', () => {
  const index = buildIndex(chunks)
  const bytes = encodeIndex(index)
  const [one, other] = [createSearcher(chunks, { index }), createSearcher(chunks, { index })]
  for (const query of ['route', '"pages are" -api', 'dynmic rou']) assert.deepEqual(one.search(query), other.search(query))
  assert.deepEqual(encodeIndex(index), bytes)
})

test('createSearcher() joins the cells of tables in snippets, and prefers prose to them', () => {
  const table = '<table><thead><tr><th>Option<th>Default</tr></thead><tr><td><code>slash</code><td>always</tr></table>'
  const text = `<main><h1>Options</h1>${table}<p>The option of the slash. ${'And more of it. '.repeat(30)}</p></main>`
  const found = chunkPages(readSite([{ path: 'options.html', text }]).pages)
  const snippetFor = (query: string) => createSearcher(found, { rowsOf: tableRows }).search(query)[0]!.snippet
  assert.match(snippetFor('slash'), /^…The option of the slash\. And/)
  assert.match(snippetFor('always'), /^…slash · always The option/)
})

test('createSearcher() parses the rows of shown sections only, up to where snippets are read', () => {
  const parsed: [string, number][] = []
  const rowsOf = (structure: string, limit: number) => (parsed.push([structure, limit]), [])
  createSearcher(chunks.map((chunk) => ({ ...chunk, structure: chunk.id })), { rowsOf }).search('brackets')
  assert.deepEqual(parsed, [['routing#dynamic', 20_000]])
})

test('createSearcher() marks whole words, and function words only where the query has nothing else', () => {
  const text = 'How the routes of a router are made: createRoute().'
  const marking = createSearcher([{ id: 'a', page: 'a', title: 'The routing', heading: 'Of routes', url: '/a/', text }])
  const marked = (query: string) => {
    const [{ marks, title, snippet } = { marks: undefined, title: '', snippet: '' }] = marking.search(query, { marks: true })
    const words = (shown: string, list: readonly { start: number; end: number }[] = []) => list.map(({ start, end }) => shown.slice(start, end))
    return [words(title, marks?.title), words(snippet, marks?.snippet)]
  }
  assert.deepEqual(marked('route of how'), [['routing'], ['routes', 'Route']])
  assert.deepEqual(marked('how the rout'), [['routing'], ['routes', 'router', 'Route']])
  assert.deepEqual(marked('how of'), [[], ['How', 'of']])
})

function checkNotice(query: string, expected: string | null) {
  assert.equal(searcher.notice(query), expected, query)
  assert.deepEqual(searcher.find(query), { results: searcher.search(query), notice: expected, completions: [] }, query)
}

for (const [name, run] of rulesOf('createSearcher()', checkNotice, [
  ['says what it searched in place of what no section has',
    ['dynamic routes', null], ['"dynamic routes"', null], ['xyzzyxyzzy', null], ['dyn', null],
    ['dynmaic routes', 'Did you mean dynamic?'], ['brakcets dynmaic ', 'Did you mean brackets dynamic?'],
    ['max_retires', 'Did you mean retries?'], ['client:visable', 'Did you mean client:visible?'],
    ['"no phrase" routes', 'No section has the quoted words next to each other; showing results for the words.']],
])) test(name, run)

test('weigh() tells what speaks for a result: its share of the query, the offset of the match, the words that nothing has', () => {
  const { results, words, missing } = searcher.weigh('brackets xyzzy')
  const [first] = results
  assert.deepEqual([words, missing], [2, ['xyzzy']])
  assert.equal(first?.id, 'routing#dynamic')
  assert.ok(first.coverage > 0 && first.coverage < 1, String(first.coverage))
  assert.equal(first.matchAt(), chunks[1]!.text.indexOf('Brackets make'))
  assert.equal(searcher.weigh('pages are files').results[0]?.matchAt(), 0)
})
