/**
 * The contract's messages about a question: the body of a POST, checked, and search results as the reply to it, with
 * the reason why there is no answer.
 */
import type { KeywordResponse, KeywordResult, Source } from '../../answer/event.ts'
import type { HistoryTurn } from '../../answer/conversation.ts'
import { AskError } from '../../base/errors.ts'
import { isObject } from '../../base/json.ts'
import { count } from '../../base/text.ts'
import { decodeFilter, type Filter } from '../../search/index/filter.ts'
import type { SearchResult, SearchResults } from '../../search/show/result.ts'
import type { Service } from '../../service.ts'
import type { HttpRequest } from '../wire/message.ts'
import { decodeId, readJsonObject } from '../wire/request.ts'
import type { AnswerSettings } from '../wire/settings.ts'

/** Sections in a stream without an answer. */
const MAX_SOURCES = 8
/** UTF-16 units of `page`: it is part of the key of a stored answer. */
const MAX_PAGE_LENGTH = 4_096

export interface AskRequest {
  /** Exactly as the client sent it. */
  readonly query: string
  /** Null if the client leaves the choice to the service. */
  readonly mode: 'keyword' | 'agentic' | null
  /** True for a client that asks for members beyond the contract. */
  readonly detail: boolean
  /** Earlier turns of the conversation, oldest first; their lengths are not checked yet. */
  readonly history: readonly HistoryTurn[]
  /** Language, version and group of the sections to search; beyond the contract. */
  readonly filter: Filter
  /** Id or path of the page that the reader has before them; null if the client sends none. Beyond the contract. */
  readonly page: string | null
  /** Random id of the page view, for the question log; null if the client sends none. Beyond the contract. */
  readonly view: string | null
}

/** The question in the body of a POST; rejects with the `AskError` of the first check that fails. */
export async function readAskRequest(request: HttpRequest): Promise<AskRequest> {
  const body = await readJsonObject(request)
  const { query, mode, detail = false, filter: givenFilter = {}, page, view } = body
  if (typeof query !== 'string') throw new AskError('bad-request', 'query must be a string.')
  if (mode !== undefined && mode !== 'keyword' && mode !== 'agentic') {
    throw new AskError('bad-request', 'mode must be "keyword" or "agentic".')
  }
  if (typeof detail !== 'boolean') throw new AskError('bad-request', 'detail must be true or false.')
  const history = decodeHistory(body['history'])
  const filter = decodeFilter(givenFilter)
  if (typeof filter === 'string') throw new AskError('bad-request', `${filter}.`)
  if (page !== undefined && (typeof page !== 'string' || page.length > MAX_PAGE_LENGTH)) {
    throw new AskError('bad-request', `page must be a string of at most ${MAX_PAGE_LENGTH} characters.`)
  }
  const viewId = view === undefined ? null : decodeId('view', view)
  return { query, mode: mode ?? null, detail, history, filter, page: page ?? null, view: viewId }
}

function decodeHistory(value: unknown): readonly HistoryTurn[] {
  if (value === undefined) return []
  const turns = Array.isArray(value) ? value.flatMap((turn: unknown) => decodeTurn(turn) ?? []) : []
  if (Array.isArray(value) && turns.length === value.length) return turns
  throw new AskError('bad-request', 'history must be an array of {"query": string, "answer": string}.')
}

function decodeTurn(value: unknown): HistoryTurn | null {
  if (!isObject(value)) return null
  const { query, answer } = value
  return typeof query === 'string' && typeof answer === 'string' ? { query, answer } : null
}

/** The members of a keyword reply that don't depend on its results. */
interface KeywordContext {
  readonly model: string
  /** The reason why there is no answer; null if none was requested. */
  readonly warning: string | null
  /** True if clicks on the results are kept. */
  readonly keepsClicks: boolean
}

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
export async function sourcesOf(service: Service, { query, filter }: AskRequest): Promise<readonly Source[]> {
  const { results } = await service.search(query, MAX_SOURCES, { filter })
  return results.map(contractResult).map(({ snippet: _snippet, ...source }) => source)
}

function contractResult({ id: _id, version: _version, alsoIn: _alsoIn, ...result }: SearchResult): KeywordResult {
  return result
}

/** A reason for keyword results. `seconds`: whole seconds after which a retry makes sense. */
export type Fallback =
  | { readonly reason: 'no-key' | 'origin' | 'busy' | 'reserved' | 'partial' }
  | { readonly reason: 'minute' | 'day' | 'tokens' | 'quota'; readonly seconds: number }

const SENTENCES: Readonly<Record<Fallback['reason'], (limits: AnswerSettings, wait: string) => string>> = {
  'no-key': () => 'Answers need a model key, and this server has none (LLM_API_KEY is not set)',
  origin: () => 'This site gives no answers to pages of other sites',
  minute: ({ perMinute }, wait) => `At most ${count(perMinute, 'answer')} a minute; try again in ${wait}`,
  day: ({ perDay }, wait) => `At most ${count(perDay, 'answer')} a day; try again in ${wait}`,
  busy: ({ atOnce }) => `At most ${count(atOnce, 'answer')} at once, and all are taken; try again in a moment`,
  reserved: () => 'The answers under way hold the rest of the budget of today; try again in a moment',
  partial: () => 'A part of the search index can\'t be reached at the moment',
  tokens: (_, wait) => `The budget for answers is spent for today; try again in ${wait}`,
  quota: (_, wait) => `The quota at the model's provider is spent; try again in ${wait}`,
}

/** The reason why there is no answer, as a sentence without its full stop. */
export function sentenceOf(fallback: Fallback, limits: AnswerSettings): string {
  const wait = 'seconds' in fallback ? inWords(fallback.seconds) : ''
  return SENTENCES[fallback.reason](limits, wait)
}

/** A duration as `40 s`, `10 min` or `3 h`, rounded up. */
function inWords(seconds: number): string {
  if (seconds < 120) return `${seconds} s`
  if (seconds < 7_200) return `${Math.ceil(seconds / 60)} min`
  return `${Math.ceil(seconds / 3_600)} h`
}
