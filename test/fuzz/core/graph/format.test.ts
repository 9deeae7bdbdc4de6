import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decodeGraph } from '../../../../src/core/graph/format.ts'
import { checkGrowth } from '../../../support/fuzz.ts'
import { graph, node } from '../../../support/graph.ts'

test('decodeGraph() reads 100,000 sections', () => {
  checkGrowth(100_000, (count) => {
    const sections = Array.from({ length: count }, (_, i) => node({ id: `page-${i}` }))
    assert.equal(decodeGraph(graph({ sections })).sections.length, count)
  })
})
