/**
 * Token streams -> how often they use each word and term: dictionaries also hold the words of pages that are gone.
 */
import { i32At, u32At } from '../../text/column.ts'
import { expansionOffset, isExpansion } from '../../text/word-entry.ts'
import type { ResolvedWords } from './dictionary.ts'
import { CHUNK_END, type TokenStream, isTextMark, languageOf } from './token-stream.ts'

/** Occurrences of the words of a language. */
export interface Usage {
  readonly resolved: ResolvedWords
  /** True when any text is of the language, even an empty one. */
  hasTexts: boolean
  /** Occurrences by `WordId`. */
  readonly words: Uint32Array
  /** Occurrences by `FoldedId`. */
  readonly folded: Uint32Array
}

/** Occurrences in some streams. */
export interface StreamUsage {
  /** By `LanguageId`. */
  readonly usages: readonly Usage[]
  readonly chunkCount: number
}

/** Counts the words of streams, given the resolved words of each language. */
export function countWords(streams: readonly TokenStream[], languages: readonly ResolvedWords[]): StreamUsage {
  const usages = languages.map((resolved): Usage => {
    const { words, folded } = resolved
    return { resolved, hasTexts: false, words: new Uint32Array(words.length), folded: new Uint32Array(folded.length) }
  })
  const chunkCount = streams.reduce((sum, stream) => sum + countStream(stream, usages), 0)
  usages.forEach(countFolded)
  return { usages, chunkCount }
}

/** Occurrences by `TermId`, of the first `size` terms. */
export function countTerms(usages: readonly Usage[], size: number): Uint32Array {
  const counts = new Uint32Array(size)
  for (const { resolved, folded } of usages) {
    resolved.terms.forEach((term, id) => {
      const count = u32At(folded, id)
      if (count > 0) counts[term] = u32At(counts, term) + count
    })
  }
  return counts
}

/** Adds the words of a stream; returns its number of chunks. */
function countStream(stream: TokenStream, usages: readonly Usage[]): number {
  let chunks = 0
  let words: Uint32Array = new Uint32Array(0)
  for (let at = 0; at < stream.length; at += 1) {
    const word = i32At(stream, at)
    if (word >= 0) {
      words[word] = u32At(words, word) + 1
    } else if (word === CHUNK_END) {
      chunks += 1
    } else if (isTextMark(word)) {
      const usage = usages[languageOf(word)]
      if (usage === undefined) continue
      usage.hasTexts = true
      words = usage.words
    }
  }
  return chunks
}

function countFolded({ resolved: { words: entries, expansions }, words, folded }: Usage): void {
  entries.forEach((entry, word) => {
    const count = u32At(words, word)
    if (!isExpansion(entry)) {
      folded[entry] = u32At(folded, entry) + count
      return
    }
    const start = expansionOffset(entry) + 2
    const parts = expansions[start - 1] ?? 0
    for (let at = start; at < start + 3 * parts; at += 3) {
      const id = expansions[at] ?? 0
      folded[id] = u32At(folded, id) + count
    }
  })
}
