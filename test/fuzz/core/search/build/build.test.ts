import assert from 'node:assert/strict'
import { test } from 'node:test'
import { buildIndex, createIndexBuilder } from '../../../../../src/core/search/build/build.ts'
import { encodeIndex } from '../../../../../src/core/search/index/codec.ts'
import type { Searchable } from '../../../../../src/core/search/index/inverted-index.ts'
import { rounds } from '../../../../support/fuzz.ts'
import { collection } from '../../../../support/index-samples.ts'
import { createRandom } from '../../../../support/random.ts'

test('createIndexBuilder() gives the bytes that buildIndex() gives, after any edits', () => {
  for (let seed = 0; seed < rounds(12); seed += 1) {
    const random = createRandom(seed)
    const { replacePage, index } = createIndexBuilder()
    const pages = new Map<string, readonly Searchable[]>()
    for (let round = 0; round < 25; round += 1) {
      // Sometimes a new page, sometimes none in place of one.
      for (let edits = random.below(3); edits >= 0; edits -= 1) {
        const page = random.pick(['', 'a', 'b', 'c', 'd/e', 'ü'])
        const chunks = collection(random, random.below(4)).map((chunk) => {
          const start = random.below(chunk.text.length + 1)
          const span = { start, end: start + random.below(40), isBlock: random.below(3) > 0 }
          return { ...chunk, id: `${page}#${chunk.id}`, page, code: random.pick([[], [span]]) }
        })
        replacePage(page, chunks)
        if (chunks.length === 0) pages.delete(page)
        else pages.set(page, chunks)
      }
      assert.deepEqual(encodeIndex(index()), encodeIndex(buildIndex([...pages.values()].flat())), `seed ${seed}, round ${round}`)
    }
  }
})
