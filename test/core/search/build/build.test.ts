import assert from 'node:assert/strict'
import { test } from 'node:test'
import { buildIndex, createIndexBuilder } from '../../../../src/core/search/build/build.ts'
import { encodeIndex } from '../../../../src/core/search/index/codec.ts'
import { fieldNumber, FIELDS, keptLength } from '../../../../src/core/search/index/field.ts'
import { type InvertedIndex, type Searchable, columnsOf } from '../../../../src/core/search/index/inverted-index.ts'
import { createOpenList } from '../../../../src/core/search/index/encoded-list.ts'
import { findString } from '../../../../src/core/base/partition-point.ts'
import { rulesOf } from '../../../support/rules.ts'
import { search } from '../../../support/search-index.ts'

const buildColumns = (chunks: Iterable<Searchable>) => columnsOf(buildIndex(chunks))
const chunk: Searchable = { id: 'a', page: 'a', title: 'Routing', text: '' }

/** Checks `ordinal:counts` of the postings of terms in the index of some chunks, the counts in halves by field. */
function check(chunks: readonly Partial<Searchable>[], expected: Readonly<Record<string, string>>) {
  const index = buildColumns(chunks.map((one) => ({ ...chunk, ...one })))
  const found = Object.keys(expected).map((term) => [term, postingsOf(index, findString(index.terms, term))])
  assert.deepEqual(Object.fromEntries(found), expected)
}

function postingsOf(index: InvertedIndex, term: number): string {
  const cursor = term < 0 ? null : createOpenList(index)(term)
  return Array.from({ length: cursor?.size ?? 0 }, (_, i) => {
    const fields = FIELDS.map(({ name, bits }, field) => {
      const shift = FIELDS.slice(0, field).reduce((sum, one) => sum + one.bits, 0)
      const count = (cursor!.counts[i]! >> shift) & (2 ** bits - 1)
      return count === 0 ? '' : ` ${name}=${count}`
    })
    return `${cursor!.chunks[i]}:${fields.join('')}`
  }).join(', ')
}

const NPM = [{ start: 4, end: 7, isBlock: false }, { start: 15, end: 26, isBlock: true }]

for (const [name, run] of rulesOf('buildIndex()', check, [
  ['counts a term in each field',
    [[{ text: 'Routes route. Elsewhere.' },
      { id: 'a#b', heading: 'Dynamic routes', parents: ['Routes', 'More'], text: 'elsewhere' }],
      { rout: '0: body=4 title=2, 1: heading=2 title=2 parents=2', elsewher: '0: body=2, 1: body=2', absent: '' }]],
  ['counts the parts of a compound half',
    [[{ text: 'createServer creates' }], { createserv: '0: body=2', creat: '0: body=3', server: '0: body=1' }]],
  ['tells blocks of code from prose',
    [[{ text: 'Run npm here:\n\nnpm install\n\nthen npm', code: NPM }],
      { npm: '0: body=4 code=2', instal: '0: code=2' }]],
  ['has the operators of code and headings, and those of prose that are no ASCII',
    [[{ heading: 'a =>', text: 'a => ?? ⇒', code: [{ start: 5, end: 7, isBlock: false }] }],
      { '=>': '0: heading=2', '??': '0: body=2', '⇒': '0: body=2' }]],
])) test(name, run)

test('buildIndex() keeps lengths in single words, and their means', () => {
  const index = buildColumns([{ ...chunk, text: 'one two createServer' }, { ...chunk, id: 'b', text: '' }])
  const body = fieldNumber('body')
  assert.deepEqual([...index.lengths.slice(body * 2, body * 2 + 2)], [4, 0])
  assert.equal(index.averages[body], 2)
  assert.equal(index.averages[fieldNumber('title')], 1)
})

test('buildIndex() stops counting the length of a text at 65,535', () => {
  assert.equal(buildColumns([{ ...chunk, text: 'a '.repeat(70_000) }]).lengths[fieldNumber('body')], keptLength(65_535))
  check([{ text: 'a '.repeat(70_000) }], { a: '0: body=31' })
})

test('buildIndex() keeps words that differ from their term', () => {
  const index = buildColumns([{ ...chunk, text: 'creating creates Astro' }])
  const words = Array.from({ length: index.words.length }, (_, i) => {
    return `${index.words[i]!}=${index.terms[index.wordTerms[i]!]!}`
  })
  assert.deepEqual(words, ['creates=creat', 'creating=creat', 'routing=rout'])
})

