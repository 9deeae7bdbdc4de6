/** Body of a POST -> the question in it, checked. */
import type { HistoryTurn } from '../../answer/events/history.ts'
import { AskError } from '../../base/errors.ts'
import { isObject, type JsonObject } from '../../base/json.ts'
import { decodeFilter, type Filter } from '../../search/index/filter.ts'
import { decodeId, readJsonObject } from '../wire/body.ts'
import type { HttpRequest } from '../wire/message.ts'

/** UTF-16 units of `page`: it is part of the key of a stored answer. */
const MAX_PAGE_LENGTH = 4_096

/** The fields of a question, checked. */
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
export async function readAskRequest(request: HttpRequest, maxBytes: number): Promise<AskRequest> {
  return decodeAskRequest(await readJsonObject(request, maxBytes))
}

function decodeAskRequest(body: JsonObject): AskRequest {
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
