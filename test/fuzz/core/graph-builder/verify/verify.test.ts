import assert from 'node:assert/strict'
import { test } from 'node:test'
import { extractGraph } from '../../../../../src/core/graph-builder/rules/extract.ts'
import { verifyGraph } from '../../../../../src/core/graph-builder/verify/verify.ts'
import { formatGraph, parseGraph } from '../../../../../src/core/graph/format.ts'
import { readSite } from '../../../../../src/core/ask.ts'
import { rounds } from '../../../../support/fuzz.ts'
import { randomPage } from '../../../../support/random-page.ts'
import { createRandom } from '../../../../support/random.ts'

test('verifyGraph() finds nothing wrong with what rules build from any page, for themselves or in place of a model', async () => {
  const random = createRandom(20)
  for (let run = rounds(10_000, 200_000); run > 0; run -= 1) {
    const file = randomPage(random)
    const { pages } = readSite([file])
    const text = formatGraph(await extractGraph(pages))
    const graph = parseGraph(text)
    assert.deepEqual(await verifyGraph(graph, pages), [], JSON.stringify(file))
    assert.deepEqual(await verifyGraph({ ...graph, builtBy: 'm-1' }, pages), [], JSON.stringify(file))
    assert.equal(formatGraph(graph), text)
  }
})
