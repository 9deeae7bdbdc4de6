/** Search results as the reply to a question: the contract's KeywordResponse, and the reason why there is no answer. */
import type { KeywordResponse, KeywordResult, Source } from '../../answer/events/event.ts'
import { count } from '../../base/count.ts'
import type { SearchResult, SearchResults } from '../../search/show/result.ts'
import type { Service } from '../../service.ts'
import type { AnswerSettings } from '../wire/settings.ts'
import type { AskRequest } from './ask-request.ts'

/** Sections in a keyword reply. */
const MAX_RESULTS = 20
/** Sections in a stream without an answer. */
const MAX_SOURCES = 8

/** The response to a blank query, which is not searched for. */
export function blankResponse({ model }: Service): KeywordResponse {
  return { results: [], query: '', model, mode: 'keyword' }
}

/** Searches for the results of a keyword reply. */
export function searchFor(
  service: Service,
  { query, filter, detail }: Pick<AskRequest, 'query' | 'filter' | 'detail'>,
): Promise<SearchResults> {
  return service.search(query, MAX_RESULTS, { filter, detail })
}

/** The members of a keyword reply that don't depend on its results. */
interface KeywordContext {
  readonly model: string
  /** The reason why there is no answer; null if none was requested. */
  readonly warning: string | null
  /** True if clicks on the results are kept. */
  readonly keepsClicks: boolean
}

/** The search results of a query as a response. */
export function keywordResponse(
  { results, notice, completions }: SearchResults,
  { query, detail }: Pick<AskRequest, 'query' | 'detail'>,
  { model, warning, keepsClicks }: KeywordContext,
): KeywordResponse {
  return {
    results: detail ? results : results.map(contractResult),
    query,
    model,
    mode: 'keyword',
    ...(warning !== null && { warning }),
    ...(notice !== undefined && { notice }),
    ...(completions !== undefined && { completions }),
    ...(detail && keepsClicks && { feedback: true }),
  }
}

/** The sections found for a question, as the sources of a stream. */
export async function sourcesOf(
  service: Service,
  { query, filter }: Pick<AskRequest, 'query' | 'filter'>,
): Promise<readonly Source[]> {
  const { results } = await service.search(query, MAX_SOURCES, { filter })
  return results.map(contractResult).map(({ snippet: _snippet, ...source }) => source)
}

/** The members that the contract has. */
function contractResult({ id: _id, version: _version, alsoIn: _alsoIn, ...result }: SearchResult): KeywordResult {
  return result
}

/** A reason for keyword results. `seconds`: whole seconds after which a retry makes sense. */
export type Fallback =
  | { readonly reason: 'no-key' | 'origin' | 'busy' | 'partial' }
  | { readonly reason: 'minute' | 'day' | 'tokens' | 'quota'; readonly seconds: number }

const SENTENCES: Readonly<Record<Fallback['reason'], (limits: AnswerSettings, wait: string) => string>> = {
  'no-key': () => 'Answers need a model key, and this server has none (LLM_API_KEY is not set)',
  origin: () => 'This site gives no answers to pages of other sites',
  minute: ({ perMinute }, wait) => `At most ${count(perMinute, 'answer')} a minute; try again in ${wait}`,
  day: ({ perDay }, wait) => `At most ${count(perDay, 'answer')} a day; try again in ${wait}`,
  busy: ({ atOnce }) => `At most ${count(atOnce, 'answer')} at once, and all are taken; try again in a moment`,
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

/** A duration as `40 s`, `10 min` or `3 h`, rounded up. */
function inWords(seconds: number): string {
  if (seconds < 120) return `${seconds} s`
  if (seconds < 7_200) return `${Math.ceil(seconds / 60)} min`
  return `${Math.ceil(seconds / 3_600)} h`
}
