/**
 * The text of a graph -> what is wrong with it. A summary may use other words than its section, but only the same
 * literals (code in backticks, numbers, flags, addresses); the evidence for them is the section's text and headings,
 * the headings of its page, and the description in the page's frontmatter. People review a graph and models read it, so
 * it must say the same to both: no invisible characters, no instructions to a model.
 */
import { foldSpace } from '../../base/text.ts'
import type { Chunk } from '../../content/chunk.ts'
import { stripInvisible } from '../../content/invisible.ts'
import type { Page } from '../../content/page.ts'

/** UTF-16 units of a summary that are read. */
export const MAX_READ_LENGTH = 4_000

/** The literal is group 1, else the whole match. No repetition is nested in another. */
const LITERALS: readonly RegExp[] = [
  /`([^`\n]{1,300})`/g,
  /(?<![\p{L}\p{N}_])https?:\/\/[^\s<>()"'`]*[\p{L}\p{N}\p{M}_/]/gu,
  /(?<![\p{L}\p{N}\p{M}_-])--?[A-Za-z][\p{L}\p{N}\p{M}_-]*/gu,
  // With its parts: `1.2.3` and `8,192` are one number each.
  /(?<![\p{L}\p{N}_.-]|\d[,:])v?\d[\d.,:]*/gu,
]

const OBJECT = /\b(?:instructions?|prompts?|rules?|context)\b/.source
const REFERENCE = /\b(?:previous|prior|above|earlier|all|your)\b/.source

/** Openings of instructions to a model in published injections; each ends where the wording varies. */
const INSTRUCTIONS: readonly RegExp[] = [
  new RegExp(`\\b(?:ignore|disregard|forget|override)\\b.{0,40}${REFERENCE}.{0,30}${OBJECT}`, 'i'),
  /\b(?:new|updated|real) (?:system )?instructions?\s*:/i,
  /\b(?:reveal|print|repeat|show|leak)\b.{0,30}\b(?:system prompt|your (?:instructions|prompt))\b/i,
  /\byou (?:are|must) now (?:act|behave|pretend|an? |in )/i,
  /<\/?(?:system|assistant|user|instructions?|tool_(?:call|result))>/i,
  /\[(?:\/?INST|SYSTEM)\]|<\|[a-z_]{1,30}\|>/i,
  /\bdo not (?:tell|inform|mention (?:this )?to) the (?:user|reader|human)\b/i,
]

/** Most words of a query of readers, and UTF-16 units of one in a script without spaces between words. */
const MAX_QUERY_WORDS = 8
const MAX_WRITTEN_QUERY_LENGTH = 100
const ADDRESS = /:\/\/|\bwww\.|[\p{L}\p{N}]@[\p{L}\p{N}-]+\.\p{L}/u
const CONTROL = /\p{Cc}/u

/** Texts that a summary may be based on; white space in each is folded. */
export type Evidence = readonly string[]

export function toEvidence(texts: readonly string[]): Evidence {
  return texts.map(foldSpace)
}

/** True if one of the texts has this one, whatever the white space. */
export function hasEvidence(evidence: Evidence, text: string): boolean {
  const folded = foldSpace(text)
  return evidence.some((source) => source.includes(folded))
}

/**
 * A function that gives the evidence for each chunk of the pages. A page's headings are folded once for all its chunks.
 */
export function createEvidence(pages: readonly Page[]): (chunk: Chunk) => Evidence {
  const pagesBySlug = new Map(pages.map((page) => [page.slug, page]))
  const headingsBySlug = new Map<string, string>()

  function headingsOf({ slug, sections }: Page): string {
    const headings = headingsBySlug.get(slug) ?? foldSpace(sections.flatMap(({ heading }) => heading ?? []).join('\n'))
    headingsBySlug.set(slug, headings)
    return headings
  }

  return function evidenceOf({ page: slug, title, heading, parents, text }) {
    const page = pagesBySlug.get(slug)
    const descriptions = heading === null ? [page?.description ?? ''] : []
    const ownText = foldSpace([text, title, heading ?? '', ...parents, ...descriptions].join('\n'))
    return page === undefined ? [ownText] : [ownText, headingsOf(page)]
  }
}

