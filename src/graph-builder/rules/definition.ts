/**
 * A section's sentences -> the definitions in them, by three patterns: a
 * section that opens by defining its own heading ("An island is …"), the
 * entries of a glossary page, and a name with its short form in brackets
 * ("server-side rendering (SSR)").
 */
import type { Chunk } from '../../content/chunk.ts'
import type { Sentence } from './sentence.ts'

/** UTF-16 units. */
const MAX_TERM_LENGTH = 60
const MAX_DEFINITION_LENGTH = 400
const MIN_DEFINITION_LENGTH = 20

const GLOSSARY_TITLE = /\b(?:glossary|terminology|definitions|vocabulary|glossar|glossaire|glosario)\b|用語|术语|용어/i

/**
 * How sure it is that a sentence defines its term, the surest first: what a model wrote is proved. Of mentions those
 * are surer that open with it.
 */
export const RANKS = { model: 4, glossary: 3, heading: 2, sentence: 1, mention: 0 } as const

export interface Definition {
  readonly term: string
  /** Short form in brackets, null where there is none. */
  readonly short: string | null
  readonly definition: string
  /** How sure it is: larger is surer. */
  readonly rank: number
}

/** In the order of the text. */
export function findDefinitions(chunk: Chunk, sentences: readonly Sentence[]): Definition[] {
  const isGlossary = GLOSSARY_TITLE.test(chunk.title) || GLOSSARY_TITLE.test(chunk.heading ?? '')
  if (isGlossary) return glossaryEntries(chunk, sentences)
  return [...headingDefinition(chunk, sentences), ...shortForms(sentences)]
}

/** A heading with its first sentences, or lines of the form `term: explanation`. */
function glossaryEntries({ heading }: Chunk, sentences: readonly Sentence[]): Definition[] {
  if (heading !== null && !GLOSSARY_TITLE.test(heading)) {
    const definition = fit(sentences)
    if (definition === '' || heading.length > MAX_TERM_LENGTH) return []
    const { name, short } = splitShort(heading)
    return [{ term: name, short, definition, rank: RANKS.glossary }]
  }
  return sentences.flatMap(({ text, isLead }) => {
    const match = isLead ? /^([^:\t]{2,60}?)(?:\t|:\s|\s[–—]\s)(\S[^\t]*)/.exec(text) : null
    const definition = match?.[2] ?? ''
    if (match === null || definition.length < MIN_DEFINITION_LENGTH || definition.length > MAX_DEFINITION_LENGTH) return []
    const { name, short } = splitShort(match[1]!.trim())
    return [{ term: name, short, definition, rank: RANKS.glossary }]
  })
}

/** Whole sentences as long as they fit. */
function fit(sentences: readonly Sentence[]): string {
  let whole = ''
  for (const { text } of sentences) {
    const next = whole === '' ? text : `${whole} ${text}`
    if (next.length > MAX_DEFINITION_LENGTH) break
    whole = next
  }
  return whole
}

/** `Content Security Policy (CSP)` -> name and short form. */
function splitShort(name: string): { readonly name: string; readonly short: string | null } {
  const match = /^(.{2,60}) \(([A-Z][A-Za-z0-9-]{1,9})\)$/.exec(name)
  return match === null ? { name, short: null } : { name: match[1]!, short: match[2]! }
}

/** `In Acme, an island (ISL)`: the term is group 1, its short form group 2. */
const SUBJECT = /(?:In [A-Z][\w ]{1,20}, )?(?:[Aa]n? |[Tt]he )?(.{2,60}?)(?: \(([A-Z][A-Za-z0-9-]{1,9})\))?/.source
/** `is a …`; not `is the same …`. */
const IS = /(?:is|refers to|means) (?:an? |any |one |when |how |used to |the (?!least|best|most|same|following|only|default))/
/** `are files …`; not `are no longer …` or `are defined …`. */
const ARE = /are (?:used to |(?!no |not |now |also |only |always |the |available|below|above|\w{3,20}ed )\w)/
const DEFINES = new RegExp(`^${SUBJECT} (?:${IS.source}|${ARE.source})`)

/** "An island is …" right below the heading "Islands". */
function headingDefinition({ title, heading }: Chunk, sentences: readonly Sentence[]): Definition[] {
  const name = (heading ?? title).replace(/^What (?:is|are) (?:an? |the )?/i, '').replace(/\?$/, '')
  const first = sentences.find(({ isListed }) => !isListed)?.text ?? ''
  if (name.length > MAX_TERM_LENGTH || first.length > MAX_DEFINITION_LENGTH || /[:：]$/.test(first)) return []
  const match = DEFINES.exec(first)
  if (match === null || nameKey(match[1]!) !== nameKey(name)) return []
  return [{ term: match[1]!, short: match[2] ?? null, definition: first, rank: RANKS.heading }]
}

/** Openings of sentences that stand on others: no definition without them. */
const LEANING = new RegExp(
  [
    /^(?:this|that|these|those|it|its|they|their|such|here|also|previously|however|otherwise)\b/,
    /^(?:if|when|for|in|with|as|see|refer|read|learn|check|note)\b/,
  ].map(({ source }) => source).join('|'),
  'i',
)

/** The words in front of brackets whose initials the short form spells. */
function shortForms(sentences: readonly Sentence[]): Definition[] {
  return sentences.flatMap(({ text, isListed }) => {
    if (isListed || text.length > MAX_DEFINITION_LENGTH || !text.includes(' (') || /[:：]$/.test(text)) return []
    return [...text.matchAll(/ \(([A-Z][A-Za-z]{1,6}?)s?\)/g)].flatMap((match) => {
      const term = expansionOf(text.slice(Math.max(0, match.index - 80), match.index), match[1]!)
      if (term === null) return []
      const isDefined = DEFINES.exec(text)?.[1] === term
      if (!isDefined && LEANING.test(text)) return []
      const rank = isDefined ? RANKS.sentence : RANKS.mention - text.indexOf(term) / MAX_DEFINITION_LENGTH
      return [{ term, short: match[1]!, definition: text, rank }]
    })
  })
}

/** `with server-side rendering`, `SSR` -> `server-side rendering`; null when the initials don't spell it. */
function expansionOf(words: string, short: string): string | null {
  const starts = [...words.matchAll(/(?<![\p{L}\p{N}])[\p{L}\p{N}]/gu)].map(({ index }) => index).slice(-short.length)
  const spelled = starts.map((at) => words[at]!).join('')
  const from = starts[0]
  const isWhole = from === 0 || words[(from ?? 0) - 1] === ' '
  return from !== undefined && isWhole && spelled.toLowerCase() === short.toLowerCase() ? words.slice(from) : null
}

/** The same for names that differ by case, hyphens, article or plural only. */
export function nameKey(name: string): string {
  const words = name.normalize('NFKC').toLowerCase().replace(/[\s_-]+/g, ' ').trim().replace(/^(?:an?|the) /, '')
  return words.replace(/ies$/, 'y').replace(/(?<=[^s])s$/, '')
}
