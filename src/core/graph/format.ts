/**
 * Graph <-> the text of its file, which people read in diffs: keys in a fixed order, two-space indent, one trailing
 * newline, the same bytes for the same graph. Everything that the service serves is checked here, once; unknown extra
 * fields are dropped.
 */
import { AskError } from '../base/errors.ts'
import {
  type Fact, type FactKind, type GlossaryEntry, type Graph, GRAPH_VERSION, type GraphSection, type KnowledgeNode,
  type SourceRef,
} from './graph.ts'
import { MAX_QUERIES } from './queries.ts'
import { type Decode, fieldsOf, filledText, formatError, link, listOf, oneOf, orNull, text } from './shape.ts'

/** Sections, and glossary entries, of one site. */
const MAX_RECORDS = 1_000_000
/** Facts, sources, terms or aliases of one record. */
const MAX_PARTS = 10_000
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
  return decodeGraph(parseJson(text.replace(/^\uFEFF/, '')))
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    const problem = /^<{7} /m.test(text) ? 'holds the marks of a merge conflict' : 'is not JSON'
    throw new AskError('graph-format', `The text ${problem}; run \`ask kg build\``, { cause })
  }
}

/**
 * The graph in `value`. Throws `AskError('graph-format')` with the JSON path of the fault.
 *
 * @example
 * const graph = await extractGraph(readSite([{ path: 'a.md', text: '# Server\n\nStart it' }]).pages)
 * decodeGraph(JSON.parse(formatGraph(graph))).sections[0].summary // 'Start it'
 */
export function decodeGraph(value: unknown): Graph {
  const field = fieldsOf(value, '')
  const graph: Graph = {
    version: field('version', version),
    contentHash: field('contentHash', filledText),
    builtBy: field('builtBy', filledText),
    sections: field('sections', listOf(decodeSection, MAX_RECORDS)),
    glossary: field('glossary', listOf(decodeGlossaryEntry, MAX_RECORDS)),
    suggestions: field('suggestions', listOf(filledText, MAX_PARTS)),
    overview: field('overview', text),
    context: field('context', text),
  }
  refuseDuplicateIds(graph.sections)
  return graph
}

/** The section of a file. */
const decodeSection: Decode<GraphSection> = (value, path) => {
  const field = fieldsOf(value, path)
  const queries = field('queries', orNull(listOf(filledText, MAX_QUERIES)))
  const queriesHash = field('queriesHash', orNull(filledText))
  return {
    ...decodeNode(value, path),
    ...(queries !== null && { queries }),
    ...(queries !== null && queriesHash !== null && { queriesHash }),
  }
}

/** The section in the value at `path`, without its queries; see `decodeGraph`. */
export const decodeNode: Decode<KnowledgeNode> = (value, path) => {
  const field = fieldsOf(value, path)
  return {
    id: field('id', filledText),
    kind: field('kind', oneOf(['section'])),
    title: field('title', text),
    heading: field('heading', orNull(text)),
    group: field('group', orNull(text)),
    url: field('url', link),
    summary: field('summary', text),
    facts: field('facts', listOf(decodeFact, MAX_PARTS)),
    sources: field('sources', listOf(decodeSource, MAX_PARTS)),
    mode: field('mode', oneOf(['agent-primary', 'source-primary'])),
    terms: field('terms', listOf(text, MAX_PARTS)),
  }
}

/** The glossary entry in the value at `path`; see `decodeGraph`. */
export const decodeGlossaryEntry: Decode<GlossaryEntry> = (value, path) => {
  const field = fieldsOf(value, path)
  return {
    term: field('term', filledText),
    aliases: field('aliases', listOf(filledText, MAX_PARTS)),
    definition: field('definition', text),
  }
}

const version: Decode<typeof GRAPH_VERSION> = (value, path) => {
  if (value === GRAPH_VERSION) return GRAPH_VERSION
  if (typeof value !== 'number') throw formatError(path, `must be ${GRAPH_VERSION}: this is no graph file of ask`)
  const remedy = value > GRAPH_VERSION ? 'update ask' : 'run `ask kg build`'
  throw formatError(path, `must be ${GRAPH_VERSION}, found ${value}; ${remedy}`)
}

const decodeFact: Decode<Fact> = (value, path) => {
  const field = fieldsOf(value, path)
  return {
    kind: field('kind', oneOf(FACT_KINDS)),
    literal: field('literal', filledText),
    chunkId: field('chunkId', filledText),
  }
}

const decodeSource: Decode<SourceRef> = (value, path) => {
  const field = fieldsOf(value, path)
  return {
    chunkId: field('chunkId', filledText),
    url: field('url', link),
    anchor: field('anchor', orNull(text)),
  }
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
