import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createBoundaries } from '../../../../../src/core/search/show/boundary.ts'
import { rounds } from '../../../../support/fuzz.ts'

const { graphemeAt } = createBoundaries()

test('graphemeAt() parts what it takes for plain as the rules do', () => {
  const segmenter = new Intl.Segmenter('und', { granularity: 'grapheme' })
  const ranges = [[0x20, 0x2ff], [0x400, 0x52f], [0x3001, 0x30ff], [0x4e00, 0x9fff], [0xac00, 0xd7a3]] as const
  for (const [first, last] of ranges) {
    const units = Array.from({ length: rounds(last - first + 1) }, (_, i) => String.fromCharCode(first + i))
    for (const neighbor of ['a', 'é', 'й', 'が', '漢', '한']) {
      const text = units.map((unit) => neighbor + unit).join('') + neighbor
      const starts = new Set(Array.from(segmenter.segment(text), ({ index }) => index))
      const wrong = Array.from(text, (_, at) => at).filter((at) => (graphemeAt(text, at) === at) !== starts.has(at))
      assert.deepEqual(wrong.map((at) => text.slice(at - 1, at + 1)), [])
    }
  }
})
