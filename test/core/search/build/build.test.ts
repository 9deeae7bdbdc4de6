import assert from 'node:assert/strict'
import { test } from 'node:test'
import { buildIndex, createIndexBuilder } from '../../../../src/core/search/build/build.ts'
import { encodeIndex } from '../../../../src/core/search/index/codec.ts'
import { fieldNumber, FIELDS, keptLength } from '../../../../src/core/search/index/field.ts'
import { type InvertedIndex, type Searchable, columnsOf } from '../../../../src/core/search/index/inverted-index.ts'
import { createOpenList } from '../../../../src/core/search/index/encoded-list.ts'
import { findString, sizeOf, stringAt, stringsOf } from '../../../../src/core/search/strings/front-coded-dictionary.ts'
import { search } from '../../../support/search-index.ts'

const buildColumns = (chunks: Iterable<Searchable>) => columnsOf(buildIndex(chunks))
const chunk: Searchable = { id: 'a', page: 'a', title: 'Routing', text: '' }

/** `ordinal:counts` of a term's postings, the counts in halves by field. */
function check(index: InvertedIndex, term: string, expected: string) {
  const number = findString(index.terms, term)
  const postings: string[] = []
  const cursor = number < 0 ? null : createOpenList(index)(number)
  for (let i = 0; i < (cursor?.size ?? 0); i += 1) {
    const fields = FIELDS.map(({ name, bits }, field) => {
      const shift = FIELDS.slice(0, field).reduce((sum, one) => sum + one.bits, 0)
      const count = (cursor!.counts[i]! >> shift) & (2 ** bits - 1)
      return count === 0 ? '' : ` ${name}=${count}`
    })
    postings.push(`${cursor!.chunks[i]}:${fields.join('')}`)
  }
  assert.equal(postings.join(', '), expected)
}

test('buildIndex() counts a term in each field', () => {
  const index = buildColumns([
    { ...chunk, text: 'Routes route. Elsewhere.' },
    { ...chunk, id: 'a#b', heading: 'Dynamic routes', parents: ['Routes', 'More'], text: 'elsewhere' },
  ])
  check(index, 'rout', '0: body=4 title=2, 1: heading=2 title=2 parents=2')
  check(index, 'elsewher', '0: body=2, 1: body=2')
  check(index, 'absent', '')
})

test('buildIndex() counts the parts of a compound half', () => {
  const index = buildColumns([{ ...chunk, text: 'createServer creates' }])
  check(index, 'createserv', '0: body=2')
  check(index, 'creat', '0: body=3')
  check(index, 'server', '0: body=1')
})

test('buildIndex() tells blocks of code from prose', () => {
  const text = 'Run npm here:\n\nnpm install\n\nthen npm'
  const code = [
    { start: 4, end: 7, isBlock: false },
    { start: 15, end: 26, isBlock: true },
  ]
  const index = buildColumns([{ ...chunk, text, code }])
  check(index, 'npm', '0: body=4 code=2')
  check(index, 'instal', '0: code=2')
})

test('buildIndex() has the operators of code and headings, and those of prose that are no ASCII', () => {
  const code = [{ start: 5, end: 7, isBlock: false }]
  const index = buildColumns([{ ...chunk, heading: 'a =>', text: 'a => ?? ⇒', code }])
  check(index, '=>', '0: heading=2')
  check(index, '??', '0: body=2')
  check(index, '⇒', '0: body=2')
})

test('buildIndex() keeps lengths in single words, and their means', () => {
  const index = buildColumns([{ ...chunk, text: 'one two createServer' }, { ...chunk, id: 'b', text: '' }])
  const body = fieldNumber('body')
  assert.deepEqual([...index.lengths.slice(body * 2, body * 2 + 2)], [4, 0])
  assert.equal(index.averages[body], 2)
  assert.equal(index.averages[fieldNumber('title')], 1)
})

