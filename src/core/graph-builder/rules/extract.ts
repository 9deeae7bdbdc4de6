/**
 * Pages -> a graph without a model: every sentence is from the site, every literal from its section. The same pages
 * give the same graph on every machine, in every locale and version. The texts about the site as a whole are in one
 * language: the main one of a site that is translated.
 */
import { type Chunk, chunkPages } from '../../content/chunk.ts'
import { contentHash } from '../../content/hash.ts'
import type { Page } from '../../content/page.ts'
import { type Graph, GRAPH_VERSION, type KnowledgeNode, type NodeMode } from '../../graph/graph.ts'
import { formatOverview } from '../../graph/overview.ts'
import { firstSentences } from '../prose/sentence.ts'
import { countWords, readSpelling } from '../prose/spelling.ts'
import { findFacts } from './facts.ts'
import { type Definition, findDefinitions, formGlossary } from './glossary.ts'
import { introduceSite } from './introduction.ts'
import { suggestQuestions } from './suggestions.ts'
import { findTopics, proseOf, summarize, type SummaryContext, termsOf } from './summary.ts'

/** `builtBy` of a graph that rules built. */
export const EXTRACTIVE = 'extractive'
/** Sentences of one section that are read for its summary and for definitions. */
const MAX_SENTENCES = 120
/** Minimum share of code blocks and table rows in a section whose source is needed. */
const SOURCE_SHARE = 0.5
/** Minimum share of pages without a language, of those of the largest one, that makes them the main pages. */
const MAIN_SHARE = 0.5

/** Sections and definitions of pages by rules alone. */
export interface Extract {
  readonly chunks: readonly Chunk[]
  /** One node for each chunk: in page order, then position. */
  readonly sections: readonly KnowledgeNode[]
  readonly definitions: readonly Definition[]
}

/** Extracts sections and definitions. */
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
    const topics = findTopics(chunk, stats)
    return describeSection(chunk, { sentences, topics, children: children[i] ?? [], description })
  })
  return { chunks, sections, definitions }
}

/** Texts about a site as a whole, in its main language. */
export interface SiteTexts {
  readonly suggestions: readonly string[]
  /** Empty if no sentence is sure to introduce the site. */
  readonly context: string
}

/** Extracts the texts about the site; `chunks` are those of the pages. */
export function extractSiteTexts(pages: readonly Page[], chunks: readonly Chunk[]): SiteTexts {
  const mainPages = mainLanguagePages(pages)
  const slugs = new Set(mainPages.map(({ slug }) => slug))
  const mainChunks = chunks.filter(({ page }) => slugs.has(page))
  const spelling = readSpelling(mainChunks)
  return { suggestions: suggestQuestions(mainChunks, spelling), context: introduceSite(mainPages, spelling) }
}

/**
 * The graph of pages, its sections in page order, then position.
 *
 * @example
 * const { pages } = readSite([{ path: 'a.md', text: '# Server\n\nStart it with `--port 8787`.' }])
 * const { sections } = await extractGraph(pages)
 * sections[0].facts // [{ kind: 'flag', literal: '--port 8787', chunkId: 'a' }]
 */
export async function extractGraph(pages: readonly Page[]): Promise<Graph> {
  return graphOfExtract(extractSections(pages), pages)
}

/** The graph of an extract and the pages that it comes from. */
export async function graphOfExtract(extract: Extract, pages: readonly Page[]): Promise<Graph> {
  const { chunks, sections, definitions } = extract
  return {
    version: GRAPH_VERSION,
    contentHash: await contentHash(chunks),
    builtBy: EXTRACTIVE,
    sections,
    glossary: formGlossary(definitions),
    overview: formatOverview(sections),
    ...extractSiteTexts(pages, chunks),
  }
}

function* textsOf(chunks: readonly Chunk[]): Generator<string> {
  for (const chunk of chunks) yield `${chunk.heading ?? ''}\n${proseOf(chunk, Infinity)}`
}

function describeSection(chunk: Chunk, context: SummaryContext): KnowledgeNode {
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

/** For each chunk the headings one level below it. */
function childrenOf(chunks: readonly Chunk[]): readonly (readonly string[])[] {
  /** The chunks around the current one, innermost last. */
  const path: { readonly page: string; readonly depth: number; readonly children: string[] }[] = []
  return chunks.map(({ page, heading, parents }) => {
    const depth = heading === null ? 0 : parents.length + 1
    let parent = path.at(-1)
    while (parent !== undefined && (parent.page !== page || parent.depth >= depth)) {
      path.pop()
      parent = path.at(-1)
    }
    if (heading !== null) parent?.children.push(heading)
    const children: string[] = []
    path.push({ page, depth, children })
    return children
  })
}

function modeOf({ text, code }: Chunk): NodeMode {
  const blocks = code.filter(({ isBlock }) => isBlock)
  let sourceLength = 0
  let from = 0
  for (const { start, end } of [...blocks, { start: text.length, end: text.length }]) {
    const rows = text.slice(from, start).split('\n').filter((line) => line.includes('\t'))
    sourceLength += end - start + rows.reduce((sum, row) => sum + row.length, 0)
    from = end
  }
  return sourceLength > 0 && sourceLength >= SOURCE_SHARE * text.length ? 'source-primary' : 'agent-primary'
}

/**
 * The pages in the main language, in order, and those that state none: the language of the first page; else none if
 * many pages state none; else English; else that of most pages.
 */
export function mainLanguagePages(pages: readonly Page[]): readonly Page[] {
  const counts = new Map<string, number>()
  for (const { lang } of pages) counts.set(primary(lang), (counts.get(primary(lang)) ?? 0) + 1)
  const [[largest, size] = ['', 0]] = [...counts].sort(([, a], [, b]) => b - a)
  const isUnstated = (counts.get('') ?? 0) >= MAIN_SHARE * size
  const first = pages.find(({ slug }) => slug === 'index')?.lang ?? null
  const main = first === null ? (isUnstated ? '' : counts.has('en') ? 'en' : largest) : primary(first)
  return pages.filter(({ lang }) => lang === null || primary(lang) === main)
}

/** `pt` for `pt-BR`; empty for a page without a language. */
function primary(tag: string | null): string {
  return (tag ?? '').toLowerCase().split('-')[0] ?? ''
}
