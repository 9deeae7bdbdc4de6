/**
 * Pages -> a graph without a model: every sentence is the site's own, every
 * literal a stretch of its section. The same pages give the same graph,
 * whatever the machine, locale or version.
 */
import { type Chunk, chunkPages } from '../../content/chunk.ts'
import { contentHash } from '../../content/hash.ts'
import type { Page } from '../../content/page.ts'
import { GRAPH_VERSION, type Graph, type KnowledgeNode, type NodeMode } from '../../graph/graph.ts'
import { formatOverview } from '../../graph/overview.ts'
import { findFacts } from './facts.ts'
import { type Definition, findDefinitions } from './definition.ts'
import { formGlossary } from './glossary.ts'
import { introduceSite } from './introduction.ts'
import { firstSentences } from './sentence.ts'
import { suggestQuestions } from './suggestions.ts'
import { summarize, type SummaryContext } from './summary.ts'
import { findTopics, proseOf, termsOf } from './topics.ts'
import { countWords } from './words.ts'

/** What a graph that rules built says it was built by. */
export const EXTRACTIVE = 'extractive'
/** Sentences of one section that are read for its summary and for definitions. */
const MAX_SENTENCES = 120
/** Share of code blocks and table rows from which on the source says more than its summary. */
const SOURCE_SHARE = 0.5

/** What rules alone find in pages. */
export interface Extract {
  readonly chunks: readonly Chunk[]
  /** One node a chunk, in its order: page order, then position. */
  readonly sections: readonly KnowledgeNode[]
  readonly definitions: readonly Definition[]
}

/** The parts that a graph of the pages is made of. */
export function extractSections(pages: readonly Page[]): Extract {
  const chunks = chunkPages(pages)
  const stats = countWords(textsOf(chunks))
  const descriptions = new Map(pages.map(({ slug, description }) => [slug, description]))
  const children = childrenOf(chunks)
  const definitions: Definition[] = []
  const sections = chunks.map((chunk, i) => {
    const sentences = firstSentences(chunk, MAX_SENTENCES)
    definitions.push(...findDefinitions(chunk, sentences))
    const description = chunk.heading === null ? (descriptions.get(chunk.page) ?? null) : null
    return distill(chunk, { sentences, topics: findTopics(chunk, stats), children: children[i]!, description })
  })
  return { chunks, sections, definitions }
}

/** One node a section, in page order then position. */
export async function extractGraph(pages: readonly Page[]): Promise<Graph> {
  const { chunks, sections, definitions } = extractSections(pages)
  return {
    version: GRAPH_VERSION,
    contentHash: await contentHash(chunks),
    builtBy: EXTRACTIVE,
    sections,
    glossary: formGlossary(definitions),
    suggestions: suggestQuestions(chunks),
    overview: formatOverview(sections),
    context: introduceSite(pages),
  }
}

function* textsOf(chunks: readonly Chunk[]): Generator<string> {
  for (const chunk of chunks) yield `${chunk.heading ?? ''}\n${proseOf(chunk, Infinity)}`
}

function distill(chunk: Chunk, context: SummaryContext): KnowledgeNode {
  return {
    id: chunk.id,
    kind: 'section',
    title: chunk.title,
    heading: chunk.heading,
    group: chunk.group,
    url: chunk.url,
    summary: summarize(chunk, context),
    facts: findFacts(chunk),
    sources: [{ chunkId: chunk.id, url: chunk.url, anchor: chunk.anchor }],
    mode: modeOf(chunk),
    terms: termsOf(context.topics),
  }
}

/** For each chunk the headings right below it. */
function childrenOf(chunks: readonly Chunk[]): readonly (readonly string[])[] {
  const children: string[][] = chunks.map(() => [])
  const open: { readonly page: string; readonly depth: number; readonly ordinal: number }[] = []
  for (const [ordinal, { page, heading, parents }] of chunks.entries()) {
    const depth = heading === null ? 0 : parents.length + 1
    while (open.length > 0 && (open.at(-1)!.page !== page || open.at(-1)!.depth >= depth)) open.pop()
    const parent = open.at(-1)
    if (parent !== undefined && heading !== null) children[parent.ordinal]!.push(heading)
    open.push({ page, depth, ordinal })
  }
  return children
}

function modeOf({ text, code }: Chunk): NodeMode {
  const blocks = code.filter(({ isBlock }) => isBlock)
  let shown = 0
  let from = 0
  for (const { start, end } of [...blocks, { start: text.length, end: text.length }]) {
    const rows = text.slice(from, start).split('\n').filter((line) => line.includes('\t'))
    shown += end - start + rows.reduce((sum, row) => sum + row.length, 0)
    from = end
  }
  return shown > 0 && shown >= SOURCE_SHARE * text.length ? 'source-primary' : 'agent-primary'
}
