/**
 * A question to a deployed service -> the events of its answer as they come, or
 * the keyword results it falls back to. Replies are decoded, never trusted.
 */
import {
  type AnswerEvent, type AnswerOutcome, type AskReply, END_OUTCOMES, type KeywordResponse, type Source, SUPPORTS,
} from '../answer/event.ts'
import { fitHistory, type HistoryTurn } from '../answer/conversation.ts'
import { AskError } from '../base/errors.ts'
import { parseJson } from '../base/json.ts'
import { type Decode, decodeOrNull, link, listOf, objectOf, oneOf, optional, text } from '../graph/shape.ts'
import type { Filter } from '../search/index/filter.ts'
import { createSseParser, type SseMessage } from '../sse/event-stream.ts'
import { isRedirect, readPieces, readText, startTimeout, type Timeout, type TimeoutLimits } from '../transport/send.ts'
import {
  checkFilters, decodeReply, decodeResult, failureOf, notJson, parseAddress, redirected, replyLimit, sendToService,
  statusError,
} from './request.ts'

/** MCP clients time out after a minute. */
const TIMEOUT_MS = 50_000
const IDLE_MS = 30_000
/** Bytes of one stream, which bounds everything in it. */
const MAX_STREAM_BYTES = 16_777_216
/** Sources, results or terms of one list. */
const MAX_RECORDS = 10_000

/** Options of a question to a service. Defaults of its time limits: 50 s in total, 30 s without a byte. */
export interface AskEndpointOptions extends Partial<Pick<TimeoutLimits, 'timeoutMs' | 'idleMs'>> {
  /** Sends the question. Default: the platform's `fetch`. */
  readonly fetch?: typeof fetch
  /** Earlier turns of the conversation, oldest first; only the newest are sent, shortened. Default: none. */
  readonly history?: readonly HistoryTurn[]
  /** Ends the request and its events. */
  readonly signal?: AbortSignal
  /** Language, version and group of the sections that the answer may use, exactly. Default: any. */
  readonly filter?: Filter | undefined
}

/**
 * The reply to a question. It rejects, and so do its events, with `AskError('endpoint')`, or `cancelled` when the
 * signal aborts. Events must be taken to their end or returned: they hold the connection.
 */
export async function askEndpoint(address: string, query: string, options: AskEndpointOptions = {}): Promise<AskReply> {
  const url = parseAddress(address)
  const { fetch = globalThis.fetch, history = [], signal = null, filter } = options
  const { timeoutMs = TIMEOUT_MS, idleMs = IDLE_MS } = options
  if (filter !== undefined) await checkFilters(url, { fetch, timeoutMs: idleMs, signal })
  const timeout = startTimeout({ timeoutMs, firstByteMs: idleMs, idleMs }, signal)
  const turns = fitHistory(history)
  const question = { query, mode: 'agentic', filter, detail: true, ...(turns.length > 0 && { history: turns }) }
  const headers = { accept: 'text/event-stream, application/json', 'content-type': 'application/json' }
  try {
    const init = { method: 'POST', headers, body: JSON.stringify(question) }
    const response = await sendToService(url, init, { fetch, timeout })
    if (isRedirect(response)) throw redirected(url, response)
    if (isStream(response)) return { type: 'events', events: readEvents(response.body, timeout, url) }
    const reply = readKeywords(response, await readText(response.body, timeout, replyLimit(url)), url)
    timeout.clear()
    return { type: 'keyword', response: reply }
  } catch (error) {
    timeout.clear()
    throw failureOf(url, error, timeout)
  }
}

function isStream(response: Response): response is Response & { readonly body: ReadableStream<Uint8Array> } {
  const type = response.headers.get('content-type')?.split(';', 1)[0]?.trim().toLowerCase()
  return response.status === 200 && type === 'text/event-stream' && response.body !== null
}

function readKeywords({ status, headers }: Response, body: string, url: string): KeywordResponse {
  const json = parseJson(body) ?? null
  if (status !== 200) throw statusError(url, status, json)
  if (json === null) throw notJson(url, headers)
  return decodeReply(url, json, decodeKeywords)
}

async function* readEvents(
  body: ReadableStream<Uint8Array>,
  timeout: Timeout,
  url: string,
): AsyncGenerator<AnswerEvent> {
  const parser = createSseParser()
  try {
    for await (const piece of readPieces(body, timeout, replyLimit(url, MAX_STREAM_BYTES))) {
      for (const message of parser.push(piece)) {
        const event = readEvent(message, url)
        if (event !== null) yield event
        if (event?.type === 'done' || event?.type === 'error') return
      }
    }
    throw new AskError('endpoint', `${url} stopped in the middle of its answer`)
  } catch (error) {
    throw failureOf(url, error, timeout)
  } finally {
    timeout.clear()
  }
}

/** Decodes one message; null for an event, an outcome or a support that this version doesn't know. */
function readEvent({ event, data }: SseMessage, url: string): AnswerEvent | null {
  const decode = EVENTS.get(event)
  const json = parseJson(data) ?? null
  if (decode === undefined || (event === 'outcome' && decodeOrNull(json, decodeKnown) === null)) return null
  return decodeReply(url, json, decode)
}

const texts = listOf(text, MAX_RECORDS)

const decodeSource = objectOf<Source>({
  url: link,
  title: optional(text),
  heading: optional(text),
  group: optional(text),
  terms: optional(texts),
})

type EventOf<T> = Extract<AnswerEvent, { readonly type: T }>

const KNOWN = { outcome: oneOf(END_OUTCOMES), support: oneOf(SUPPORTS) }
const decodeKnown = objectOf<Pick<AnswerOutcome, 'outcome' | 'support'>>(KNOWN)

const EVENTS = new Map<string, Decode<AnswerEvent>>([
  ['search', objectOf<EventOf<'search'>>({ type: () => 'search', query: text })],
  ['sources', objectOf<EventOf<'sources'>>({
    type: () => 'sources', sources: listOf(decodeSource, MAX_RECORDS), model: text,
  })],
  ['token', objectOf<EventOf<'token'>>({ type: () => 'token', text })],
  ['outcome', objectOf<AnswerOutcome>({
    type: () => 'outcome', id: text, ...KNOWN, cited: texts, opened: texts, followUps: optional(texts),
    contact: optional(text), feedback: (value) => (value === true ? value : undefined),
  })],
  ['done', () => ({ type: 'done' })],
  ['error', objectOf<EventOf<'error'>>({ type: () => 'error', error: text })],
])

const decodeKeywords = objectOf<Pick<KeywordResponse, 'results' | 'query' | 'model' | 'mode' | 'warning'>>({
  results: listOf(decodeResult, MAX_RECORDS),
  query: text,
  model: text,
  mode: oneOf(['keyword']),
  warning: optional(text),
})
