/**
 * The lines with which a model opens its answer: `ANSWER:`, and `NOT_IN_DOCS` if the docs don't cover the question.
 * Models translate them into the language of the answer, though they are asked not to; the marks of the commonest
 * languages count too, in capitals if a script has them.
 */

/** The mark of a question that the docs don't cover, which counts anywhere. */
export const NOT_COVERED = 'NOT_IN_DOCS'

/**
 * `ANSWER` in English, German, Spanish, French, Portuguese, Italian, Dutch, Polish, Turkish, Indonesian, Russian,
 * Chinese, Japanese, Korean, Arabic, Hindi.
 */
const ANSWERS = [
  'ANSWER', 'ANTWORT', 'RESPUESTA', 'RÉPONSE', 'REPONSE', 'RESPOSTA', 'RISPOSTA', 'ANTWOORD', 'ODPOWIEDŹ', 'CEVAP',
  'YANIT', 'JAWABAN', 'ОТВЕТ', '回答', '答案', '答え', '답변', '대답', 'الإجابة', 'الجواب', 'إجابة', 'उत्तर',
]
/** `NOT_IN_DOCS` as models translate it: a word for not, others, and one that begins like documentation. */
const ABSENT_LATIN =
  '(?:NOT|NICHT|NO|PAS|NON|NÃO|NAO|NIET|NIE|НЕТ|НЕ)_(?:[\\p{Lu}]{1,12}_){0,4}(?:DOC|DOK|ДОК)\\p{Lu}{0,14}'
const ABSENT_WORDS = `文档中没有|不在文档中|ドキュメントにない|ドキュメントに記載なし|문서에_없음`

/** Emphasis, headings and quotes that models put before a mark. */
const ORNAMENT = '[*_`#> \\t]{0,8}'
/** `ANSWER:` or `**ANSWER**:` opening a line, with a colon of any width. */
const ANSWER_LINE = new RegExp(`^(${ORNAMENT})(?:${ANSWERS.join('|')})[*_\` \\t]{0,4}[:：]`, 'mu')
/** A translation is over if something else follows, or nothing more comes. */
const absentLine = (end: string) =>
  new RegExp(`^(${ORNAMENT})(?:${NOT_COVERED}|${ABSENT_WORDS}|${ABSENT_LATIN}${end})`, 'mu')
const ABSENT_LINE = absentLine('(?=[^\\p{Lu}_])')
const LAST_ABSENT_LINE = absentLine('(?![\\p{Lu}_])')
/** A line that may become one of them when more of it comes. */
const BEGUN = [...ANSWERS, ...ABSENT_WORDS.split('|')].map(begunPattern).join('|')
const LINE_BEGUN = new RegExp(`^${ORNAMENT}(?:(?:${BEGUN})[*_\` \\t]{0,4}|\\p{Lu}{1,6}(?:_[\\p{Lu}_]{0,40})?)$`, 'u')
/** UTF-16 units of the longest line that may still become a mark. */
export const MAX_BEGUN_LENGTH = 56
/** UTF-16 units in which any mark ends, counted from the start of its line. */
export const MAX_MARK_LENGTH = 96

/** A mark in a text. */
export interface Mark {
  readonly index: number
  readonly length: number
  /** True if it marks where the answer begins. */
  readonly opens: boolean
  /** True if it says that the docs don't cover the question. */
  readonly isNegative: boolean
  /** Characters on its line before its word. */
  readonly ornament: string
}

/** The first line of a text that opens an answer; `isEnd` if no more text comes. */
export function firstMark(text: string, isEnd: boolean): Mark | null {
  const [answer, absent] = [ANSWER_LINE.exec(text), (isEnd ? LAST_ABSENT_LINE : ABSENT_LINE).exec(text)]
  const isNegative = absent !== null && (answer === null || absent.index < answer.index)
  const match = isNegative ? absent : answer
  return match && { index: match.index, length: match[0].length, opens: true, isNegative, ornament: match[1] ?? '' }
}

/** True if a line may become a mark when more of it comes. */
export function isMarkBegun(line: string): boolean {
  return line.length <= MAX_BEGUN_LENGTH && LINE_BEGUN.test(line)
}

/** A pattern for every beginning of a word, from the empty one to the whole word. */
function begunPattern(word: string): string {
  return [...word].reduceRight((following, letter) => `(?:${letter}${following})?`, '')
}
