/** What readers type who want the sections that an answer cites -> questions to go on with, without a model. */
import { foldText } from '../text/normalize.ts'

/** Questions after one answer. */
const MAX_FOLLOW_UPS = 3

/**
 * The first queries of each section in turn, without those that only have words of the question. `queries` are those of
 * the cited sections, in the order of their citations.
 */
export function chooseFollowUps(question: string, queries: readonly (readonly string[])[]): readonly string[] {
  const asked = new Set(wordsOf(question))
  const chosen = new Map<string, string>()
  const ranks = Math.max(0, ...queries.map(({ length }) => length))
  for (let rank = 0; rank < ranks; rank += 1) {
    for (const query of queries.flatMap((list) => list[rank] ?? [])) {
      const words = wordsOf(query)
      const key = [...words].sort().join(' ')
      if (!chosen.has(key) && words.some((word) => !asked.has(word))) chosen.set(key, query)
    }
  }
  return [...chosen.values()].slice(0, MAX_FOLLOW_UPS)
}

function wordsOf(text: string): readonly string[] {
  return foldText(text).match(/[\p{L}\p{N}]+/gu) ?? []
}
