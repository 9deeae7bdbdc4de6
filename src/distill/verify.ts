/**
 * A graph and the content it should come from -> what doesn't hold. A graph is
 * trusted as far as this finds nothing.
 */
import type { Chunk } from '../content/chunk.ts'
import { contentHash } from '../content/hash.ts'
import { foldTerm } from '../graph/fold.ts'
import type { GlossaryEntry, Graph, KnowledgeNode } from '../graph/graph.ts'
import { formatOverview } from '../graph/overview.ts'

/** One thing that doesn't hold. */
export interface Finding {
  /** Id of the section it is about; null for the graph as a whole. */
  readonly section: string | null
  /** Where the section starts in the content; null where it isn't in the content. */
  readonly path: string | null
  /** From 1; null without a path. */
  readonly line: number | null
  readonly message: string
}

/** Section by section, in the order of the graph; then what the graph lacks, then what concerns it as a whole. */
export async function verifyGraph(graph: Graph, chunks: readonly Chunk[]): Promise<Finding[]> {
  const known = new Map(chunks.map((chunk) => [chunk.id, chunk]))
  const ids = new Set(graph.sections.map(({ id }) => id))
  const hash = await contentHash(chunks)
  return [
    ...graph.sections.flatMap((node) => verifyNode(node, known)),
    ...chunks.filter(({ id }) => !ids.has(id)).map((chunk) => at(chunk, 'is missing from the graph')),
    ...verifyOrder(graph, chunks),
    ...verifyGlossary(graph.glossary),
    ...(graph.overview === formatOverview(graph.sections) ? [] : [whole('The overview is not the one of the sections')]),
    ...(graph.contentHash === hash ? [] : [whole('The graph was built from other content: run `ask kg build`')]),
  ]
}

function verifyNode(node: KnowledgeNode, known: ReadonlyMap<string, Chunk>): Finding[] {
  const chunk = known.get(node.id)
  if (chunk === undefined) return [{ section: node.id, path: null, line: null, message: 'is not in the content' }]
  const fields = (['title', 'heading', 'group', 'url'] as const)
    .filter((field) => node[field] !== chunk[field])
    .map((field) => at(chunk, differs(field === 'url' ? 'address' : field, chunk[field], node[field])))
  const facts = node.facts.flatMap(({ literal, chunkId }) => {
    const source = known.get(chunkId)
    if (source === undefined) return [at(chunk, `has a fact from ${chunkId}, which is not in the content`)]
    return source.text.includes(literal) ? [] : [at(source, `does not hold the literal ${JSON.stringify(literal)}`)]
  })
  const sources = node.sources.flatMap(({ chunkId, url, anchor }) => {
    const source = known.get(chunkId)
    if (source === undefined) return [at(chunk, `names the source ${chunkId}, which is not in the content`)]
    if (source.anchor !== anchor) return [at(source, differs('anchor', source.anchor, anchor))]
    return source.url === url ? [] : [at(source, differs('address', source.url, url))]
  })
  return [...fields, ...facts, ...sources]
}

function verifyOrder({ sections }: Graph, chunks: readonly Chunk[]): Finding[] {
  const positions = new Map(chunks.map(({ id }, i) => [id, i]))
  const order = sections.flatMap(({ id }) => positions.get(id) ?? [])
  const isOrdered = order.every((position, i) => i === 0 || order[i - 1]! < position)
  return isOrdered ? [] : [whole('The sections are not in the order of the content')]
}

/** No name may stand for two entries, or twice for one. */
function verifyGlossary(glossary: readonly GlossaryEntry[]): Finding[] {
  const seen = new Map<string, string>()
  return glossary.flatMap(({ term, aliases }) =>
    [term, ...aliases].flatMap((name) => {
      const other = seen.get(foldTerm(name))
      if (other === undefined) {
        seen.set(foldTerm(name), term)
        return []
      }
      const [twice, of, first] = [name, term, other].map((text) => JSON.stringify(text))
      return [whole(`The glossary name ${twice} of ${of} already stands for ${first}`)]
    }),
  )
}

function differs(field: string, inContent: string | null, inGraph: string | null): string {
  return `has the ${field} ${JSON.stringify(inContent)}, in the graph ${JSON.stringify(inGraph)}`
}

function at({ id, path, line }: Chunk, message: string): Finding {
  return { section: id, path, line, message }
}

function whole(message: string): Finding {
  return { section: null, path: null, line: null, message }
}
