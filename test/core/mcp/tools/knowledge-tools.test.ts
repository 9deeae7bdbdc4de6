import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { GlossaryEntry, KnowledgeNode } from '../../../../src/core/graph/graph.ts'
import type { StoredSections } from '../../../../src/core/graph/knowledge.ts'
import { graph, node } from '../../../support/graph.ts'
import { callTool, createTestServer, errorOf, listIn } from '../../../support/mcp.ts'

const server = createTestServer()
const over = (sections: readonly KnowledgeNode[]) => createTestServer({ graph: graph({ sections }) })

/** Pages with sections on them, ten pages to a group. */
const site = (pages: number, sectionsPerPage: number) =>
  Array.from({ length: pages }, (_, page) => {
    const slug = `guides/page-${page}`
    const group = `Group ${Math.floor(page / 10)}`
    const own = Array.from({ length: sectionsPerPage }, (_, i) => node({ id: `${slug}#section-${i}`, group }))
    return [node({ id: slug, group }), ...own]
  }).flat()

test('sections_list shows all sections, or those of a group', async () => {
  const all = await callTool(server, 'sections_list')
  assert.deepEqual(Object.keys(all.data), ['sections'])
  assert.deepEqual(listIn(all.data, 'sections').map(({ id }) => id), ['routing', 'routing#static', 'install'])
  assert.equal(all.text.split('\n')[1], '- routing#static | Routing › static | Guides | /routing/#static')
  const group = await callTool(server, 'sections_list', { group: 'Guides' })
  assert.equal(listIn(group.data, 'sections').length, 2)
  for (const none of [{ group: '' }, { group: null }]) assert.deepEqual((await callTool(server, 'sections_list', none)).data, all.data)
})

test('sections_list offers the existing groups for an unknown one', async () => {
  const { data, text } = await callTool(server, 'sections_list', { group: 'guides' })
  assert.deepEqual(data, { sections: [], groups: [{ group: 'Guides', sections: 2 }] })
  assert.match(text, /^No section is in a group "guides"/)
  assert.deepEqual((await callTool(over([]), 'sections_list')).data, { sections: [], groups: [] })
})

test('sections_list prefers pages to their sections when the list is too long', async () => {
  const { data, size } = await callTool(over(site(80, 20)), 'sections_list')
  const ids = listIn(data, 'sections').map(({ id }) => String(id))
  assert.deepEqual([data['truncated'], data['total']], [true, 1_680])
  assert.equal(ids.filter((id) => !id.includes('#')).length, 80)
  assert.deepEqual(ids.slice(0, 3), ['guides/page-0', 'guides/page-0#section-0', 'guides/page-0#section-1'])
  assert.equal(listIn(data, 'groups').length, 8)
  assert.ok(size <= 40_000, String(size))
})

test('sections_list of a very large site stays small, its groups too', async () => {
  const { data, size } = await callTool(over(site(20_000, 1)), 'sections_list')
  assert.deepEqual([data['truncated'], data['total']], [true, 40_000])
  assert.ok(listIn(data, 'groups').length > 20 && listIn(data, 'sections').length > 100 && size <= 40_000, String(size))
})

test('the tools read a part of a store only, whatever its size', async () => {
  let batches = 0
  const store: StoredSections = {
    async *summaries(group) {
      for (; ; batches += 1) {
        yield site(500, 1).map(({ id, title, heading, url }) => ({ id: `${batches}/${id}`, title, heading, group: group ?? 'Guides', url }))
      }
    },
    groups: async () => [{ group: 'Guides', sections: 9_000_000 }, { group: null, sections: 5 }, { group: 'More', sections: 1 }],
  }
  const large = createTestServer({ graph: graph({ overview: 'Words. '.repeat(20_000) }), store })
  const all = await callTool(large, 'sections_list')
  assert.deepEqual([all.data['truncated'], all.data['total']], [true, 9_000_006])
  assert.deepEqual(all.data['groups'], [{ group: 'Guides', sections: 9_000_000 }, { group: 'More', sections: 1 }])
  assert.ok(listIn(all.data, 'sections').length > 100)
  assert.equal((await callTool(large, 'sections_list', { group: 'Guides' })).data['total'], 9_000_000)
  assert.match(await errorOf(large, 'section_get', { id: 'nothing' }), /^No section has the id "nothing"\. Use search/)
  assert.match(String((await callTool(large, 'overview')).data['overview']), /^Words\. .*…$/)
  assert.ok(batches < 50, String(batches))
})

