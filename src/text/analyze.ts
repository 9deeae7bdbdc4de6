/**
 * Text -> tokens, the one chain that documents and queries go through:
 * segment, split identifiers, fold, stem.
 */
import { createClassTable } from './char-class.ts'
import type { ClassTable } from './char-class.ts'
import { splitIdentifier } from './identifier.ts'
import type { Language } from './language.ts'
import { MAX_WORD_LENGTH, foldWord } from './normalize.ts'
import { createWalk } from './segment.ts'
import type { Walk, Word, WordView } from './segment.ts'
import { stemmerFor } from './stemmer.ts'
import type { Stem } from './stemmer.ts'

/** Most distinct words that are remembered before memory starts afresh. */
const MAX_REMEMBERED = 20_000

/** What a token is: a word that stands by itself, one word of a compound, or a compound as a whole. */
export type TokenKind = 'word' | 'part' | 'whole'

/** One term of a text and where it stands. */
export interface Token {
  /** What is compared: the folded word's stem in the language of the text. */
  readonly term: string
  /** The folded word, for completion and correction of what is typed. */
  readonly word: string
  /** Half-open UTF-16 range of the text. */
  readonly start: number
  readonly end: number
  /** Ordinal of the word in the text; a whole has that of its first part. */
  readonly position: number
  readonly kind: TokenKind
}

/** Tokens of a text by position; the parts of a compound come before the wholes they make. */
export type Analyze = (text: string) => Token[]

/** The chain in its two steps, for who reads many texts and remembers words by itself. */
export interface Chain {
  /** Shows each word of a text, compounds in one piece. */
  readonly walk: Walk
  /** What one word holds, as if it stood at the start of a text. */
  readonly split: (word: Pick<Word, 'text' | 'isCompound'>) => readonly SplitWord[]
  /** The term of a folded word; empty for what is none. */
  readonly stem: Stem
  /** Tokens of one word: what it holds, with terms. */
  readonly read: (word: Pick<Word, 'text' | 'isCompound'>) => readonly Token[]
}

/** A token without its term. */
export type SplitWord = Omit<Token, 'term'>

/** A chain for texts of a language, with its own dictionary: make one for many texts. */
export function createChain(language: Language = 'en'): Chain {
  const table = createClassTable()
  const stem = stemmerFor(language)
  const split: Chain['split'] = ({ text, isCompound }) => (isCompound ? splitCompound(text, table) : [splitBare(text)])
  const read: Chain['read'] = (word) => split(word).map((part) => ({ ...part, term: stem(part.word) })).filter(hasTerm)
  return { walk: createWalk(table), split, stem, read }
}

/** Both steps in one, with a memory for words. */
export function createAnalyze(language: Language = 'en'): Analyze {
  const { walk, read } = createChain(language)
  const remembered = new Map<string, readonly Token[]>()

  function recall({ source, from, to, isCompound }: WordView): readonly Token[] {
    const slice = source.slice(from, to)
    const known = remembered.get(slice)
    if (known !== undefined) return known
    if (slice.length > MAX_WORD_LENGTH) return read({ text: slice, isCompound })
    // A slice would keep the whole text alive that it was cut from.
    const text = slice.split('').join('')
    const tokens = read({ text, isCompound })
    if (remembered.size === MAX_REMEMBERED) remembered.clear()
    remembered.set(text, tokens)
    return tokens
  }

  return function analyze(text) {
    const tokens: Token[] = []
    let position = 0
    walk(text, (view) => {
      let words = 1
      for (const { term, word, start, end, position: place, kind } of recall(view)) {
        tokens.push({
          term,
          word,
          start: view.start + start,
          // A word of half-width kana is not as long as what it stands for.
          end: view.isCompound ? view.start + end : view.end,
          position: position + place,
          kind,
        })
        words = Math.max(words, place + 1)
      }
      position += words
    })
    return tokens
  }
}

function splitBare(text: string): SplitWord {
  return { word: foldWord(text), start: 0, end: text.length, position: 0, kind: 'word' }
}

function splitCompound(compound: string, table: ClassTable): SplitWord[] {
  const names = splitIdentifier(compound, table).filter(({ text, isWhole }) => !isWhole || text.length <= MAX_WORD_LENGTH)
  const single = names.length === 1 ? 'word' : 'part'
  return names.map(({ text, start, end, position, isWhole }) => {
    return { word: foldWord(text), start, end, position, kind: isWhole ? 'whole' : single }
  })
}

/** A word of invisible characters alone folds to nothing. */
function hasTerm({ term }: Token): boolean {
  return term !== ''
}
