import assert from 'node:assert/strict'
import { test } from 'node:test'
import { buildIndex, createIndexBuilder } from '../../../../../src/core/search/build/build.ts'
import { encodeIndex } from '../../../../../src/core/search/index/codec.ts'
import type { Searchable } from '../../../../../src/core/search/index/inverted-index.ts'
import { rounds } from '../../../../support/fuzz.ts'
import { createRandom, type Random } from '../../../../support/random.ts'

const WORDS = [
  'route', 'routes', 'Routing', 'server', 'Server', 'creating', 'createServer', 'http.createServer', '--no-emit', '.env',
  'v1.2.3', 'für', 'Häuser', 'ação', 'серверы', '서버를', 'API를', '設定', 'ﾃﾞｰﾀ', 'การตั้งค่า', '😀', '\ud800', '\u200d',
  "don't", '_', 'a', 'the',
]
const PAGES = ['', 'a', 'b', 'c', 'd/e', 'ü']

/** The chunks of all pages in order, edited like those of a builder. */
type Pages = Map<string, readonly Searchable[]>

function textOf(random: Random, most: number): string {
  return Array.from({ length: random.below(most + 1) }, () => random.pick(WORDS)).join(random.pick([' ', ', ', '. ', '\n']))
}

function chunkOf(random: Random, page: string): Searchable {
  const text = textOf(random, 30)
  const start = random.below(text.length + 1)
  return {
    id: `${page}#${random.below(3)}`,
    page,
    title: textOf(random, 3),
    heading: random.pick([null, '', textOf(random, 3)]),
    parents: Array.from({ length: random.below(3) }, () => textOf(random, 2)),
    group: random.pick([null, '', 'Guides', 'Reference', textOf(random, 1)]),
    text,
    code: random.pick([[], [{ start, end: start + random.below(40), isBlock: random.below(3) > 0 }]]),
    lang: random.pick([null, 'en', 'en', 'de', 'pt-BR', 'ru']),
  }
}

/** Replaces a page of both; sometimes a new one, sometimes by nothing. */
function edit(random: Random, pages: Pages, replacePage: (page: string, chunks: readonly Searchable[]) => void): void {
  const page = random.pick(PAGES)
  const chunks = Array.from({ length: random.below(4) }, () => chunkOf(random, page))
  replacePage(page, chunks)
  if (chunks.length === 0) pages.delete(page)
  else pages.set(page, chunks)
}

test('createIndexBuilder() gives the bytes that buildIndex() gives, after any edits', () => {
  for (let seed = 0; seed < rounds(12); seed += 1) {
    const random = createRandom(seed)
    const { replacePage, index } = createIndexBuilder()
    const pages: Pages = new Map()
    for (let round = 0; round < 25; round += 1) {
      for (let edits = random.below(3); edits >= 0; edits -= 1) edit(random, pages, replacePage)
      const fresh = encodeIndex(buildIndex([...pages.values()].flat()))
      assert.deepEqual(encodeIndex(index()), fresh, `seed ${seed}, round ${round}`)
    }
  }
})