test('section_get shows a section as the service does, and all of it as text', async () => {
  const { data, text } = await callTool(server, 'section_get', { id: 'routing#static' })
  assert.deepEqual(data, graph().sections[1])
  assert.match(text, /^Routing › static\nid: routing#static\nurl: \/routing\/#static\ngroup: Guides\n/)
  assert.match(text, /- flag: --static \(routing#static\)/)
})

test('section_get shows code of several lines unchanged', async () => {
  const literal = 'a\n```js\n  b\n```\n'
  const { text } = await callTool(over([node({ id: 'code', facts: [{ kind: 'code', literal, chunkId: 'code' }] })]), 'section_get', { id: 'code' })
  assert.ok(text.includes(`\`\`\`\`\n${literal}\n\`\`\`\``), text)
})

test('section_get names the nearest ids for an unknown one', async () => {
  assert.equal(
    await errorOf(server, 'section_get', { id: 'routing#statics' }),
    'No section has the id "routing#statics". Nearest: "routing#static", "routing". Use search to find one, or sections_list.',
  )
  const ofPages = over(['a/routing#static', 'a/routing#dynamic', 'b/other#routing-static'].map((id) => node({ id })))
  for (const [id, nearest] of [['a/routin#static', '"a/routing#static", "a/routing#dynamic"'], ['routing-static', '"a/routing#static", "b/other#routing-static", "a/routing#dynamic"']] as const) {
    assert.match(await errorOf(ofPages, 'section_get', { id }), RegExp(`Nearest: ${nearest}\\.`))
  }
  assert.match(await errorOf(server, 'section_get', { id: '__proto__' }), /^No section has the id "__proto__"\. Use search/)
})

test('section_get cuts a section that is too large, skips a large fact, and shows the whole sizes', async () => {
  const fact = (literal: string) => ({ kind: 'value' as const, literal, chunkId: 'huge' })
  const huge = node({
    id: 'huge',
    summary: 'All about it. '.repeat(5_000),
    facts: [fact('x'.repeat(30_000)), ...Array.from({ length: 2_000 }, (_, i) => fact(`--flag-${i}`))],
    sources: Array.from({ length: 500 }, (_, i) => ({ chunkId: `huge#${i}`, url: `/huge/#${i}`, anchor: String(i) })),
    terms: Array.from({ length: 5_000 }, (_, i) => `term ${i}`),
  })
  const { data, size } = await callTool(over([huge]), 'section_get', { id: 'huge' })
  assert.deepEqual([data['truncated'], data['total']], [true, { summaryLength: 70_000, facts: 2_001, sources: 500, terms: 5_000 }])
  assert.equal(listIn(data, 'facts')[0]?.['literal'], '--flag-0')
  assert.ok(size <= 40_000 && size > 35_000, String(size))
})

test('section_get says so when even the name of a section is too large', async () => {
  const text = await errorOf(over([node({ id: 'huge', title: 'x'.repeat(500_000) })]), 'section_get', { id: 'huge' })
  assert.match(text, /^The result of section_get is too large to show/)
})

test('section_get shows the Markdown of a section in its text only', async () => {
  const markdown = '| Flag | Default |\n| --- | --- |\n| `--static` | off |'
  const plain = await callTool(server, 'section_get', { id: 'routing#static' })
  const { data, text } = await callTool(createTestServer({ markdown }), 'section_get', { id: 'routing#static' })
  assert.deepEqual(data, plain.data)
  assert.equal(text, `${plain.text}\n\nText (Markdown):\n\n${markdown}`)
  assert.equal((await callTool(createTestServer({ markdown: '' }), 'section_get', { id: 'routing#static' })).text, plain.text)
})

test('section_get cuts Markdown that has no room, and leaves it out where hardly any is left', async () => {
  const markdown = 'Ünd "so" weiter.\n'.repeat(10_000)
  const { text, size } = await callTool(createTestServer({ markdown }), 'section_get', { id: 'routing#static' })
  assert.match(text, /weiter\.[^]*…\n\n\(truncated: \d+ of 170000 characters shown\. For the rest open \/routing\/#static\.\)$/)
  assert.ok(size <= 40_000 && size > 38_000, String(size))
  const full = node({ id: 'full', summary: 'x'.repeat(19_050) })
  const { data, text: short } = await callTool(createTestServer({ graph: graph({ sections: [full] }), markdown }), 'section_get', { id: 'full' })
  assert.equal(data['truncated'], undefined)
  assert.doesNotMatch(short, /Markdown/)
})

const explaining = (glossary: readonly GlossaryEntry[]) => createTestServer({ graph: graph({ glossary }) })

/** This number of terms, with definitions of this length. */
const terms = (count: number, length: number) =>
  Array.from({ length: count }, (_, i): GlossaryEntry => ({ term: `Term ${i}`, aliases: [`t${i}`], definition: 'é'.repeat(length) }))

test('glossary_list shows the whole glossary as it is', async () => {
  const { data, text } = await callTool(server, 'glossary_list')
  assert.deepEqual(data, { terms: graph().glossary })
  assert.equal(text, 'Server-side rendering (also: SSR)\nRendering on the server.')
  assert.deepEqual(await callTool(explaining([]), 'glossary_list').then(({ data }) => data), { terms: [] })
})

test('glossary_list cuts definitions before it leaves out terms', async () => {
  const { data, size } = await callTool(explaining(terms(75, 2_000)), 'glossary_list')
  const shown = listIn(data, 'terms')
  assert.deepEqual([data['truncated'], data['total'], shown.length], [true, 75, 75])
  assert.equal(shown[0]?.['definition'], `${'é'.repeat(100)}…`)
  assert.ok(size <= 40_000, String(size))
})

test('glossary_list leaves out the last terms of a large glossary', async () => {
  const { data, size } = await callTool(explaining(terms(5_000, 150)), 'glossary_list')
  const shown = listIn(data, 'terms')
  assert.deepEqual([data['truncated'], data['total']], [true, 5_000])
  assert.ok(shown.length > 50 && shown.length < 200 && size <= 40_000, `${shown.length} in ${size} bytes`)
  assert.equal(shown.at(-1)?.['term'], `Term ${shown.length - 1}`)
})

test('glossary_get names the nearest terms for an unknown one', async () => {
  assert.equal(await errorOf(server, 'glossary_get', { term: 'SSRR' }), 'No glossary term "SSRR". Nearest: "SSR". Use search, or glossary_list for all terms.')
  assert.equal(await errorOf(server, 'glossary_get', { term: 'xyz' }), 'No glossary term "xyz". Use search, or glossary_list for all terms.')
  assert.equal(await errorOf(explaining([]), 'glossary_get', { term: 'xyz' }), 'No glossary term "xyz". Use search: the glossary is empty.')
  for (const term of ['__proto__', 'constructor', 'toString']) assert.match(await errorOf(server, 'glossary_get', { term }), /^No glossary term/)
})

test('glossary_get quotes only the beginning of a long name', async () => {
  assert.ok((await errorOf(server, 'glossary_get', { term: 'x'.repeat(2_000) })).length < 200)
})

test('glossary_get cuts an entry that is too large, and says how large it is', async () => {
  const huge = { term: 'Huge', aliases: Array.from({ length: 9_000 }, (_, i) => `alias ${i}`), definition: '𝄞'.repeat(100_000) }
  const { data, size } = await callTool(explaining([huge]), 'glossary_get', { term: 'huge' })
  assert.deepEqual([data['truncated'], data['total']], [true, { aliases: 9_000, definitionLength: 200_000 }])
  assert.ok(size <= 40_000 && size > 35_000, String(size))
  assert.match(String(data['definition']), /^(?:𝄞)+…$/u)
})
