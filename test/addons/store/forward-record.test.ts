import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decodeRecord, formatRecord, formatDigits, readDigits } from '../../../src/addons/store/forward-record.ts'
import { createReadForwardEntry } from '../../../src/core/search/build/forward-entry.ts'
import type { Searchable } from '../../../src/core/search/index/inverted-index.ts'
import { chunk } from '../../support/chunk.ts'
import { collection } from '../../support/index-samples.ts'
import { createRandom } from '../../support/random.ts'

const MANY_WORDS = Array.from({ length: 3_000 }, (_, i) => `word${i}`).join(' ')
const CHUNKS: readonly Searchable[] = [
  chunk('Call `createServer()` of "node:http".\n\n```js\nconst server = createServer({ port })\n```\n\nThen open it.', {
    heading: 'Create a server', parents: ['Guides', 'Servers'], linkTexts: ['creating servers'], weight: 0.25,
  }),
  chunk('In the default version.', { id: 'v2/server', page: 'v2/server', version: 'v2', isDefaultVersion: true }),
  chunk('Ein Server für alle Seiten, sicher und seit 2020.', { id: 'de/server', page: 'de/server', title: 'Der Server', lang: 'de' }),
  chunk('Серверы и страницы. 서버를 설정합니다. 設定する', { id: 'ru/server', page: 'ru/server', title: 'Сервер', lang: 'ru', version: '2', group: 'a "b"' }),
  chunk('محمد ﷺ server running \ufe70 \u037a end', { id: 'ligature', page: 'ligature' }),
  chunk('Ab'.repeat(32_769), { id: 'compound', page: 'compound' }),
  chunk('x.\u00ad.y', { id: 'invisible', page: 'invisible' }),
  chunk('', { id: 'empty', page: 'empty', heading: null, title: '=>' }),
  chunk('\\ \u2028 \u0001 "quoted" a\\b', { id: 'signs', page: 'signs' }),
  chunk(`${MANY_WORDS} ${MANY_WORDS} twoParts`, { id: 'long', page: 'long' }),
  ...collection(createRandom(9), 80),
]

test('a record gives back the forward entry that it was made of, through JSON', () => {
  const readForwardEntry = createReadForwardEntry()
  CHUNKS.forEach((one, order) => {
    const placed = { entry: readForwardEntry(one), order }
    assert.deepEqual(decodeRecord(JSON.parse(JSON.stringify(formatRecord(placed))), 'record'), placed)
  })
})

const RECORD = formatRecord({ entry: createReadForwardEntry()(CHUNKS[0]!), order: 3 })
const items = JSON.parse(RECORD) as unknown[]
const withItem = (at: number, item: unknown) => JSON.stringify(items.with(at, item))
const texts = String(items[11])
const words = String(items[9]).split(' ')
const stems = String(items[10]).split(' ')
const BAD: readonly (readonly [string, unknown])[] = [
  ['no text', null],
  ['no JSON', '['],
  ['no list', '{}'],
  ['no items', '[]'],
  ['an item too few', JSON.stringify(items.slice(0, 12))],
  ['an item too many', JSON.stringify([...items, ''])],
  ['a default version that is neither true nor false', withItem(12, 2)],
  ['a key of its copies that is no number', withItem(13, 'x')],
  ['an order below zero', withItem(0, -1)],
  ['a weight out of range', withItem(1, 99)],
  ['a spelling that is no number', withItem(2, 'x')],
  ['an id that is no text', withItem(3, 7)],
  ['a spelling of more than 32 bits', withItem(2, 2 ** 31)],
  ['an empty id', withItem(3, '')],
  ['an empty page', withItem(4, '')],
  ['a word that is there twice', withItem(9, words.with(1, words[0]!).join(' '))],
  ['an empty word', withItem(9, words.with(1, '').join(' '))],
  ['fewer terms than words', withItem(10, stems.slice(1).join(' '))],
  ['more terms than words', withItem(10, [...stems, ''].join(' '))],
  ['a term without its cut', withItem(10, stems.with(0, '!').join(' '))],
  ['a cut that is longer than its word', withItem(10, stems.with(0, '_B').join(' '))],
  ['fewer words than its texts have', withItem(9, 'one')],
  ['no words', withItem(9, '')],
  ['another character in its texts', withItem(11, `${texts}!`)],
  ['texts that end early', withItem(11, texts.slice(0, -1))],
  ['a field that there is not', withItem(11, 'AYA')],
  ['a number that is too great', withItem(11, '________')],
  ['more words than its texts have room for', withItem(11, 'AA9')],
]
for (const [name, value] of BAD) {
  test(`a record with ${name} is refused with its path`, () => {
    assert.throws(() => decodeRecord(value, 'hit.record'), { code: 'graph-format', message: /^hit\.record must / })
  })
}

test('readDigits() gives back numbers written one after another, then -1', () => {
  const numbers = [0, 1, 31, 32, 1_023, 1_024, 65_535, 2 ** 30 - 1]
  const reader = { text: numbers.map(formatDigits).join(''), at: 0 }
  assert.deepEqual(numbers.map(() => readDigits(reader)), numbers)
  assert.equal(readDigits(reader), -1)
})

test('readDigits() gives -1 for a character that is no digit, digits that do not end, and a number above 30 bits', () => {
  for (const text of ['!', 'é', 'g', 'gggggggA']) assert.equal(readDigits({ text, at: 0 }), -1, text)
})

test('formatDigits() takes one digit below 32, and two below 1,024', () => {
  assert.deepEqual([0, 31, 32, 1_023].map((number) => formatDigits(number).length), [1, 1, 2, 2])
})
