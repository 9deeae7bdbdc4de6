/**
 * A section's sentences -> the definitions in them, by three patterns: a
 * section that opens by defining its own heading ("An island is …"), the
 * entries of a glossary page, and a name with its short form in brackets
 * ("server-side rendering (SSR)").
 */
import type { Chunk } from '../../content/chunk.ts'
import type { Sentence } from './sentence.ts'

/** UTF-16 units of a term. */
const MAX_TERM_LENGTH = 60
/** UTF-16 units of a definition. */
const MAX_DEFINITION_LENGTH = 400
const MIN_DEFINITION_LENGTH = 20

const GLOSSARY_TITLE = /\b(?:glossary|terminology|definitions|vocabulary|glossar|glossaire|glosario)\b|用語|术语|용어/i

/**
 * The rank of a definition by its source, the surest highest; those of a model are validated. A mention loses up to 1
 * with the distance of the term from the start of its sentence.
 */
export const RANKS = { model: 4, glossary: 3, heading: 2, sentence: 1, mention: 0 } as const

/** A term and the sentences that define it. */
export interface Definition {
  readonly term: string
  /** Short form in brackets, null without one. */
  readonly short: string | null
  readonly definition: string
  /** One of `RANKS`; a higher rank wins. */
  readonly rank: number
}

/** The definitions in the order of the text. */
export function findDefinitions(chunk: Chunk, sentences: readonly Sentence[]): Definition[] {
  const isGlossary = GLOSSARY_TITLE.test(chunk.title) || GLOSSARY_TITLE.test(chunk.heading ?? '')
  if (isGlossary) return glossaryEntries(chunk, sentences)
  return [...headingDefinition(chunk, sentences), ...shortForms(sentences)]
}

/** A heading with its first sentences, or lines of the form `term: explanation`. */
function glossaryEntries({ heading }: Chunk, sentences: readonly Sentence[]): Definition[] {
  if (heading !== null && !GLOSSARY_TITLE.test(heading)) {
    const definition = wholeSentences(sentences)
    if (definition === '' || heading.length > MAX_TERM_LENGTH) return []
    const { name, short } = splitShort(heading)
    return [{ term: name, short, definition, rank: RANKS.glossary }]
  }
  return sentences.flatMap(({ text, isLead }) => {
    const match = isLead ? /^([^:\t]{2,60}?)(?:\t|:\s|\s[–—]\s)(\S[^\t]*)/.exec(text) : null
    const [, term = '', definition = ''] = match ?? []
    if (definition.length < MIN_DEFINITION_LENGTH || definition.length > MAX_DEFINITION_LENGTH) return []
    const { name, short } = splitShort(term.trim())
    return [{ term: name, short, definition, rank: RANKS.glossary }]
  })
}

/** As many whole sentences as fit. */
function wholeSentences(sentences: readonly Sentence[]): string {
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
  const [, long = name, short = null] = /^(.{2,60}) \(([A-Z][A-Za-z0-9-]{1,9})\)$/.exec(name) ?? []
  return { name: long, short }
}

/** `In Acme, an island (ISL)`: the term is group 1, its short form group 2. */
const SUBJECT = /(?:In [A-Z][\w ]{1,20}, )?(?:[Aa]n? |[Tt]he )?(.{2,60}?)(?: \(([A-Z][A-Za-z0-9-]{1,9})\))?/.source
const THE = /the (?!least|best|most|same|following|only|default)/.source
/** `is a …`; not `is the same …`. */
const IS = `(?:is|refers to|means) (?:an? |any |one |when |how |used to |${THE})`
/** `are files …`; not `are no longer …` or `are defined …`. */
const ARE = /are (?:used to |(?!no |not |now |also |only |always |the |available|below|above|\w{3,20}ed )\w)/.source
const DEFINES = new RegExp(`^${SUBJECT} (?:${IS}|${ARE})`)

/** "An island is …", the first sentence below the heading "Islands". */
function headingDefinition({ title, heading }: Chunk, sentences: readonly Sentence[]): Definition[] {
  const name = (heading ?? title).replace(/^What (?:is|are) (?:an? |the )?/i, '').replace(/\?$/, '')
  const first = sentences.find(({ isListed }) => !isListed)?.text ?? ''
  if (name.length > MAX_TERM_LENGTH || first.length > MAX_DEFINITION_LENGTH || /[:：]$/.test(first)) return []
  const [, term, short = null] = DEFINES.exec(first) ?? []
  if (term === undefined || nameKey(term) !== nameKey(name)) return []
  return [{ term, short, definition: first, rank: RANKS.heading }]
}

/** Openings of sentences that refer to others and define nothing by themselves. */
const DEPENDENT = new RegExp(
  [
    /^(?:this|that|these|those|it|its|they|their|such|here|also|previously|however|otherwise)\b/,
    /^(?:if|when|for|in|with|as|see|refer|read|learn|check|note)\b/,
  ].map(({ source }) => source).join('|'),
  'i',
)

/** The words before brackets whose initials are the short form in the brackets. */
function shortForms(sentences: readonly Sentence[]): Definition[] {
  return sentences.flatMap(({ text, isListed }) => {
    if (isListed || text.length > MAX_DEFINITION_LENGTH || !text.includes(' (') || /[:：]$/.test(text)) return []
    return [...text.matchAll(/ \(([A-Z][A-Za-z]{1,6}?)s?\)/g)].flatMap((match) => {
      const [, short = ''] = match
      const term = expansionOf(text.slice(Math.max(0, match.index - 80), match.index), short)
      if (term === null) return []
      const isDefined = DEFINES.exec(text)?.[1] === term
      if (!isDefined && DEPENDENT.test(text)) return []
      const rank = isDefined ? RANKS.sentence : RANKS.mention - text.indexOf(term) / MAX_DEFINITION_LENGTH
      return [{ term, short, definition: text, rank }]
    })
  })
}

/** `with server-side rendering`, `SSR` -> `server-side rendering`; null where the initials differ. */
function expansionOf(words: string, short: string): string | null {
  const starts = [...words.matchAll(/(?<![\p{L}\p{N}])[\p{L}\p{N}]/gu)].map(({ index }) => index).slice(-short.length)
  const initials = starts.map((at) => words.charAt(at)).join('')
  const [from] = starts
  if (from === undefined || initials.toLowerCase() !== short.toLowerCase()) return null
  return from === 0 || words[from - 1] === ' ' ? words.slice(from) : null
}

/** The comparison key of a name: case, hyphens, article and plural make no difference. */
export function nameKey(name: string): string {
  const words = name.normalize('NFKC').toLowerCase().replace(/[\s_-]+/g, ' ').trim().replace(/^(?:an?|the) /, '')
  return words.replace(/ies$/, 'y').replace(/(?<=[^s])s$/, '')
}
