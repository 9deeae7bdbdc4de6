/**
 * Streams of words -> how often they use which words and terms: dictionaries also
 * know those of pages that are gone.
 */
import type { Meanings } from './dictionary.ts'
import { CHUNK_END, isTextMark, languageOf } from './token-stream.ts'
import type { WordStream } from './token-stream.ts'

/** How often the words of a language occur. */
export interface Usage {
  readonly meanings: Meanings
  /** Whether any text is of the language, be it empty. */
  hasTexts: boolean
  /** Occurrences of each word. */
  readonly words: Uint32Array
  /** Occurrences of each folded word. */
  readonly folded: Uint32Array
}

/** What streams use, by the number of the language. */
export interface StreamUsage {
  readonly usages: readonly Usage[]
  readonly chunkCount: number
}

/** Counts the words of streams, given the meanings of those of each language. */
export function countWords(streams: readonly WordStream[], languages: readonly Meanings[]): StreamUsage {
  const usages = languages.map((meanings): Usage => {
    const { words, folded } = meanings
    return { meanings, hasTexts: false, words: new Uint32Array(words.length), folded: new Uint32Array(folded.length) }
  })
  const chunkCount = streams.reduce((sum, stream) => sum + countStream(stream, usages), 0)
  usages.forEach(countFolded)
  return { usages, chunkCount }
}

/** Occurrences of the first `size` terms. */
export function countTerms(usages: readonly Usage[], size: number): Uint32Array {
  const counts = new Uint32Array(size)
  for (const { meanings, folded } of usages) {
    folded.forEach((count, word) => {
      if (count > 0) counts[meanings.terms[word]!]! += count
    })
  }
  return counts
}

/** Adds the words of a stream; returns how many chunks it has. */
function countStream(stream: WordStream, usages: readonly Usage[]): number {
  let chunks = 0
  let words: Uint32Array = new Uint32Array(0)
  for (let at = 0; at < stream.length; at += 1) {
    const word = stream[at]!
    if (word >= 0) {
      words[word]! += 1
    } else if (word === CHUNK_END) {
      chunks += 1
    } else if (isTextMark(word)) {
      const usage = usages[languageOf(word)]!
      usage.hasTexts = true
      words = usage.words
    }
  }
  return chunks
}

function countFolded({ meanings: { words: meanings, readings }, words, folded }: Usage): void {
  words.forEach((count, word) => {
    const meaning = meanings[word]!
    if (meaning >= 0) {
      folded[meaning]! += count
      return
    }
    const start = -1 - meaning
    for (let part = 0; part < readings[start + 1]!; part += 1) folded[readings[start + 2 + 3 * part]!]! += count
  })
}
