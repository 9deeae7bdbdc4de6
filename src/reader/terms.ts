/**
 * Prose -> the glossary terms in it, each at its first place. Case counts as it
 * does in a glossary: `Cursor` is not the word cursor, while a term in small
 * letters may open a sentence.
 */
import { foldSpace } from '../base/fold-space.ts'
import type { GlossaryEntry } from '../graph/graph.ts'

/** A stretch of prose; `entry` is null where it is no term. */
export interface Run {
  readonly text: string
  readonly entry: GlossaryEntry | null
}

/** Cuts prose into runs; entries in `known` are passed over, those found are added to it. */
export type FindTerms = (prose: string, known: Set<GlossaryEntry>) => readonly Run[]

interface Name {
  readonly letters: string
  readonly entry: GlossaryEntry
}

/** UTF-16 units by which names are looked up. */
const KEY_LENGTH = 2

const WORD = /[\p{L}\p{N}_]/u
/** Letters of scripts that part words by nothing, or bind what follows to them. */
const UNSPACED = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}]/u
/** Where a name may begin: not inside a word. */
const STARTS = new RegExp(String.raw`(?<!${WORD.source})\S|${UNSPACED.source}`, 'gu')

/** Terms and aliases of a glossary; of several that begin at one place the longest counts. */
export function createTermFinder(glossary: readonly GlossaryEntry[]): FindTerms {
  const names = new Map<string, Name[]>()
  for (const entry of glossary) {
    for (const name of [entry.term, ...entry.aliases]) {
      const letters = asWritten(name)
      if (letters.length < KEY_LENGTH) continue
      const alike = names.get(keyAt(letters, 0)) ?? []
      names.set(keyAt(letters, 0), alike)
      alike.push({ letters, entry })
    }
  }
  for (const some of names.values()) some.sort((a, b) => b.letters.length - a.letters.length)

  return function findTerms(prose, known) {
    const runs: Run[] = []
    let end = 0
    for (const { index } of prose.matchAll(STARTS)) {
      if (index < end) continue
      const alike = names.get(keyAt(prose, index)) ?? []
      const name = alike.find(({ letters, entry }) => !known.has(entry) && standsAt(prose, index, letters))
      if (name === undefined) continue
      known.add(name.entry)
      if (index > end) runs.push({ text: prose.slice(end, index), entry: null })
      end = index + name.letters.length
      runs.push({ text: prose.slice(index, end), entry: name.entry })
    }
    if (end < prose.length) runs.push({ text: prose.slice(end), entry: null })
    return runs
  }
}

/** A name of several words in which only the first letter is large got it from the start of a sentence. */
function asWritten(name: string): string {
  const letters = foldSpace(name)
  const rest = letters.slice(1)
  return rest.includes(' ') && rest === rest.toLowerCase() ? letters.charAt(0).toLowerCase() + rest : letters
}

function keyAt(text: string, at: number): string {
  return text.slice(at, at + KEY_LENGTH).toLowerCase()
}

/** Whether a name stands there as a word; small letters of it may be large where a word begins. */
function standsAt(prose: string, at: number, letters: string): boolean {
  const found = prose.slice(at, at + letters.length)
  if (found.toLowerCase() !== letters.toLowerCase() || asSmall(found, letters) !== letters) return false
  const last = letters.at(-1)!
  const next = prose.charAt(at + letters.length)
  return !WORD.test(last) || UNSPACED.test(last) || !WORD.test(next)
}

/** What was found, with large letters that begin a word made small where the name has them small. */
function asSmall(found: string, letters: string): string {
  return found.replace(/(?<![\p{L}\p{N}_])\p{Lu}/gu, (letter, at: number) => {
    const small = letter.toLowerCase()
    return letters.startsWith(small, at) ? small : letter
  })
}
