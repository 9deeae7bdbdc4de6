/**
 * Pages -> a graph without a model: every sentence is from the site, every literal from its section. The same pages
 * give the same graph on every machine, in every locale and version. Texts about the site as a whole are in one
 * language: the main one of a site that is translated. Its introduction is a sentence of an introductory page that says
 * what the subject of the site is, else the description of the root page; nothing if neither is sure.
 */
import { countBy, foldSpace } from '../../base/text.ts'
import { type Chunk, chunkPages, contentHash } from '../../content/chunk.ts'
import type { Page, Section } from '../../content/page.ts'
import { codeSpans, tableRows } from '../../content/structure/encoding.ts'
import { EXTRACTIVE, type Graph, GRAPH_VERSION, type KnowledgeNode, type NodeMode } from '../../graph/graph.ts'
import { formatOverview } from '../../graph/overview.ts'
import { primaryOf } from '../../text/language.ts'
import { firstSentences, type Sentence, standsAlone } from '../prose/sentence.ts'
import { countWords, readSpelling, type Spelling } from '../prose/spelling.ts'
import { findFacts } from './facts.ts'
import { type Definition, findDefinitions, formGlossary } from './glossary.ts'
import { suggestQuestions } from './suggestions.ts'
import { findTerms, proseOf, summarize } from './summary.ts'

/** Sentences of one section that are read for its summary and for definitions. */
const MAX_SENTENCES = 120
/** Minimum share of code blocks and table rows in a section whose source is needed. */
const SOURCE_SHARE = 0.5
/** Minimum share of pages without a language, of those of the largest one, that makes them the main pages. */
const MAIN_SHARE = 0.5

/** Sections and definitions of pages by rules alone. */
export type Extract = ReturnType<typeof extractSections>

/** Extracts sections, one node for each chunk, and definitions: in page order, then position. */
export function extractSections(pages: readonly Page[]) {
  const chunks = chunkPages(pages)
  const idf = countWords(textsOf(chunks))
  const descriptions = new Map(pages.map(({ slug, description }) => [slug, description]))
  const children = childrenOf(chunks)
  const definitions: Definition[] = []
  const sections = chunks.map((chunk, i) => {
    const sentences = firstSentences(chunk, MAX_SENTENCES)
    definitions.push(...findDefinitions(chunk, sentences))
    const description = chunk.heading === null ? (descriptions.get(chunk.page) ?? null) : null
    const summary = summarize(chunk, { sentences, children: children[i] ?? [], description })
    return describeSection(chunk, summary, findTerms(chunk, idf))
  })
  return { chunks, sections, definitions }
}

/** The texts about the site; `chunks` are those of the pages. No context if no sentence is sure to introduce it. */
export function extractSiteTexts(pages: readonly Page[], chunks: readonly Chunk[]) {
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
  for (const chunk of chunks) yield `${chunk.heading ?? ''}\n${proseOf(chunk)}`
}

function describeSection(chunk: Chunk, summary: string, terms: readonly string[]): KnowledgeNode {
  return {
    id: chunk.id,
    kind: 'section',
    title: chunk.title,
    heading: chunk.heading,
    group: chunk.group,
    url: chunk.url,
    summary,
    facts: findFacts(chunk),
    sources: [{ chunkId: chunk.id, url: chunk.url, anchor: chunk.anchor }],
    mode: modeOf(chunk),
    terms,
  }
}

/** For each chunk the headings one level below it. */
function childrenOf(chunks: readonly Chunk[]): readonly (readonly string[])[] {
  /** The chunks around the current one, innermost last. */
  const path: { readonly page: string; readonly depth: number; readonly children: string[] }[] = []
  return chunks.map(({ page, heading, parents }) => {
    const depth = heading === null ? 0 : parents.length + 1
    path.splice(path.findLastIndex((one) => one.page === page && one.depth < depth) + 1)
    if (heading !== null) path.at(-1)?.children.push(heading)
    const children: string[] = []
    path.push({ page, depth, children })
    return children
  })
}

function modeOf({ text, code, structure }: Chunk): NodeMode {
  const source = [...tableRows(structure), ...code.filter(({ isBlock }) => isBlock)]
  const length = source.reduce((sum, { start, end }) => sum + end - start, 0)
  return length > 0 && length >= SOURCE_SHARE * text.length ? 'source-primary' : 'agent-primary'
}

/**
 * The pages in the main language, in order, and those that state none: the language of the first page; else none if
 * many pages state none; else English; else that of most pages.
 */
export function mainLanguagePages(pages: readonly Page[]): readonly Page[] {
  const counts = countBy(pages, ({ lang }) => primaryOf(lang))
  const [[largest, size] = ['', 0]] = [...counts].sort(([, a], [, b]) => b - a)
  const isUnstated = (counts.get('') ?? 0) >= MAIN_SHARE * size
  const first = pages.find(({ slug }) => slug === 'index')?.lang ?? null
  const main = first === null ? (isUnstated ? '' : counts.has('en') ? 'en' : largest) : primaryOf(first)
  return pages.filter(({ lang }) => lang === null || primaryOf(lang) === main)
}

