/**
 * The knowledge graph (contract: KnowledgeNode and its parts) <-> the text of its file, which people read in diffs:
 * keys in a fixed order, two-space indent, one trailing newline, the same bytes for the same graph. Everything that the
 * service serves is checked here, once; unknown extra fields are dropped.
 */
import { AskError } from '../base/errors.ts'
import { parseJson } from '../base/json.ts'
import { type Decode, filledText, formatError, link, listOf, objectOf, oneOf, optional, orNull, text } from './shape.ts'

export const GRAPH_VERSION = 3
/** `builtBy` of a graph that rules built. */
export const EXTRACTIVE = 'extractive'

export type FactKind = 'flag' | 'code' | 'value' | 'default' | 'key'

/** A string of the source, exact to the character. */
export interface Fact {
  readonly kind: FactKind
  readonly literal: string
  readonly chunkId: string
}

/** The source of a section; `anchor` is null for a page-level section. */
export interface SourceRef {
  readonly chunkId: string
  readonly url: string
  readonly anchor: string | null
}

/**
 * The part of a section to show. `agent-primary`: summary and facts are enough.
 * `source-primary`: the source itself (tables, code, literals) is needed.
 */
export type NodeMode = 'agent-primary' | 'source-primary'

/** One section of the site, summarized. */
export interface KnowledgeNode {
  /** `<slug>#<anchor>`, or `<slug>` for a page-level section. */
  readonly id: string
  readonly kind: 'section'
  readonly title: string
  readonly heading: string | null
  readonly group: string | null
  readonly url: string
  readonly summary: string
  readonly facts: readonly Fact[]
  readonly sources: readonly SourceRef[]
  readonly mode: NodeMode
  readonly terms: readonly string[]
}

/**
 * A section as in the file. Its queries are what readers would type who want it, in words of their own (document
 * expansion: Nogueira et al., Document Expansion by Query Prediction, 2019).
 */
export interface GraphSection extends KnowledgeNode {
  /** Absent: not written yet. */
  readonly queries?: readonly string[]
  /** `textHash` of the text that the queries were written for. Absent: they belong to the graph's own content. */
  readonly queriesHash?: string
}

export interface GlossaryEntry {
  readonly term: string
  readonly aliases: readonly string[]
  readonly definition: string
}

/** The content of `.service/kg.json`. */
export interface Graph {
  readonly version: typeof GRAPH_VERSION
  /** `sha256:` and 64 hex digits over every chunk's id and text. */
  readonly contentHash: string
  /** `extractive`, or the name of the model that wrote summaries and definitions. */
  readonly builtBy: string
  readonly sections: readonly GraphSection[]
  readonly glossary: readonly GlossaryEntry[]
  readonly suggestions: readonly string[]
  /** Grouped table of contents, derived from the sections alone. */
  readonly overview: string
  /** Prose orientation. */
  readonly context: string
}

/** Sections, and glossary entries, of one site. */
const MAX_RECORDS = 1_000_000
/** Facts, sources, terms or aliases of one record. */
const MAX_PARTS = 10_000
/** Queries of one section. */
export const MAX_QUERIES = 8
/** All keys of the file. `JSON.stringify` writes the keys of each object in this order. */
const KEYS = [
  'version', 'contentHash', 'builtBy', 'sections', 'glossary', 'suggestions', 'overview', 'context',
  'id', 'kind', 'literal', 'chunkId', 'title', 'heading', 'group', 'url', 'anchor', 'summary', 'facts', 'sources',
  'mode', 'terms', 'queries', 'queriesHash', 'term', 'aliases', 'definition',
]
/** A list of queries as `JSON.stringify` writes it, on several lines: no line break is inside of a JSON text. */
const QUERIES = /^( *)"queries": \[\n([^]*?)\n\1\]/gm

const FACT_KINDS: readonly FactKind[] = ['flag', 'code', 'value', 'default', 'key']

/**
 * The text of the graph's file. The queries of a section are one line, so that a diff has one for each section.
 *
 * @example
 * const graph = await extractGraph(readSite([{ path: 'a.md', text: '# Server\n\nStart it.' }]).pages)
 * decodeGraph(JSON.parse(formatGraph(graph))).contentHash === graph.contentHash // true
 */
