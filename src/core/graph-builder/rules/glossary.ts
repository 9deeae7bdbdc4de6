/**
 * Sections -> the glossary of a site. Definitions have three patterns: a section that opens by defining its own heading
 * ("An island is …"), the entries of a glossary page, and a sentence that defines a name with its short form in
 * brackets ("Server-side rendering (SSR) is …"). Each term has one entry, with the definition of the highest rank;
 * other spellings and short forms are aliases.
 */
import type { Chunk } from '../../content/chunk.ts'
import type { GlossaryEntry } from '../../graph/graph.ts'
import { foldTerm } from '../../graph/names.ts'
import { isAside, isWholeSentence, type Sentence, standsAlone } from '../prose/sentence.ts'

/** UTF-16 units of a term. */
export const MAX_TERM_LENGTH = 60
/** UTF-16 units of a definition. */
export const MAX_DEFINITION_LENGTH = 400
const MIN_DEFINITION_LENGTH = 20

/** The title of a glossary: with at most two other words, so that "Codemod synchronous route definitions" is none. */
const GLOSSARY_TITLE = new RegExp(
  [
    /^(?:[\p{L}.]+ ){0,2}(?:glossary|terminology|vocabulary)$|^glossary (?:of|for) /u,
    /^(?:terms (?:and|&) )?definitions$|^(?:key|common|important|basic) (?:terms|definitions)$/,
    /^(?:[\p{L}.]+ ){0,2}(?:glossar|glossaire|glosario|glossário|terminologie|terminología|begriffe)$/u,
    /用語|术语|術語|용어/,
  ].map(({ source }) => source).join('|'),
  'iu',
)
/** Labels of callouts and of parts of a page, which are not terms. */
const LABEL = /^(?:notes?|tip|hint|info|important|warning|caution|danger|attention|examples?|see(?: also)?)$/i

/** The rank of a definition by its source: the more reliable, the higher; those of a model are validated. */
export const RANKS = { model: 4, glossary: 3, heading: 2, sentence: 1 } as const

/** `In Acme, an island (ISL)`: the term is group 1, its short form group 2. */
const SUBJECT = /(?:In [A-Z][\w ]{1,20}, )?(?:[Aa]n? |[Tt]he )?(.{2,60}?)(?: \(([A-Z][A-Za-z0-9-]{1,9})\))?/.source
/** Not the class of a thing: praise, the type of a setting, and other openings that don't define. */
const NO_CLASS = `(?!(?:${[
  '(?:very |really )?(?:great|good|better|nice|handy|useful|helpful|excellent|superb|perfect|easy|easier|quick)',
  '(?:very |really )?(?:important|common|key|crucial|essential)|recommended|optional|required|experimental|deprecated',
  'new|core|heart|basis|boolean|string|number|array|bit|lot|few|little|must|matter|work',
  'least|best|most|same|following|only|default|first|last|next|other|available',
  '(?:fast|small|larg|bigg|great|simpl|easi|lat|new|old|high|low|short|long)est',
].join('|')})\\b)`
/** `is a …`; not `is the same …`. */
const IS = `(?:is|refers to|means) (?:(?:an?|the) ${NO_CLASS}|any |when |how |used to )`
/** Words that can't begin a class: adverbs, prepositions, participles, adjectives that compare or praise. */
const NO_NOUN = `(?!(?:${[
  '[a-z]{2,20}ly|[a-z]{3,20}ed|often|sometimes|always|also|now|no|not|only|just|still|never|very|more|most|all|both',
  'for|in|on|at|by|to|with|from|as|of|the|an?|like|either|known|different|similar|available|ideal|free|used|has|is',
  'does',
  'useful|helpful|great|good|nice|handy|powerful|important|essential|perfect',
].join('|')})\\b)`
/** `are files …`: a class ends in a noun in the plural; not `are no longer …` or `are defined …`. */
const ARE = `are (?:used to |an? ${NO_CLASS}|(?:${NO_NOUN}[\\w'-]+ ){0,4}?${NO_NOUN}[\\w-]{2,}s\\b)`
const DEFINES = new RegExp(`^${SUBJECT} (?:${IS}|${ARE})`)

/** Entries of one site; those of the highest rank stay. */
export const MAX_ENTRIES = 500

/** "An island is …", the first sentence below the heading "Islands". */
function headingDefinition({ title, heading }: Chunk, sentences: readonly Sentence[]): Definition[] {
  const name = (heading ?? title).replace(/^What (?:is|are) (?:an? |the )?/i, '').replace(/\?$/, '')
  const first = sentences.find(({ isListed }) => !isListed)?.text ?? ''
  if (!isTerm(name) || first.length > MAX_DEFINITION_LENGTH || !standsAlone(first)) return []
  const [, term, short = null] = DEFINES.exec(first) ?? []
  if (term === undefined || nameKey(term) !== nameKey(name)) return []
  return [{ term, short, definition: first, rank: RANKS.heading }]
}

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
    const { name, short } = splitShort(heading)
    return definition === '' || !isTerm(name) ? [] : [{ term: name, short, definition, rank: RANKS.glossary }]
  }
  return sentences.flatMap(({ text, isLead }) => {
    const match = isLead ? /^([^:\t]{2,60}?)(?:\t|:\s|\s[–—]\s)(\S[^\t]*)/.exec(text) : null
    const [, term = '', definition = ''] = match ?? []
    const { name, short } = splitShort(term.trim())
    if (definition.length < MIN_DEFINITION_LENGTH || definition.length > MAX_DEFINITION_LENGTH) return []
    return isTerm(name) && isWholeSentence(definition) ? [{ term: name, short, definition, rank: RANKS.glossary }] : []
  })
}

