/**
 * The characters of an answer's prose, as a reader sees them -> how many sentences it has and how many of them cite a
 * source. A count for reports: it uses punctuation and line breaks, and ignores headings, lead-ins (`To install:`) and
 * fragments.
 */

/** Letters and digits from which on a piece of text counts as a sentence. */
const MIN_LETTERS = 8

/** The counts so far, with the sentence in progress. */
export interface SentenceCounter {
  total: number
  cited: number
  /** Letters and digits of the sentence in progress. */
  letters: number
  isCited: boolean
  /** Its last visible character. */
  last: string
  /** True if white space came after that. */
  isSpaced: boolean
  /** True if this line is a heading, which doesn't count. */
  isHeading: boolean
}

/** Counts of an empty text. */
export function createSentenceCounter(): SentenceCounter {
  return { total: 0, cited: 0, letters: 0, isCited: false, last: '', isSpaced: false, isHeading: false }
}

/** Takes one character of prose. */
export function readChar(sentences: SentenceCounter, char: string): void {
  if (char === ' ' || char === '\t') {
    sentences.isSpaced = true
    return
  }
  if (isStart(sentences, char)) endSentence(sentences)
  if (isLetter(char)) sentences.letters += 1
  sentences.last = char
  sentences.isSpaced = false
}

/** Takes code, which is part of a sentence. */
export function readCode(sentences: SentenceCounter, length: number): void {
  sentences.letters += length
  sentences.last = ''
  sentences.isSpaced = false
}

/** Takes a citation: after a full stop it belongs to the sentence before. */
export function readCitation(sentences: SentenceCounter): void {
  sentences.isCited = true
}

/** Takes the end of a line, which ends a sentence too. */
export function endSentences(sentences: SentenceCounter): void {
  if (sentences.last !== ':') endSentence(sentences)
  else resetSentence(sentences)
  sentences.isHeading = false
}

function isStart({ last, isSpaced }: SentenceCounter, char: string): boolean {
  if (last === '。' || last === '！' || last === '？') return isLetter(char)
  // A lower-case letter continues a sentence after `e.g.` and the like.
  return isSpaced && (last === '.' || last === '!' || last === '?') && !(char >= 'a' && char <= 'z')
}

function endSentence(sentences: SentenceCounter): void {
  if (sentences.letters >= MIN_LETTERS && !sentences.isHeading) {
    sentences.total += 1
    if (sentences.isCited) sentences.cited += 1
  }
  resetSentence(sentences)
}

function resetSentence(sentences: SentenceCounter): void {
  sentences.letters = 0
  sentences.isCited = false
  sentences.last = ''
  sentences.isSpaced = false
}

function isLetter(char: string): boolean {
  return (char >= 'a' && char <= 'z') || (char >= 'A' && char <= 'Z') || (char >= '0' && char <= '9') || char > '\u00bf'
}
