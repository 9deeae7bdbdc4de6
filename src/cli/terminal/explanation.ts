/** The explanation of a score -> lines for people. */
import { count } from '../../base/count.ts'
import type { Explanation, FieldExplanation, WordExplanation } from '../../search/rank/explain.ts'
import { sanitizeLine } from './sanitize.ts'

/** Least part of a score that is not shown as 0. */
const LEAST_PART = 0.005

/** Formats the parts of a score, then a line for each word of the query, with the strongest fields first. */
export function formatExplanation(explanation: Explanation): string[] {
  const { score, text, heading, title, name, path, lift, covered, isRuledOut, words } = explanation
  if (isRuledOut) return ['excluded: lacks a quoted phrase, or contains an excluded word (-word)']
  const parts = Object.entries({ words: text, heading, title, name, path, lift })
  const shown = parts.filter(([, given]) => given >= LEAST_PART)
  const sum = shown.map(([part, given]) => `${part} ${formatScore(given)}`).join(' + ')
  return [`${formatScore(score)} = ${sum}; covers ${Math.round(100 * covered)} % of the query`, ...wordLines(words)]
}

function wordLines(words: readonly WordExplanation[]): string[] {
  const width = words.reduce((widest, { word }) => Math.max(widest, word.length), 0)
  return words.map(({ word, share, score, best }) => {
    const start = `${sanitizeLine(word).padEnd(width)} ${`${Math.round(100 * share)} %`.padStart(5)}`
    if (best === null) return `${start}  not in this section`
    const fields = [...best.fields].sort((a, b) => b.score - a.score).map(fieldText)
    const as = best.term === word ? '' : ` as ${sanitizeLine(best.term)}`
    return `${start} ${formatScore(score).padStart(6)}${as}: ${fields.join(', ')}; in ${count(best.chunks, 'section')}`
  })
}

function fieldText({ field, count: times, score }: FieldExplanation): string {
  return `${field} ${times}× ${formatScore(score)}`
}

function formatScore(value: number): string {
  return value.toFixed(2)
}
