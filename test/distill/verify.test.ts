import assert from 'node:assert/strict'
import { test } from 'node:test'
import { extractGraph } from '../../src/distill/extract.ts'
import { verifyGraph } from '../../src/distill/verify.ts'
import type { Graph, KnowledgeNode } from '../../src/graph/graph.ts'
import { formatOverview } from '../../src/graph/overview.ts'
import { chunksOf, page } from '../support/chunk.ts'

const PAGES = [
  page('index', { '': 'Acme builds sites.' }),
  page('guides/islands', { Islands: 'An island is a thing. Pass `--islands`.', Modes: 'Acme knows server-side rendering (SSR).' }),
]
const CHUNKS = chunksOf(...PAGES)
const GRAPH = await extractGraph(PAGES)

/** The findings for a graph that differs from the right one, each as `path:line section message`. */
async function check(changes: Partial<Graph>, expected: readonly string[]) {
  const graph = { ...GRAPH, ...changes }
  const findings = await verifyGraph({ ...graph, overview: changes.overview ?? formatOverview(graph.sections) }, CHUNKS)
  assert.deepEqual(findings.map(({ path, line, section, message }) => `${path}:${line} ${section} ${message}`), expected)
}

/** The sections with one of them changed. */
function sections(id: string, change: (node: KnowledgeNode) => Partial<KnowledgeNode>) {
  return { sections: GRAPH.sections.map((node) => (node.id === id ? { ...node, ...change(node) } : node)) }
}

const ID = 'guides/islands#islands'
const AT = `guides/islands.md:5 ${ID}`

test('verifyGraph() finds nothing wrong with the graph of the content', async () => {
  await check({}, [])
})

test('verifyGraph() finds a literal that its source does not hold', async () => {
  await check(sections(ID, () => ({ facts: [{ kind: 'flag', literal: '--island ', chunkId: ID }] })), [`${AT} does not hold the literal "--island "`])
  await check(sections(ID, () => ({ facts: [{ kind: 'flag', literal: 'x', chunkId: 'gone' }] })), [`${AT} has a fact from gone, which is not in the content`])
})

test('verifyGraph() finds a wrong anchor, address or source', async () => {
  const source = { chunkId: ID, url: '/guides/islands/#islands', anchor: 'islands' }
  const changed = (change: Partial<typeof source>) => sections(ID, () => ({ sources: [{ ...source, ...change }] }))
  await check(changed({ anchor: 'isle' }), [`${AT} has the anchor "islands", in the graph "isle"`])
  await check(changed({ url: '/x/' }), [`${AT} has the address "/guides/islands/#islands", in the graph "/x/"`])
  await check(changed({ chunkId: 'gone' }), [`${AT} names the source gone, which is not in the content`])
  await check(sections(ID, () => ({ url: '/x/' })), [`${AT} has the address "/guides/islands/#islands", in the graph "/x/"`])
  await check(sections(ID, () => ({ title: 'T', group: null })), [`${AT} has the title "Islands", in the graph "T"`, `${AT} has the group "guides", in the graph null`])
})

test('verifyGraph() finds sections too many and too few, and a wrong order', async () => {
  const [first, ...rest] = GRAPH.sections as readonly [KnowledgeNode, ...KnowledgeNode[]]
  await check({ sections: rest }, ['index.md:1 index is missing from the graph'])
  await check({ sections: [...GRAPH.sections, { ...first, id: 'gone' }] }, ['null:null gone is not in the content'])
  await check({ sections: [...rest, first] }, ['null:null null The sections are not in the order of the content'])
})

test('verifyGraph() finds names that stand for two entries', async () => {
  const entry = (term: string, ...aliases: string[]) => ({ term, aliases, definition: 'x' })
  await check({ glossary: [entry('A', 'x'), entry('B', 'X')] }, ['null:null null The glossary name "X" of "B" already stands for "A"'])
  await check({ glossary: [entry('A'), entry('a')] }, ['null:null null The glossary name "a" of "a" already stands for "A"'])
  await check({ glossary: [entry('A', 'a')] }, ['null:null null The glossary name "a" of "A" already stands for "A"'])
})

test('verifyGraph() finds an overview that is another, and a graph of other content', async () => {
  await check({ overview: `${GRAPH.overview} ` }, ['null:null null The overview is not the one of the sections'])
  await check({ contentHash: 'sha256:0' }, ['null:null null The graph was built from other content: run `ask kg build`'])
})
