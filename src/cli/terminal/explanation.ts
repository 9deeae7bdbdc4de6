/** An explanation of a score -> lines for people. */
import { count } from '../../base/count.ts'
import type { Explanation, FieldExplanation, WordExplanation } from '../../search/rank/explain.ts'
import { safeLine } from './sanitize.ts'

/** What gives a chunk its score, then a line for each word of the query, most telling fields first. */
export function explanationLines({ score, text, heading, title, name, covered, isRuledOut, words }: Explanation): string[] {
  if (isRuledOut) return ['ruled out: lacks what is quoted, or has what follows a dash']
  const parts = Object.entries({ words: text, heading, title, name }).filter(([, given]) => given > 0)
  const sum = parts.map(([part, given]) => `${part} ${figure(given)}`).join(' + ')
  return [`${figure(score)} = ${sum}; covers ${Math.round(100 * covered)} % of the query`, ...wordLines(words)]
}

function wordLines(words: readonly WordExplanation[]): string[] {
  const width = words.reduce((widest, { word }) => Math.max(widest, word.length), 0)
  return words.map(({ word, share, score, best }) => {
    const start = `${safeLine(word).padEnd(width)} ${`${Math.round(100 * share)} %`.padStart(5)}`
    if (best === null) return `${start}  not here`
    const fields = [...best.fields].sort((a, b) => b.score - a.score).map(fieldText)
    const as = best.term === word ? '' : ` as ${safeLine(best.term)}`
    return `${start} ${figure(score).padStart(6)}${as}: ${fields.join(', ')}; in ${count(best.chunks, 'section')}`
  })
}

function fieldText({ field, count: times, score }: FieldExplanation): string {
  return `${field} ${times}× ${figure(score)}`
}

function figure(value: number): string {
  return value.toFixed(2)
}
