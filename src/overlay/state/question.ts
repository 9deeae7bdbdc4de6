/** Typed text -> whether it is a question rather than words to search for. */

/** True for text that reads as a question. `questionWords` are in lower case, separated by spaces. */
export function readsAsQuestion(text: string, questionWords: string): boolean {
  const words = text.trim().toLowerCase().split(/\s+/)
  const isAsked = /[?？؟]$/.test(text.trim())
  return isAsked || (words.length > 2 && questionWords.split(' ').includes(words[0] ?? ''))
}
