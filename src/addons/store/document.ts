/**
 * Sections of a page <-> the documents that an engine keeps of them. The engine indexes terms that are cut here. It
 * stores, without indexing them, `chunk`, which the process ranks and shows, and `node`. The meta document summarizes
 * them. The hash of a site whose pages are replaced one by one is the sum, modulo 2^256, of the hashes of its pages: a
 * replaced page takes its old hash out and puts its new one in.
 */
import { formatSha256, isCount, sha256, toHex } from '../../core/base.ts'
import { type Chunk, decodeChunk, slugOrderKey } from '../../core/content.ts'
import {
  type Decode, decodeGlossaryEntry, decodeNode, fieldsOf, filledText, formatError, type KnowledgeNode, listOf,
  objectOf, orNull, text,
} from '../../core/graph.ts'
import {
  type FieldName, type FilterName, type FilterValues, MEASURED_FIELDS, type ReadTerms,
} from '../../core/search.ts'
import { analysisTagOf } from '../../core/text.ts'
import { compoundKeys } from './compound.ts'
import type { PlacedChunk, SectionCounts, StoredSection, StoreMeta } from './store.ts'

/** Most bytes of an id that engines accept. */
const MAX_ID_BYTES = 512

/** The id itself, or the hash of one that is too long. */
export async function documentId(id: string): Promise<string> {
  const bytes = new TextEncoder().encode(id)
  return bytes.length <= MAX_ID_BYTES ? id : formatSha256(await sha256(bytes))
}

/** The slug of the page that an id belongs to; its document is routed by it. */
export function pageOf(id: string): string {
  const [slug = id] = id.split('#', 1)
  return slug
}

/** A chunk without the parts that are derived from its structure. */
export type ChunkRecord = Omit<Chunk, 'code'>

export interface SectionDocument extends Readonly<Record<`t_${FieldName}` | FilterName, string>> {
  readonly kind: 'section'
  readonly id: string
  /** Slug of its page, and the page's sort key. */
  readonly page: string
  readonly page_key: string
  /** Position on the page, from 0. */
  readonly order: number
  readonly is_intro: boolean
  /** True if the graph has the section. */
  readonly is_listed: boolean
  /** Factor of its scores. */
  readonly weight: number
  /** Key of its heading or title; empty for none. */
  readonly title_key: string
  /** The distinct terms of all fields, and the distinct folded words. */
  readonly t_all: string
  readonly words: string
  /** Keys of words that may be compounds (`compound.ts`). */
  readonly compounds: readonly string[]
  readonly page_hash: string
  /** Counts of its page in the first section, null in the others. */
  readonly page_counts: SectionCounts | null
  readonly chunk: ChunkRecord
  readonly node: KnowledgeNode | null
}

/** The documents of the sections of one page. */
export async function toDocuments(
  sections: readonly StoredSection[],
  readTerms: ReadTerms,
): Promise<readonly SectionDocument[]> {
  const hash = await pageHash(sections)
  const read = sections.map(({ chunk, node }) => ({ chunk, node, ...readTerms(chunk) }))
  const lengths = MEASURED_FIELDS.map((_, i) => read.reduce((sum, section) => sum + (section.lengths[i] ?? 0), 0))
  const counts = { sections: sections.length, words: lengths }
  return read.map(({ chunk, node, titleKey, fields, terms, words }, order): SectionDocument => {
    const { code: _, ...record } = chunk
    const { title, heading, parents, body, code, links } = fields
    return {
      kind: 'section',
      id: chunk.id, page: chunk.page, page_key: slugOrderKey(chunk.page), order,
      is_intro: chunk.heading === null,
      is_listed: node !== null,
      // Absent and empty values are the same, as in filters.
      lang: chunk.lang ?? '',
      version: chunk.version ?? '',
      group: chunk.group ?? '',
      weight: chunk.weight ?? 1,
      title_key: titleKey,
      t_title: title, t_heading: heading, t_parents: parents,
      t_body: body, t_code: code, t_links: links,
      t_all: terms.join(' '),
      words: words.join(' '),
      compounds: compoundKeys(words, chunk.lang),
      page_hash: hash,
      page_counts: order === 0 ? counts : null,
      chunk: record,
      node,
    }
  })
}

/** A count: a whole number from 0. */
const decodeCount: Decode<number> = (value, path) => {
  if (isCount(value)) return value
  throw formatError(path, 'must be a whole number from 0 on')
}

/** The hash of a page: 64 hex digits. */
export const decodePageHash: Decode<string> = (value, path) => {
  if (typeof value === 'string' && /^[0-9a-f]{64}$/.test(value)) return value
  throw formatError(path, 'must be the hash of a page')
}

/** The section in the source of a document. Throws `AskError('graph-format')` with the path of the error. */
export const decodeSection = objectOf<StoredSection>({ chunk: decodeChunk, node: orNull(decodeNode) })

