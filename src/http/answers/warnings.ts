/** Reasons for keyword results in place of a requested answer -> the sentence that readers see. */
import type { AnswerSettings } from '../wire/settings.ts'

/** A reason for keyword results. `seconds`: whole seconds after which a retry makes sense. */
export type Fallback =
  | { readonly reason: 'no-key' | 'origin' | 'busy' | 'partial' }
  | { readonly reason: 'minute' | 'day' | 'tokens' | 'quota'; readonly seconds: number }

const SENTENCES: Readonly<Record<Fallback['reason'], (limits: AnswerSettings, wait: string) => string>> = {
  'no-key': () => 'Answers need a model key, and this server has none (LLM_API_KEY is not set)',
  origin: () => 'This site gives no answers to pages of other sites',
  minute: ({ perMinute }, wait) => `At most ${answers(perMinute)} a minute; try again in ${wait}`,
  day: ({ perDay }, wait) => `At most ${answers(perDay)} a day; try again in ${wait}`,
  busy: ({ atOnce }) => `At most ${answers(atOnce)} at once, and all are taken; try again in a moment`,
  partial: () => 'A part of the search index can\'t be reached at the moment',
  tokens: (_, wait) => `The budget for answers is spent for today; try again in ${wait}`,
  quota: (_, wait) => `The quota at the model's provider is spent; try again in ${wait}`,
}

/** The `warning` of keyword results. */
export function warningOf(fallback: Fallback, limits: AnswerSettings): string {
  return `${sentenceOf(fallback, limits)}; showing keyword results.`
}

/** The error of a stream that has begun. */
export function errorOf(fallback: Fallback, limits: AnswerSettings): string {
  return `${sentenceOf(fallback, limits)}.`
}

function sentenceOf(fallback: Fallback, limits: AnswerSettings): string {
  const wait = 'seconds' in fallback ? inWords(fallback.seconds) : ''
  return SENTENCES[fallback.reason](limits, wait)
}

function answers(count: number): string {
  return count === 1 ? '1 answer' : `${count} answers`
}

/** A duration as `40 s`, `10 min` or `3 h`, rounded up. */
function inWords(seconds: number): string {
  if (seconds < 120) return `${seconds} s`
  if (seconds < 7_200) return `${Math.ceil(seconds / 60)} min`
  return `${Math.ceil(seconds / 3_600)} h`
}