/** True for a name that a glossary may list: no label of a callout, no sentence. */
function isTerm(name: string): boolean {
  // The information sign, with which callouts begin, counts as a letter.
  const isName = /^[\p{L}\p{N}$@#<_.-]/u.test(name) && !/[?!]$|[\u2139\ufe0f]/.test(name)
  return isName && name.length <= MAX_TERM_LENGTH && !LABEL.test(name)
}

/**
 * As many whole sentences as fit, up to the first that introduces a list or leads elsewhere; empty if that is the
 * first. The items of a list are not sentences.
 */
function wholeSentences(sentences: readonly Sentence[]): string {
  let whole = ''
  for (const { text, isListed } of sentences) {
    const next = whole === '' ? text : `${whole} ${text}`
    if (isListed || isAside(text) || !isWholeSentence(text) || next.length > MAX_DEFINITION_LENGTH) break
    whole = next
  }
  return whole
}

/** `Content Security Policy (CSP)` -> name and short form. */
function splitShort(name: string): { readonly name: string; readonly short: string | null } {
  const [, long = name, short = null] = /^(.{2,60}) \(([A-Z][A-Za-z0-9-]{1,9})\)$/.exec(name) ?? []
  return { name: long, short }
}

/** Sentences that define a name whose initials are its short form: "Server-side rendering (SSR) is …". */
function shortForms(sentences: readonly Sentence[]): Definition[] {
  return sentences.flatMap(({ text, isListed }) => {
    if (isListed || text.length > MAX_DEFINITION_LENGTH || !standsAlone(text)) return []
    const [, term = '', written = ''] = DEFINES.exec(text) ?? []
    const short = written.replace(/s$/, '')
    const initials = term.match(/(?<![\p{L}\p{N}])[\p{L}\p{N}]/gu)?.join('').toLowerCase()
    return initials === short.toLowerCase() ? [{ term, short, definition: text, rank: RANKS.sentence }] : []
  })
}

/** The comparison key of a name: case, hyphens, article and plural make no difference. */
function nameKey(name: string): string {
  const words = name.normalize('NFKC').toLowerCase().replace(/[\s_-]+/g, ' ').trim().replace(/^(?:an?|the) /, '')
  return words.replace(/ies$/, 'y').replace(/(?<=[^s])s$/, '')
}

interface Concept {
  best: Definition
  /** Every spelling and short form. */
  readonly names: Set<string>
}

/** The glossary, sorted by term; a name belongs to one entry only. */
export function formGlossary(definitions: readonly Definition[]): GlossaryEntry[] {
  const concepts = new Map<string, Concept>()
  for (const definition of definitions) {
    const key = nameKey(definition.term)
    const concept = concepts.get(key)
    if (concept === undefined) concepts.set(key, { best: definition, names: new Set(namesOf(definition)) })
    else {
      if (definition.rank > concept.best.rank) concept.best = definition
      for (const name of namesOf(definition)) concept.names.add(name)
    }
  }
  const best = [...concepts.values()].sort((a, b) => b.best.rank - a.best.rank).slice(0, MAX_ENTRIES)
  return withFreeNames(best.sort((a, b) => compare(foldTerm(a.best.term), foldTerm(b.best.term))))
}

function namesOf({ term, short }: Definition): string[] {
  return short === null ? [term] : [term, short]
}

/** The entries without names that another entry has. A term wins over an alias, and the first of two wins. */
function withFreeNames(concepts: readonly Concept[]): GlossaryEntry[] {
  const taken = new Set<string>()
  const terms = concepts.filter(({ best }) => {
    const name = foldTerm(best.term)
    return !taken.has(name) && taken.add(name)
  })
  return terms.map(({ best: { term, definition }, names }) => {
    const aliases = [...names, ...otherNumber(term, definition)].filter((alias) => {
      const name = foldTerm(alias)
      return !taken.has(name) && taken.add(name)
    })
    return { term, aliases, definition }
  })
}

/** `content collection` -> `content collections`, and the reverse; empty for names, activities and phrases. */
function otherNumber(term: string, definition: string): string[] {
  if (!/(?:^|[\s-])[a-z]{3,}$/.test(term) || /ing$|\b(?:to|of|for|and|or|in|by)\b/.test(term)) return []
  // A word may be a name (`dprint`, `props`) or no noun (`cache static`) unless an article or a verb shows its number.
  const words = definition.toLowerCase()
  const isCounted = [`a ${term}`, `an ${term}`, `${term} are `].some((phrase) => words.includes(phrase))
  if (!isCounted && !/ .*[^s]s$/.test(term)) return []
  if (/(?:us|is|as)$/.test(term)) return []
  if (/[^s]s$/.test(term)) return [term.replace(/ies$/, 'y').replace(/(?<=ss|x|ch|sh)es$|s$/, '')]
  if (/[^aeiou]y$/.test(term)) return [term.replace(/y$/, 'ies')]
  return [/(?:s|x|ch|sh)$/.test(term) ? `${term}es` : `${term}s`]
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