export function formatGraph(graph: Graph): string {
  const text = JSON.stringify(graph, KEYS, 2).replace(QUERIES, (_, indent: string, items: string) => {
    return `${indent}"queries": [${items.split('\n').map((item) => item.trim()).join(' ')}]`
  })
  return `${text}\n`
}

/** The graph in the text of a file. Throws `AskError('graph-format')`. */
export function parseGraph(text: string): Graph {
  const value = parseJson(text.replace(/^\uFEFF/, ''))
  if (value !== undefined) return decodeGraph(value)
  const problem = /^<{7} /m.test(text) ? 'holds the marks of a merge conflict' : 'is not JSON'
  throw new AskError('graph-format', `The text ${problem}; run \`ask kg build\``)
}

const decodeFact = objectOf<Fact>({ kind: oneOf(FACT_KINDS), literal: filledText, chunkId: filledText })
const decodeSource = objectOf<SourceRef>({ chunkId: filledText, url: link, anchor: orNull(text) })

/** What a list has of the section in the value at `path`. */
export const decodeSummary = objectOf<Pick<KnowledgeNode, 'id' | 'title' | 'heading' | 'group' | 'url'>>({
  id: filledText, title: text, heading: orNull(text), group: orNull(text), url: link,
})

/** The section in the value at `path`, without its queries; see `decodeGraph`. */
export const decodeNode = objectOf<KnowledgeNode>({
  id: filledText,
  kind: oneOf(['section']),
  title: text,
  heading: orNull(text),
  group: orNull(text),
  url: link,
  summary: text,
  facts: listOf(decodeFact, MAX_PARTS),
  sources: listOf(decodeSource, MAX_PARTS),
  mode: oneOf(['agent-primary', 'source-primary']),
  terms: listOf(text, MAX_PARTS),
})

/** The glossary entry in the value at `path`; see `decodeGraph`. */
export const decodeGlossaryEntry = objectOf<GlossaryEntry>({
  term: filledText,
  aliases: listOf(filledText, MAX_PARTS),
  definition: text,
})

const version: Decode<typeof GRAPH_VERSION> = (value, path) => {
  if (value === GRAPH_VERSION) return GRAPH_VERSION
  if (typeof value !== 'number') throw formatError(path, `must be ${GRAPH_VERSION}: this is no graph file of ask`)
  const remedy = value > GRAPH_VERSION ? 'update ask' : 'run `ask kg build`'
  throw formatError(path, `must be ${GRAPH_VERSION}, found ${value}; ${remedy}`)
}

const decodeQueries = objectOf<Pick<GraphSection, 'queries' | 'queriesHash'>>({
  queries: optional(listOf(filledText, MAX_QUERIES)),
  queriesHash: optional(filledText),
})

const decodeSection: Decode<GraphSection> = (value, path) => {
  const { queries, queriesHash } = decodeQueries(value, path)
  const node = decodeNode(value, path)
  return queries === undefined ? node : { ...node, queries, ...(queriesHash !== undefined && { queriesHash }) }
}

const decodeFields = objectOf<Graph>({
  version,
  contentHash: filledText,
  builtBy: filledText,
  sections: listOf(decodeSection, MAX_RECORDS),
  glossary: listOf(decodeGlossaryEntry, MAX_RECORDS),
  suggestions: listOf(filledText, MAX_PARTS),
  overview: text,
  context: text,
})

/**
 * The graph in `value`. Throws `AskError('graph-format')` with the JSON path of the fault.
 *
 * @example
 * const graph = await extractGraph(readSite([{ path: 'a.md', text: '# Server\n\nStart it' }]).pages)
 * decodeGraph(JSON.parse(formatGraph(graph))).sections[0].summary // 'Start it'
 */
export function decodeGraph(value: unknown): Graph {
  const graph = decodeFields(value, '')
  refuseDuplicateIds(graph.sections)
  return graph
}

function refuseDuplicateIds(sections: readonly KnowledgeNode[]): void {
  const seen = new Map<string, number>()
  for (const [i, { id }] of sections.entries()) {
    const first = seen.get(id)
    seen.set(id, i)
    if (first === undefined) continue
    throw formatError(`sections[${i}].id`, `repeats ${JSON.stringify(id)} of sections[${first}]`)
  }
}
