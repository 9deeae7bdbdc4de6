import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Graph } from '../../../../../src/core/graph/graph.ts'
import { formatOverview } from '../../../../../src/core/graph/overview.ts'
import { rounds } from '../../../../support/fuzz.ts'
import { graph, node } from '../../../../support/graph.ts'
import { callTool, createTestServer } from '../../../../support/mcp.ts'
import { createRandom } from '../../../../support/random.ts'

test('every tool stays within any limit, and says when a result is cut', async () => {
  const random = createRandom(11)
  const words = ['route ', 'größe ', '漢字', '𝄞', '\n', '"', '\\', '```', '\u2028', 'x'.repeat(90), ' ']
  const name = (i: number) => `${i}${random.text(words, 3)}`
  const list = <T>(most: number, make: (i: number) => T) => Array.from({ length: random.below(most) }, (_, i) => make(i))
  for (let round = 0; round < rounds(60); round += 1) {
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
