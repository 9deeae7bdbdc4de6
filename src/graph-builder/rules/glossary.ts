/**
 * The definitions on a site -> its glossary: one entry for each term with the
 * definition of the highest rank, other spellings and short forms as aliases.
 */
import type { GlossaryEntry } from '../../graph/graph.ts'
import { foldTerm } from '../../graph/names.ts'
import { type Definition, nameKey, RANKS } from './definition.ts'

/** Entries of one site; those of the highest rank stay. */
const MAX_ENTRIES = 500

/** All definitions of one concept. */
interface Concept {
  best: Definition
  /** Every spelling and short form. */
  readonly names: Set<string>
}

/** The glossary, sorted by term; a name belongs to one entry only. */
export function formGlossary(definitions: readonly Definition[]): GlossaryEntry[] {
  const concepts = new Map<string, Concept>()
  const keysByShort = new Map<string, string>()
  for (const definition of definitions) {
    const key = conceptKey(definition, keysByShort)
    const concept = concepts.get(key)
    if (concept === undefined) concepts.set(key, { best: definition, names: new Set(namesOf(definition)) })
    else {
      if (definition.rank > concept.best.rank) concept.best = definition
      for (const name of namesOf(definition)) concept.names.add(name)
    }
  }
  const defined = [...concepts.values()].filter(({ best }) => best.rank > RANKS.mention)
  const best = defined.sort((a, b) => b.best.rank - a.best.rank).slice(0, MAX_ENTRIES)
  return withFreeNames(best.sort((a, b) => compare(foldTerm(a.best.term), foldTerm(b.best.term))))
}

/** The same key for terms with one short form: "single-page application (SPA)" is "Single Page App (SPA)". */
function conceptKey({ term, short }: Definition, keysByShort: Map<string, string>): string {
  const termKey = nameKey(term)
  if (short === null) return termKey
  const key = keysByShort.get(short) ?? termKey
  keysByShort.set(short, key)
  return key.split(' ')[0] === termKey.split(' ')[0] ? key : termKey
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
