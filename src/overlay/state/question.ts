/** Typed text -> whether it is a question rather than words to search for. */

/**
 * True for text that reads as a question. `questionWords` are in lower case, separated by spaces; they begin a
 * question, and are anywhere in it in scripts without spaces.
 */
export function readsAsQuestion(text: string, questionWords: string): boolean {
  const words = text.trim().toLowerCase().split(/\s+/)
  const isAsked = /[?？؟]$/.test(text.trim())
  const isQuestionWord = (word: string) =>
    word > '\u2e7f' ? text.includes(word) : words.length > 2 && words[0] === word
  return isAsked || questionWords.split(' ').some(isQuestionWord)
}
