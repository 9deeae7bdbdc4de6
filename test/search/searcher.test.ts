import assert from 'node:assert/strict'
import { test } from 'node:test'
import { buildIndex } from '../../src/search/build/build.ts'
import { decodeIndex, encodeIndex } from '../../src/search/index/codec.ts'
import { createSearcher } from '../../src/search/searcher.ts'
import type { Findable } from '../../src/search/searcher.ts'

const chunks: readonly Findable[] = [
  { id: 'routing', page: 'routing', title: 'Routing', heading: null, url: '/routing/', text: 'Pages are files.' },
  {
    id: 'routing#dynamic',
    page: 'routing',
    title: 'Routing',
    heading: 'Dynamic routes',
    parents: ['Kinds'],
    group: 'Guides',
    url: '/routing/#dynamic',
    text: `${'One file stands for one page. '.repeat(20)}Brackets make a route dynamic. ${'More of it. '.repeat(40)}`,
  },
  { id: 'api', page: 'api', title: 'API', group: 'Reference', url: '/api/', text: 'routes: Route[]' },
]
const searcher = createSearcher(chunks)

test('createSearcher() finds sections with all there is to show, absent parts left out', () => {
  assert.deepEqual(searcher.find('pages are files'), [
    { id: 'routing', title: 'Routing', url: '/routing/', snippet: 'Pages are files.' },
    {
      id: 'routing#dynamic',
      title: 'Routing',
      heading: 'Dynamic routes',
      url: '/routing/#dynamic',
      group: 'Guides',
      snippet: searcher.find('pages are files')[1]!.snippet,
    },
  ])
})

test('createSearcher() shows the passage that was found', () => {
  const [found] = searcher.find('bracket dynamic')
  assert.match(found!.snippet, /^…Brackets make a route dynamic\. .*…$/)
})

test('createSearcher() shows the passage with the completion of what is typed', () => {
  assert.match(searcher.find('brack')[0]!.snippet, /Brackets/)
})

test('createSearcher() passes on what limits a search', () => {
  assert.deepEqual(searcher.find('route', { limit: 1 }).length, 1)
  assert.deepEqual(searcher.find('route', { group: 'Reference' }).map(({ id }) => id), ['api'])
  assert.deepEqual(searcher.find('route', { perPage: 1 }).map(({ id }) => id).sort(), ['api', 'routing'])
})

test('createSearcher() finds nothing for a blank query, and in nothing', () => {
  assert.deepEqual(searcher.find('  '), [])
  assert.deepEqual(createSearcher([]).find('route'), [])
})

test('createSearcher() cuts snippets by the language of each section', () => {
  const filler = 'Hier steht etwas anderes. '.repeat(30)
  const german: Findable = { id: 'de', page: 'de', title: 'Orte', url: '/de/', lang: 'de', text: `${filler}Viele Häuser. ${filler}` }
  const english: Findable = { ...german, id: 'en', page: 'en', url: '/en/', lang: 'en', text: 'A house' }
  const [hit] = createSearcher([english, german]).find('Haus')
  assert.equal(hit!.id, 'de')
  assert.match(hit!.snippet, /Häuser/)
})

test('createSearcher() tells what to highlight', () => {
  const [found] = searcher.findMarked('dynamic bracket')
  const { marks, ...result } = found!
  assert.deepEqual(result, searcher.find('dynamic bracket')[0])
  const marked = (text: string, { start, end }: { start: number; end: number }) => text.slice(start, end)
  assert.deepEqual(marks.title, [])
  assert.deepEqual(marks.heading.map((mark) => marked(result.heading!, mark)), ['Dynamic'])
  assert.deepEqual(marks.snippet.map((mark) => marked(result.snippet, mark)), ['Brackets', 'dynamic'])
})

test('createSearcher() searches an index that was built before as one of its own', () => {
  const given = createSearcher(chunks, { index: decodeIndex(encodeIndex(buildIndex(chunks))) })
  for (const query of ['dynamic bracket', 'rout', '']) assert.deepEqual(given.findMarked(query), searcher.findMarked(query))
})

test('createSearcher() refuses an index of other chunks', () => {
  for (const others of [chunks.slice(1), [...chunks, chunks[0]!], [...chunks].reverse(), []]) {
    assert.throws(() => createSearcher(chunks, { index: buildIndex(others) }), { code: 'index-format', message: 'The index is of other chunks; build it anew' })
  }
})

test('createSearcher() explains a score', () => {
  assert.equal(searcher.explain('dynamic', 'routing#dynamic')!.words[0]!.best!.term, 'dynam')
  assert.equal(searcher.explain('dynamic', 'nowhere'), null)
})