/** UTF-16 units of the introduction. */
const MAX_LENGTH = 400
/** Sentences of a section that are read. */
const MAX_READ = 20
/** Sections of a page that are read: "What is Acme?" often is the first below the intro. */
const MAX_SECTIONS = 4
/** Last segments of the slugs of introductory pages, the surest first. */
const INTRODUCTIONS =
  'index introduction intro overview about what-is why welcome readme getting-started quickstart quick-start'.split(' ')
/** A number that orders files: `1.introduction`, `01-introduction`. */
const ORDER = /^\d+[.-]/
/** The file of a folder's own page, which often introduces the folder. */
const FOLDER_PAGE = /(?:^|\/)(?:index|readme)\.[a-z]+$/i
/** More than the rank of any other introductory page. */
const FOLDER_RANK = 1_000
/** Pages that are tried. */
const MAX_PAGES = 20
/** Segments of the slug of an introductory page. */
const MAX_DEPTH = 3
/** UTF-16 units of a name. */
const MAX_NAME_LENGTH = 100
/** Words of a title that may be a name as a whole. */
const MAX_NAME_WORDS = 3
const GENERIC_TITLE =
  /\b(?:index|home|docs?|documentation|welcome|introduction|intro|overview|readme|getting|start|guides?)\b/i
/** Most frequent names that count as such if the title has them. */
const MAX_NAMES = 20

/** `is a`, `est une`: the first words of what something is, in the languages that are recognized. */
const IS = "(?:is (?:an?|the)|est (?:une?|l[ae]|l')|ist (?:eine?|der|die|das)|es (?:una?|el|la)|é (?:uma?|o|a))"

/** The introduction, empty without a sure one. */
export function introduceSite(pages: readonly Page[], spelling: Spelling): string {
  const ranked = pages.flatMap((page, order) => {
    const rank = rankOf(page)
    return rank === null ? [] : [{ page, order, rank }]
  })
  ranked.sort((a, b) => a.rank - b.rank || a.order - b.order)
  const introductions = ranked.slice(0, MAX_PAGES).map(({ page }) => page)
  const root = introductions.find(({ slug }) => slug === 'index')
  return statementAbout(subjectOf(root?.title ?? '', spelling), introductions) ?? descriptionOf(root) ?? ''
}

/** Rank by the depth of the page, then by the list above, the lowest is best; null for a page that isn't one. */
function rankOf({ slug, path }: Page): number | null {
  if (slug === 'index') return -1
  const segments = slug.split('/')
  const name = segments.at(-1)?.toLowerCase().replace(ORDER, '') ?? ''
  const named = INTRODUCTIONS.findIndex((word) => name === word || name.startsWith(`${word}-`))
  if (segments.length > MAX_DEPTH || (named === -1 && !FOLDER_PAGE.test(path))) return null
  return (named === -1 ? FOLDER_RANK : named) + 100 * segments.length
}

/** The name of what the site is about: one of the root page's title, else a short title, else the one on most pages. */
function subjectOf(title: string, spelling: Spelling): string | null {
  const names = spelling.names().slice(0, MAX_NAMES)
  const titleWords = title.split(/[^\p{L}\p{N}-]+/u).filter((word) => word !== '')
  const named = titleWords.find((word) => names.includes(word))
  const isName = titleWords.length > 0 && titleWords.length <= MAX_NAME_WORDS && !GENERIC_TITLE.test(title)
  return named ?? (isName ? title : names[0]) ?? null
}

function descriptionOf(root: Page | undefined): string | null {
  const line = foldSpace(root?.description ?? '')
  const text = /[\p{L}\p{N})]$/u.test(line) ? `${line}.` : line
  return standsAlone(text) && text.length <= MAX_LENGTH ? text : null
}

/** A definition of the subject. */
function statementAbout(subject: string | null, pages: readonly Page[]): string | null {
  if (subject === null || subject.length > MAX_NAME_LENGTH) return null
  const name = subject.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  const isAbout = new RegExp(`^(?:The )?${name}(?:\\P{L}.{0,120})? ${IS} `, 'u')
  const isShown = (text: string) => standsAlone(text) && text.length <= MAX_LENGTH && !/\b(?:our|we|us)\b/i.test(text)
  const sentences = pages.flatMap(({ sections }) => sections.slice(0, MAX_SECTIONS).flatMap(paragraphsOf))
  return sentences.find(({ text }) => isAbout.test(text) && isShown(text))?.text ?? null
}

/** The sentences of a section outside of lists. */
function paragraphsOf({ text, structure }: Section): readonly Sentence[] {
  return firstSentences({ text, code: codeSpans(structure) }, MAX_READ).filter(({ isListed }) => !isListed)
}
