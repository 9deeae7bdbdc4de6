/**
 * A question in its conversation -> the query of its first search. A follow-up contains only new words ("and in
 * Docker?"), so words of the earlier questions are added.
 */
import { LANGUAGES } from '../text/language.ts'
import { foldText } from '../text/normalize.ts'
import { isFunctionWord } from '../text/stop-words.ts'
import type { HistoryTurn } from './events/history.ts'

/** Number of added words that is enough: once it is reached, older questions are not read. */
const MIN_ADDED = 3
/** Maximum number of words added from earlier questions. */
const MAX_ADDED = 12
/** White space, quotes and other marks that a query's syntax may know. */
const SEPARATOR = /[\s"“”„«»?!,;:()]+/

/** The question with the words of earlier ones that it lacks, the newest first; function words are left out. */
export function followUpQuery(question: string, history: readonly HistoryTurn[]): string {
  const present = new Set(wordsOf(question).map(foldText))
  const added: string[] = []
  for (const { query } of [...history].reverse()) {
    if (added.length >= MIN_ADDED) break
    for (const word of wordsOf(query)) {
      if (added.length >= MAX_ADDED) break
      if (present.has(foldText(word)) || isFunctionWord(foldText(word), LANGUAGES)) continue
      present.add(foldText(word))
      added.push(word)
    }
  }
  return [question, ...added].join(' ')
}

/** The words of a text, without the dash that would exclude a word. */
function wordsOf(text: string): readonly string[] {
  const words = text.toWellFormed().split(SEPARATOR)
  return words.map((word) => word.replace(/^-(?!-)|[.…]+$/g, '')).filter((word) => word !== '')
}
