import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cutText, fill, shorten, sizeOf } from '../../../src/mcp/tools/bounds.ts'
import type { Graph } from '../../../src/graph/graph.ts'
import { formatOverview } from '../../../src/graph/overview.ts'
import { graph, node } from '../../support/graph.ts'
import { callTool, createTestServer } from '../../support/mcp.ts'
import { createRandom } from '../../support/random.ts'

test('sizeOf() counts bytes of JSON', () => {
  assert.deepEqual([sizeOf('a'), sizeOf('é'), sizeOf('𝄞'), sizeOf('\n'), sizeOf('\ud800'), sizeOf({ a: 1 })], [3, 4, 6, 4, 8, 7])
})

test('fill() takes the items that fit, in order, and skips those that do not', () => {
  const check = (sizes: readonly number[], room: number, items: readonly number[], roomLeft: number) =>
    assert.deepEqual(fill(sizes, room, (size) => size), { items, roomLeft })
  check([], 100, [], 100)
  check([50, 60], 200, [50, 60], 90)
  check([50, 500, 60], 200, [50, 60], 90)
  check([50], 10, [], 10)
  check([...Array.from({ length: 19 }, () => 50), 10], 10, [10], 0)
})

test('fill() stops once nothing more can fit', () => {
  let looked = 0
  fill(Array.from({ length: 1_000_000 }, () => 100), 1_000, (size) => {
    looked += 1
    return size
  })
  assert.equal(looked, 30)
})

test('cutText() leaves a text that fits, and cuts another at a whole character, with an ellipsis', () => {
  assert.equal(cutText('short', 7), 'short')
  assert.equal(cutText('shorter', 8), 'sho…')
  assert.equal(cutText('éééééé', 10), 'éé…')
  assert.equal(cutText('𝄞𝄞𝄞', 10), '𝄞…')
  assert.equal(cutText('text', 0), '…')
  const random = createRandom(5)
  for (let round = 0; round < 500; round += 1) {
    const text = random.text(['a', 'é', '𝄞', '\n', '"', '漢'], 60)
    const room = 5 + random.below(80)
    const cut = cutText(text, room)
    assert.ok(sizeOf(cut) <= room && cut.isWellFormed() && (cut === text || cut.endsWith('…')), `${room}: ${cut}`)
  }
})

test('shorten() cuts by length', () => {
  assert.deepEqual([shorten('abc', 3), shorten('abcd', 3), shorten('a𝄞', 2)], ['abc', 'abc…', 'a…'])
})

test('every tool stays within any limit, and says when a result is cut', { timeout: 60_000 }, async () => {
  const random = createRandom(11)
  const words = ['route ', 'größe ', '漢字', '𝄞', '\n', '"', '\\', '```', '\u2028', 'x'.repeat(90), ' ']
  const name = (i: number) => `${i}${random.text(words, 3)}`
  const list = <T>(most: number, make: (i: number) => T) => Array.from({ length: random.below(most) }, (_, i) => make(i))
  for (let round = 0; round < 60; round += 1) {
    const sections = list(120, (i) =>
      node({
        id: `page-${i % 9}#${name(i)}`,
        title: name(i),
        group: random.pick([null, 'A', name(i)]),
        summary: random.text(words, 300),
        facts: list(60, () => ({ kind: 'code', literal: `x${random.text(words, 40)}`, chunkId: name(i) })),
        terms: list(30, name),
      }),
    )
    const glossary = list(80, (i) => ({ term: name(i), aliases: list(9, name), definition: random.text(words, 400) }))
    const given: Graph = graph({ sections, glossary, overview: formatOverview(sections), context: random.text(words, 900) })
    const maxResultBytes = 10_000 + random.below(40_000)
    const server = createTestServer({ graph: given, maxResultBytes })
    const calls: [string, Record<string, string>][] = [['sections_list', {}], ['overview', {}], ['glossary_list', {}]]
    if (sections.length > 0) calls.push(['section_get', { id: random.pick(sections).id }])
    if (glossary.length > 0) calls.push(['glossary_get', { term: random.pick(glossary).term }])
    for (const [tool, args] of calls) {
      const { size } = await callTool(server, tool, args)
      assert.ok(size <= maxResultBytes, `${tool}: ${size} > ${maxResultBytes}`)
    }
  }
})
