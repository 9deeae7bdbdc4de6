/**
 * A graph and the content it should come from -> what doesn't hold. A graph is
 * trusted as far as this finds nothing.
 */
import { type Chunk, chunkPages } from '../../content/chunk.ts'
import { contentHash } from '../../content/hash.ts'
import type { Page } from '../../content/page.ts'
import { diffGraphs } from '../../graph/diff.ts'
import { foldTerm } from '../../graph/fold.ts'
import type { GlossaryEntry, Graph, KnowledgeNode } from '../../graph/graph.ts'
import { formatOverview } from '../../graph/overview.ts'
import { EXTRACTIVE, extractGraph } from '../rules/extract.ts'
import { createGrounds } from './evidence.ts'
import { inventedLiterals } from './validation.ts'
import { findInvisible, findOrder } from './prompt-injection.ts'

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
export async function verifyGraph(graph: Graph, pages: readonly Page[]): Promise<Finding[]> {
  const chunks = chunkPages(pages)
  const groundsOf = createGrounds(pages)
  const known = new Map(chunks.map((chunk) => [chunk.id, chunk]))
  const ids = new Set(graph.sections.map(({ id }) => id))
  const hash = await contentHash(chunks)
  const findings = [
    ...graph.sections.flatMap((node) => {
      const chunk = known.get(node.id)
      if (chunk === undefined) return [{ section: node.id, path: null, line: null, message: 'is not in the content' }]
      return [...verifyNode(node, chunk, known), ...verifyProse(node, chunk, groundsOf(chunk))]
    }),
    ...chunks.filter(({ id }) => !ids.has(id)).map((chunk) => at(chunk, 'is missing from the graph')),
    ...verifyOrder(graph, chunks),
    ...verifyGlossary(graph.glossary),
    ...verifyWhole(graph, chunks),
    ...(graph.overview === formatOverview(graph.sections) ? [] : [whole('The overview is not the one of the sections')]),
    ...(graph.contentHash === hash ? [] : [whole('The graph was built from other content: run `ask kg build`')]),
  ]
  return findings.length > 0 || graph.builtBy !== EXTRACTIVE ? findings : verifyRules(graph, pages, known)
}

/** What rules alone have built, they build again to the letter: nothing of it can be changed by hand unseen. */
async function verifyRules(graph: Graph, pages: readonly Page[], known: ReadonlyMap<string, Chunk>): Promise<Finding[]> {
  return diffGraphs(await extractGraph(pages), graph).map(({ area, subject, field }) => {
    const chunk = area === 'section' ? known.get(subject ?? '') : undefined
    const what = field === null ? 'an entry' : `the ${field}`
    if (chunk !== undefined) return at(chunk, `has ${what} that the rules do not give: run \`ask kg build\``)
    return whole(`The ${area === 'graph' ? 'graph' : `${area} ${JSON.stringify(subject)}`} has ${what} that the rules do not give: run \`ask kg build\``)
  })
}

function verifyNode(node: KnowledgeNode, chunk: Chunk, known: ReadonlyMap<string, Chunk>): Finding[] {
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

/** A summary puts a section in other words, never its exact strings; and says to models nothing that people don't see. */
function verifyProse({ summary, terms }: KnowledgeNode, chunk: Chunk, grounds: string): Finding[] {
  const made = inventedLiterals(summary, grounds).map((literal) => at(chunk, `does not hold ${JSON.stringify(literal)} of its summary`))
  return [...made, ...smuggled([summary, ...terms].join('\n'), grounds).map((what) => at(chunk, `has ${what} in its summary or terms`))]
}

/** The same for what is said of the site as a whole. */
function verifyWhole({ glossary, suggestions, context }: Graph, chunks: readonly Chunk[]): Finding[] {
  const texts = [
    ...glossary.map(({ term, aliases, definition }) => [`The glossary entry ${JSON.stringify(term)}`, [term, ...aliases, definition].join('\n')] as const),
    ...suggestions.map((suggestion) => ['A suggestion', suggestion] as const),
    ['The context', context] as const,
  ]
  const suspects = texts.flatMap(([name, text]) => smuggled(text, '').map((what) => ({ name, what, text })))
  return suspects.filter(({ text }) => !isOfContent(text, chunks)).map(({ name, what }) => whole(`${name} has ${what}`))
}

/** What a text holds that was slipped in; orders that stand in the content, for all to see, are the site's own subject. */
function smuggled(text: string, grounds: string): string[] {
  const order = findOrder(text)
  const isOwn = order === null || grounds.includes(order)
  return [...findInvisible(text).map((char) => `the invisible character ${char}`), ...(isOwn ? [] : [`an order to a model (${JSON.stringify(order)})`])]
}

function isOfContent(text: string, chunks: readonly Chunk[]): boolean {
  const order = findOrder(text)
  return findInvisible(text).length === 0 && order !== null && chunks.some((chunk) => chunk.text.includes(order))
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
