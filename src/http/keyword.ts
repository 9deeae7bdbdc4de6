/**
 * POST on the base path: which mode runs, and the keyword reply.
 */
import type { KeywordResponse, KeywordResult } from '../answer/event.ts'
import { AskError } from '../errors.ts'
import type { SearchResult } from '../search/result.ts'
import type { Service } from '../service.ts'
import type { AskRequest } from './body.ts'
import type { HttpReply } from './message.ts'
import { jsonReply } from './reply.ts'

/** Sections in a keyword reply. */
const MAX_RESULTS = 20

const NO_KEY = 'Answers need a model key, and this server has none (LLM_API_KEY is not set); showing keyword results.'
const NO_ANSWERS = 'Answers are not available in this version; showing keyword results.'

/** Answers a question over HTTP. */
export async function replyToAsk(service: Service, ask: AskRequest, maxCodePoints: number): Promise<HttpReply> {
  return jsonReply(200, await keywordResponse(service, ask, maxCodePoints))
}

/** What answers a question, in the contract's order of mode selection. */
export async function keywordResponse(service: Service, ask: AskRequest, maxCodePoints: number): Promise<KeywordResponse> {
  const { model } = service
  if (ask.query.trim() === '') return { results: [], query: '', model, mode: 'keyword' }
  if (isLongerThan(maxCodePoints, ask.query)) {
    throw new AskError('bad-request', `query must be at most ${maxCodePoints} characters (code points).`)
  }
  const { results } = await service.search(ask.query, MAX_RESULTS)
  const warning = warningFor(service, ask)
  return {
    results: results.map(onTheWire),
    query: ask.query,
    model,
    mode: 'keyword',
    ...(warning !== null && { warning }),
  }
}

/** Why keywords answer a request that wanted more, null when they are what it asked for. */
function warningFor({ canAnswer }: Service, { mode }: AskRequest): string | null {
  if (mode === 'keyword' || (!canAnswer && mode === null)) return null
  return canAnswer ? NO_ANSWERS : NO_KEY
}

/** The contract's fields alone: a KeywordResult has no id. */
function onTheWire({ id: _id, ...result }: SearchResult): KeywordResult {
  return result
}

/** Counts no further than it must: a code point takes one or two UTF-16 units. */
function isLongerThan(codePoints: number, text: string): boolean {
  if (text.length <= codePoints) return false
  return text.length > codePoints * 2 || [...text].length > codePoints
}