/** The literals without evidence in the order of the prose, each once. */
export function inventedLiterals(prose: string, evidence: Evidence): string[] {
  /** Literal -> offset of its first occurrence. */
  const invented = new Map<string, number>()
  for (const pattern of LITERALS) {
    for (const match of prose.slice(0, MAX_READ_LENGTH).matchAll(pattern)) {
      const literal = (match[1] ?? match[0]).replace(/(?<![.,:;])[.,:;]+$/, '')
      const start = match.index + match[0].indexOf(literal)
      const neighbors = neighborsOf(prose, start, start + literal.length)
      if (evidence.some((source) => holdsLiteral(source, foldSpace(literal), neighbors))) continue
      invented.set(literal, Math.min(match.index, invented.get(literal) ?? Infinity))
    }
  }
  return [...invented].sort(([, a], [, b]) => a - b).map(([literal]) => literal)
}

/** The characters around a literal, the nearest one last; white space of any kind is a space. */
interface Neighbors {
  readonly before: string
  readonly after: string
}

function neighborsOf(text: string, start: number, end: number): Neighbors {
  const before = text.slice(Math.max(0, start - 2), start).replace(/\s/g, ' ')
  return { before, after: [...text.slice(end, end + 2).replace(/\s/g, ' ')].reverse().join('') }
}

/**
 * Whole words and numbers count: `30` is not in `300`, `-p` not in `--port`, `1.2` not in `1.2.3`. Where the prose has
 * the literal as a part of something, the same part counts: `--x1` of `--x1.5`.
 */
function holdsLiteral(source: string, literal: string, inProse: Neighbors): boolean {
  const exact = /^v\d/.test(literal) ? literal.slice(1) : literal
  const [first, last] = [exact.charAt(0), exact.slice(-1)]
  for (let at = source.indexOf(exact); at !== -1; at = source.indexOf(exact, at + 1)) {
    const { before, after } = neighborsOf(source, at, at + exact.length)
    if (!isBorder(before, first) && before !== inProse.before) continue
    if (isBorder(after, last) || after === inProse.after) return true
  }
  return false
}

/** True if a literal may end at the character `edge` with these two neighbors, the nearer one last. */
function isBorder(neighbors: string, edge: string): boolean {
  if (/\d/.test(edge)) return !/[\d]$|\d[.,]$/.test(neighbors)
  if (edge === '-') return !/[\w-]$/.test(neighbors)
  return !/[\p{L}_]/u.test(edge) || !/[\p{L}\p{N}_]$/u.test(neighbors)
}

export function findInstructions(text: string): readonly string[] {
  return INSTRUCTIONS.flatMap((pattern) => Array.from(text.matchAll(new RegExp(pattern, 'gi')), ([found]) => found))
}

/** The invisible code points of a text, such as `U+200B`; each once. */
export function findInvisible(text: string): string[] {
  if (stripInvisible(text) === text) return []
  const invisible = new Set([...text].filter((char) => stripInvisible(char) === ''))
  return [...invisible].map((char) => `U+${(char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`)
}

/** Why a query of readers is dangerous or no query at all, whatever its section says; null for a safe one. */
export function unsafeReason(query: string): string | null {
  if (query.trim() === '') return 'is empty'
  if (CONTROL.test(query) || findInvisible(query).length > 0) return 'has invisible characters'
  if (findInstructions(query).length > 0) return 'is an instruction to a model'
  if (ADDRESS.test(query)) return 'is or has an address'
  if (query.length > MAX_WRITTEN_QUERY_LENGTH) return `has more than ${MAX_WRITTEN_QUERY_LENGTH} characters`
  return query.split(' ').length > MAX_QUERY_WORDS ? `has more than ${MAX_QUERY_WORDS} words` : null
}
