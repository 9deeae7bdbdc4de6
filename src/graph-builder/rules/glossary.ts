/**
 * Definitions from all over a site -> its glossary: one entry a term, its
 * surest definition, its other spellings and short forms as aliases.
 */
import { foldTerm } from '../../graph/fold.ts'
import type { GlossaryEntry } from '../../graph/graph.ts'
import { type Definition, nameKey } from './definition.ts'

/** Entries of one site: the surest are kept. */
const MAX_ENTRIES = 500

/** What is said of one term. */
interface Subject {
  best: Definition
  /** Every spelling and short form, the best one's first. */
  readonly names: Set<string>
}

/** Sorted by term; no name stands for two entries. */
export function formGlossary(definitions: readonly Definition[]): GlossaryEntry[] {
  const subjects = new Map<string, Subject>()
  const shorts = new Map<string, string>()
  for (const one of definitions) {
    const key = subjectKey(one, shorts)
    const known = subjects.get(key)
    if (known === undefined) subjects.set(key, { best: one, names: new Set(namesOf(one)) })
    else {
      if (one.rank > known.best.rank) known.best = one
      for (const name of namesOf(one)) known.names.add(name)
    }
  }
  const kept = [...subjects.values()].sort((a, b) => b.best.rank - a.best.rank).slice(0, MAX_ENTRIES)
  return withFreeNames(kept.sort((a, b) => compare(foldTerm(a.best.term), foldTerm(b.best.term))))
}

/** Two terms with one short form are one subject: "single-page application (SPA)" is "Single Page App (SPA)". */
function subjectKey({ term, short }: Definition, shorts: Map<string, string>): string {
  const own = nameKey(term)
  if (short === null) return own
  const known = shorts.get(short) ?? own
  shorts.set(short, known)
  return known.split(' ')[0] === own.split(' ')[0] ? known : own
}

function namesOf({ term, short }: Definition): string[] {
  return short === null ? [term] : [term, short]
}

/** A term keeps its name, of two aliases alike the first does. */
function withFreeNames(subjects: readonly Subject[]): GlossaryEntry[] {
  const taken = new Set<string>()
  const terms = subjects.filter(({ best }) => {
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

/** `content collection` -> `content collections`, and back; nothing for names, activities and phrases. */
function otherNumber(term: string, definition: string): string[] {
  if (!/(?:^|[\s-])[a-z]{3,}$/.test(term) || /ing$|\b(?:to|of|for|and|or|in|by)\b/.test(term)) return []
  // A single word may be a name (`dprint`, `props`) where no article and no verb shows its number.
  const shown = definition.toLowerCase()
  const isCounted = [`a ${term}`, `an ${term}`, `${term} are `].some((words) => shown.includes(words))
  if (!term.includes(' ') && !isCounted) return []
  if (/(?:us|is)$/.test(term)) return []
  if (/[^s]s$/.test(term)) return [term.replace(/ies$/, 'y').replace(/(?<=ss|x|ch|sh)es$|s$/, '')]
  if (/[^aeiou]y$/.test(term)) return [term.replace(/y$/, 'ies')]
  return [/(?:s|x|ch|sh)$/.test(term) ? `${term}es` : `${term}s`]
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