test('buildIndex() stems the words of a chunk as its language does', () => {
  const index = buildColumns([
    { ...chunk, lang: 'de-AT', title: 'Server', text: 'Server' },
    { ...chunk, id: 'b', lang: 'en', title: 'Servers', text: 'servers' },
    { ...chunk, id: 'c', lang: 'ru', title: 'Серверы', text: 'servers' },
  ])
  assert.deepEqual(index.languages, ['de', 'en'])
  assert.deepEqual(index.terms, ['serv\u0001', 'server', 'сервер'])
  assert.deepEqual(index.words, ['server\u0001', 'servers', 'серверы'])
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
  assert.deepEqual(index.scopes, ['\0\0', '\x002\0B', 'en\0\0A'])
})

test('buildIndex() takes absent, null and empty parts alike, and makes an empty index of nothing', () => {
  const empty = buildColumns([{ ...chunk, heading: null, parents: [], group: null, code: [], lang: null, version: null }])
  assert.deepEqual(empty, buildColumns([chunk]))
  const { ids, terms } = buildColumns([])
  assert.deepEqual([ids.length, terms.length], [0, 0])
})

test('buildIndex() keeps any id', () => {
  const ids = ['', 'ä#ö', '\ud800', '😀', 'a b']
  const index = buildColumns(ids.map((id) => ({ ...chunk, id })))
  assert.deepEqual(ids.map((_, i) => index.ids[i]!), ids)
})

/** A chunk of a page, which is the page itself unless it has another id. */
function on(page: string, title: string, text: string, more: Partial<Searchable> = {}): Searchable {
  return { id: page, page, title, text, ...more }
}

test('createIndexBuilder() keeps a page in its place, puts a new one last, and drops one without chunks', () => {
  const { replacePage, index } = createIndexBuilder()
  const check = (steps: string, expected: string) => {
    for (const [page = '', ...ids] of steps.split(', ').map((step) => step.split(' '))) {
      replacePage(page, ids.map((id) => on(page, id, '', { id })))
    }
    assert.equal(columnsOf(index()).ids.join(' '), expected)
  }
  check('a a a#1, b b, a a a#2 a#3, c c', 'a a#2 a#3 b c')
  check('b, b b, d', 'a a#2 a#3 c b')
})

test('createIndexBuilder() leaves the indexes it gave before as they were', () => {
  const { replacePage, index } = createIndexBuilder()
  replacePage('a', [on('a', 'Routing', 'dynamic routes')])
  const before = index()
  const bytes = encodeIndex(before)
  replacePage('a', [on('a', 'Servers', 'static files', { id: 'a#new' })])
  assert.deepEqual(search(before, 'routes').map(({ id }) => id), ['a'])
  assert.deepEqual(search(index(), 'routes'), [])
  assert.deepEqual(encodeIndex(before), bytes)
})

test('createIndexBuilder() starts afresh when a page was replaced many times, from its own list of chunks', () => {
  const { replacePage, index } = createIndexBuilder()
  const given = [on('b', 'Stays', 'as it is')]
  replacePage('b', given)
  given.length = 0
  for (let round = 0; round < 50; round += 1) {
    const edited = on('a', 'Edited', `word${round} again`)
    replacePage('a', [edited])
    assert.deepEqual(encodeIndex(index()), encodeIndex(buildIndex([on('b', 'Stays', 'as it is'), edited])))
  }
})

test('createIndexBuilder() is as it was after chunks of another page, and after those that it could not read', () => {
  const { replacePage, index } = createIndexBuilder()
  const [first, third] = [on('a', 'T', 'first'), on('c', 'T', 'third')]
  replacePage('a', [first])
  const before = encodeIndex(index())
  const wrong = [on('a', 'B', ''), on('b', 'B', '', { id: 'b#1' })]
  assert.throws(() => replacePage('a', wrong), { name: 'RangeError', message: 'Chunk b#1 is of page b, not of a' })
  const broken = JSON.parse('{"id":"b2","page":"b","title":"T"}')
  assert.throws(() => replacePage('b', [on('b', 'T', 'good'), broken]), TypeError)
  assert.deepEqual(encodeIndex(index()), before)
  replacePage('c', [third])
  assert.deepEqual(encodeIndex(index()), encodeIndex(buildIndex([first, third])))
})

test('createIndexBuilder() gives the index of its pages in another order', () => {
  const { replacePage, index } = createIndexBuilder()
  const chunk = (page: string) => on(page, page, `text of ${page}`)
  for (const page of ['c', 'a', 'b']) replacePage(page, [chunk(page)])
  assert.deepEqual(encodeIndex(index(['a', 'b', 'c'])), encodeIndex(buildIndex(['a', 'b', 'c'].map(chunk))))
  assert.deepEqual(encodeIndex(index()), encodeIndex(buildIndex(['c', 'a', 'b'].map(chunk))))
  for (const [order, named] of [[['a', 'b'], 'c'], [['a', 'b', 'c', 'd'], 'd'], [['a', 'b', 'c', 'a'], 'one comes twice']] as const) {
    assert.throws(() => index(order), { name: 'RangeError', message: `The order must name every page once: ${named}` })
  }
})
