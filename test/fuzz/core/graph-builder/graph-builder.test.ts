import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readSite } from '../../../../src/core/ask.ts'
import { extractGraph } from '../../../../src/core/graph-builder/rules/extract.ts'
import { findFacts } from '../../../../src/core/graph-builder/rules/facts.ts'
import { inventedLiterals, toEvidence } from '../../../../src/core/graph-builder/verify/evidence.ts'
import { verifyGraph } from '../../../../src/core/graph-builder/verify/verify.ts'
import { formatGraph, parseGraph } from '../../../../src/core/graph/graph.ts'
import { chunk } from '../../../support/chunk.ts'
import { rounds } from '../../../support/fuzz.ts'
import { randomPage } from '../../../support/random-page.ts'
import { createRandom } from '../../../support/random.ts'

test('findFacts() finds the form of any code whatever its letters', () => {
  const random = createRandom(29)
  for (const alphabet of ['aA', 'aA!', 'a_', 'a.', 'a-A', "'|a ", '[].a', '1.x', '<a>', '@a/', 'a:', '-a', 'A_0']) {
    for (let round = rounds(50); round > 0; round -= 1) {
      const code = `a${random.text([...alphabet], 180)}\u2603`
      findFacts(chunk(`\`${code}\` \`${alphabet.repeat(190 / alphabet.length)}\u2603\``))
    }
  }
})

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

test('inventedLiterals() finds the literals of any text in the text itself', () => {
  const random = createRandom(30)
  for (let run = rounds(10_000, 200_000); run > 0; run -= 1) {
    const { text } = randomPage(random)
    assert.deepEqual(inventedLiterals(text, toEvidence([text])), [], JSON.stringify(text))
  }
})