/** The chunk and its position in the source of a document. Throws `AskError('graph-format')` as well. */
export const decodePlaced = objectOf<PlacedChunk>({ chunk: decodeChunk, order: decodeCount })

/** Glossary entries of a store. */
export const MAX_GLOSSARY_ENTRIES = 5_000
/** Values of a filter, suggestions, or languages. */
const MAX_VALUES = 10_000

/** Counts of sections at `path`. */
export const decodeCounts: Decode<SectionCounts> = (value, path) => {
  const field = fieldsOf(value, path)
  const words = field('words', listOf(decodeCount, MEASURED_FIELDS.length))
  if (words.length < MEASURED_FIELDS.length) {
    throw formatError(path, `must have words of ${MEASURED_FIELDS.length} fields`)
  }
  return { sections: field('sections', decodeCount), words }
}

const values = listOf(text, MAX_VALUES)

/** The meta document at `path`. Throws `AskError('graph-format')` with the path of the error. */
export const decodeMeta = objectOf<StoreMeta>({
  format: filledText,
  generation: filledText,
  revision: decodeCount,
  counts: decodeCounts,
  languages: listOf(filledText, MAX_VALUES),
  filterValues: objectOf<FilterValues>({ lang: values, version: values, group: values }),
  isWeighted: (given) => given === true,
  contentHash: filledText,
  graphHash: text,
  builtBy: text,
  glossary: listOf(decodeGlossaryEntry, MAX_GLOSSARY_ENTRIES),
  suggestions: listOf(filledText, MAX_VALUES),
  overview: text,
  context: text,
})

const MODULUS = 2n ** 256n
const HEX_DIGITS = 64
const PREFIX = 'sum256:'

export const NO_PAGES = PREFIX + '0'.repeat(HEX_DIGITS)

/** Hash of a page: 64 hex digits, computed over everything that a store keeps of its sections. */
export async function pageHash(sections: readonly StoredSection[]): Promise<string> {
  const texts = sections.map(({ chunk, node }) => JSON.stringify([chunk, node]))
  return toHex(await sha256(new TextEncoder().encode(texts.join('\n'))))
}

/** The hash of a site after a page is added: `sum256:` and 64 hex digits. */
export function withPage(site: string, page: string): string {
  return plus(site, parse(page))
}

/** The hash of a site after a page is removed. */
export function withoutPage(site: string, page: string): string {
  return plus(site, MODULUS - parse(page))
}

function plus(site: string, number: bigint): string {
  const sum = (parse(site.slice(PREFIX.length)) + number) % MODULUS
  return PREFIX + sum.toString(16).padStart(HEX_DIGITS, '0')
}

function parse(digits: string): bigint {
  return BigInt(`0x${digits}`)
}

/** The part of the meta document that follows from the sections. */
type SiteTally = Pick<StoreMeta, 'counts' | 'languages' | 'filterValues' | 'isWeighted' | 'contentHash'>

/** A page, with its counts as its first section stores them. */
export type PageTally = Pick<SectionDocument, 'page_hash' | 'page_counts'>

/** The tally of no sections. */
export const EMPTY_TALLY: SiteTally = {
  counts: { sections: 0, words: MEASURED_FIELDS.map(() => 0) },
  languages: [],
  filterValues: { lang: [], version: [], group: [] },
  isWeighted: false,
  contentHash: NO_PAGES,
}

/** A tally after the sections of one page are added. */
export function tallyWith(tally: SiteTally, page: readonly SectionDocument[]): SiteTally {
  const [first] = page
  if (first === undefined) return tally
  const valuesOf = (name: FilterName) => union(tally.filterValues[name], page.map((document) => document[name]))
  return {
    counts: added(tally.counts, first, 1),
    languages: union(tally.languages, page.map((document) => analysisTagOf(document.lang))),
    filterValues: { lang: valuesOf('lang'), version: valuesOf('version'), group: valuesOf('group') },
    isWeighted: tally.isWeighted || page.some(({ weight }) => weight !== 1),
    contentHash: withPage(tally.contentHash, first.page_hash),
  }
}

/** A tally after the sections of one page are removed. Languages and values of filters remain. */
export function tallyWithout(tally: SiteTally, first: PageTally): SiteTally {
  const contentHash = withoutPage(tally.contentHash, first.page_hash)
  return { ...tally, counts: added(tally.counts, first, -1), contentHash }
}

function added({ sections, words }: SectionCounts, { page_counts }: PageTally, sign: 1 | -1): SectionCounts {
  return {
    sections: sections + sign * (page_counts?.sections ?? 0),
    words: words.map((sum, i) => sum + sign * (page_counts?.words[i] ?? 0)),
  }
}

/** The sorted union; the same list if nothing is new. */
function union(values: readonly string[], more: readonly string[]): readonly string[] {
  const added = [...new Set(more)].filter((value) => !values.includes(value))
  return added.length === 0 ? values : [...values, ...added].sort().slice(0, MAX_VALUES)
}
