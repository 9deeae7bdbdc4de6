/** Whether what was typed reads as a question rather than as words to find. */

/** `questionWords` are in lower case, parted by spaces. */
export function readsAsQuestion(text: string, questionWords: string): boolean {
  const words = text.trim().toLowerCase().split(/\s+/)
  const isAsked = /[?？؟]$/.test(text.trim())
  return isAsked || (words.length > 2 && questionWords.split(' ').includes(words[0]!))
}