test('buildIndex() stops counting the length of a text at 65,535', () => {
  const index = buildColumns([{ ...chunk, text: 'a '.repeat(70_000) }])
  assert.equal(index.lengths[fieldNumber('body')], keptLength(65_535))
  check(index, 'a', '0: body=31')
})

test('buildIndex() keeps words that differ from their term', () => {
  const index = buildColumns([{ ...chunk, text: 'creating creates Astro' }])
  const words = Array.from({ length: sizeOf(index.words) }, (_, i) => {
    return `${stringAt(index.words, i)}=${stringAt(index.terms, index.wordTerms[i]!)}`
  })
  assert.deepEqual(words, ['creates=creat', 'creating=creat', 'routing=rout'])
})

test('buildIndex() stems the words of a chunk as its language does', () => {
  const index = buildColumns([
    { ...chunk, lang: 'de-AT', title: 'Server', text: 'Server' },
    { ...chunk, id: 'b', lang: 'en', title: 'Servers', text: 'servers' },
    { ...chunk, id: 'c', lang: 'ru', title: 'Серверы', text: 'servers' },
  ])
  assert.deepEqual(stringsOf(index.languages), ['de', 'en'])
  assert.deepEqual(stringsOf(index.terms), ['serv\u0001', 'server', 'сервер'])
  assert.deepEqual(stringsOf(index.words), ['server\u0001', 'servers', 'серверы'])
})

test('buildIndex() numbers pages and scopes', () => {
  const index = buildColumns([
    { ...chunk, group: 'B', version: '2' },
    { ...chunk, id: 'a#x', group: 'A', lang: 'en' },
    { ...chunk, id: 'b', page: 'b', group: null },
    { ...chunk, id: 'c', page: 'c', group: '' },
  ])
  assert.deepEqual([...index.pages], [0, 0, 1, 2])
  assert.deepEqual([...index.scopeOf], [1, 2, 0, 0])
  assert.deepEqual(stringsOf(index.scopes), ['\0\0', '\x002\0B', 'en\0\0A'])
})

test('buildIndex() lists chunks by their name: the heading, or the title of the page', () => {
  const headings = [null, 'Routing', 'More']
  const index = buildColumns(headings.map((heading, i) => ({ ...chunk, id: `a#${i}`, heading })))
  const name = findString(index.titleKeys, 'rout')
  assert.deepEqual([...index.titleChunks.slice(index.titleStarts[name], index.titleStarts[name + 1])], [0, 1])
})

test('buildIndex() takes absent, null and empty parts alike', () => {
  const absent = buildColumns([chunk])
  const empty = buildColumns([{ ...chunk, heading: null, parents: [], group: null, code: [], lang: null, version: null }])
  assert.deepEqual(empty, absent)
})

test('buildIndex() makes an empty index of nothing', () => {
  const index = buildColumns([])
  assert.equal(sizeOf(index.ids), 0)
  assert.equal(sizeOf(index.terms), 0)
})

test('buildIndex() keeps any id', () => {
  const ids = ['', 'ä#ö', '\ud800', '😀', 'a b']
  const index = buildColumns(ids.map((id) => ({ ...chunk, id })))
  assert.deepEqual(ids.map((_, i) => stringAt(index.ids, i)), ids)
})

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

test('createIndexBuilder() forgets what only a replaced page had', () => {
  const { replacePage, index } = createIndexBuilder()
  replacePage('a', [{ id: 'a', page: 'a', title: 'Häuser', text: 'gebaut', group: 'Old', lang: 'de' }])
  replacePage('b', [{ id: 'b', page: 'b', title: 'Building', text: 'houses' }])
  replacePage('a', [{ id: 'a', page: 'a', title: 'Trees', text: '' }])
  const { terms, words, scopes, languages, titleKeys } = columnsOf(index())
  assert.deepEqual([terms, words, scopes, languages, titleKeys].map(stringsOf), [
    ['build', 'hous', 'tree'],
    ['building', 'houses', 'trees'],
    ['\0\0'],
    ['en'],
    ['build', 'tree'],
  ])
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
