import assert from 'node:assert/strict'
import { test } from 'node:test'
import { buildIndex, createIndexBuilder } from '../../../../src/core/search/build/build.ts'
import { encodeIndex } from '../../../../src/core/search/index/codec.ts'
import { columnsOf, type Searchable } from '../../../../src/core/search/index/inverted-index.ts'
import { stringsOf } from '../../../../src/core/search/strings/front-coded-dictionary.ts'
import { search } from '../../../support/search-index.ts'

test('createIndexBuilder() keeps a page in its place, puts a new one last, and drops one without chunks', () => {
  const { replacePage, index } = createIndexBuilder()
  const put = (page: string, ...ids: readonly string[]) => {
    replacePage(page, ids.map((id) => ({ id, page, title: id, text: '' })))
  }
  put('a', 'a', 'a#1')
  put('b', 'b')
  put('a', 'a', 'a#2', 'a#3')
  put('c', 'c')
  assert.deepEqual(stringsOf(columnsOf(index()).ids), ['a', 'a#2', 'a#3', 'b', 'c'])
  put('b')
  put('b', 'b')
  put('d')
  assert.deepEqual(stringsOf(columnsOf(index()).ids), ['a', 'a#2', 'a#3', 'c', 'b'])
})

test('createIndexBuilder() leaves the indexes it gave before as they were', () => {
  const { replacePage, index } = createIndexBuilder()
  replacePage('a', [{ id: 'a', page: 'a', title: 'Routing', text: 'dynamic routes' }])
  const before = index()
  const bytes = encodeIndex(before)
  replacePage('a', [{ id: 'a#new', page: 'a', title: 'Servers', text: 'static files' }])
  assert.deepEqual(search(before, 'routes').map(({ id }) => id), ['a'])
  assert.deepEqual(search(index(), 'routes'), [])
  assert.deepEqual(encodeIndex(before), bytes)
})

test('createIndexBuilder() starts afresh when a page was replaced many times', () => {
  const { replacePage, index } = createIndexBuilder()
  replacePage('b', [{ id: 'b', page: 'b', title: 'Stays', text: 'as it is' }])
  for (let round = 0; round < 50; round += 1) {
    replacePage('a', [{ id: 'a', page: 'a', title: 'Edited', text: `word${round} again` }])
    const chunks = [
      { id: 'b', page: 'b', title: 'Stays', text: 'as it is' },
      { id: 'a', page: 'a', title: 'Edited', text: `word${round} again` },
    ]
    assert.deepEqual(encodeIndex(index()), encodeIndex(buildIndex(chunks)))
  }
})

test('createIndexBuilder() refuses chunks of another page, and changes nothing', () => {
  const { replacePage, index } = createIndexBuilder()
  replacePage('a', [{ id: 'a', page: 'a', title: 'A', text: '' }])
  const wrong = [{ id: 'a', page: 'a', title: 'B', text: '' }, { id: 'b#1', page: 'b', title: 'B', text: '' }]
  assert.throws(() => replacePage('a', wrong), { name: 'RangeError', message: 'Chunk b#1 is of page b, not of a' })
  assert.deepEqual(stringsOf(columnsOf(index()).terms), ['a'])
})

test('buildIndex() keeps chunks in their order, where pages and ids come again', () => {
  const pages = ['a', 'b', 'a', 'a', 'c', 'b']
  const { ids, pages: numbers } = columnsOf(buildIndex(pages.map((page) => ({ id: page, page, title: page, text: 'text' }))))
  assert.deepEqual(stringsOf(ids), pages)
  assert.deepEqual([...numbers], [0, 1, 0, 0, 2, 1])
})

test('createIndexBuilder() is as it was after chunks that it could not read', () => {
  const { replacePage, index } = createIndexBuilder()
  const chunk = (page: string, text: string) => ({ id: page, page, title: 'T', text })
  replacePage('a', [chunk('a', 'first')])
  const before = encodeIndex(index())
  const broken: Searchable[] = [chunk('b', 'good'), JSON.parse('{"id":"b2","page":"b","title":"T"}')]
  assert.throws(() => replacePage('b', broken), TypeError)
  assert.deepEqual(encodeIndex(index()), before)
  replacePage('c', [chunk('c', 'third')])
  assert.deepEqual(encodeIndex(index()), encodeIndex(buildIndex([chunk('a', 'first'), chunk('c', 'third')])))
})

test('createIndexBuilder() keeps its own list of the chunks it was given', () => {
  const { replacePage, index } = createIndexBuilder()
  const given = [{ id: 'a', page: 'a', title: 'T', text: 'kept' }]
  replacePage('a', given)
  given.length = 0
  // So often that it starts afresh, from the chunks.
  for (let round = 0; round < 50; round += 1) replacePage('b', [{ id: 'b', page: 'b', title: 'T', text: `word${round} of many more words than the page has` }])
  assert.deepEqual(search(index(), 'kept').map(({ id }) => id), ['a'])
})

test('createIndexBuilder() gives the index of its pages in another order', () => {
  const { replacePage, index } = createIndexBuilder()
  const chunk = (page: string) => ({ id: page, page, title: page, text: `text of ${page}` })
  for (const page of ['c', 'a', 'b']) replacePage(page, [chunk(page)])
  assert.deepEqual(encodeIndex(index(['a', 'b', 'c'])), encodeIndex(buildIndex(['a', 'b', 'c'].map(chunk))))
  assert.deepEqual(encodeIndex(index()), encodeIndex(buildIndex(['c', 'a', 'b'].map(chunk))))
  for (const [order, named] of [[['a', 'b'], 'c'], [['a', 'b', 'c', 'd'], 'd'], [['a', 'b', 'c', 'a'], 'one comes twice']] as const) {
    assert.throws(() => index(order), { name: 'RangeError', message: `The order must name every page once: ${named}` })
  }
})
