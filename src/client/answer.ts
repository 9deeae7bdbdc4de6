/**
 * A question to a deployed service -> the events of its answer as they come, or
 * the keyword results it falls back to. Replies are decoded, never trusted.
 */
import type { AnswerEvent, AskReply, KeywordResponse, Source } from '../answer/events/event.ts'
import { AskError } from '../base/errors.ts'
import { parseJson } from '../base/json.ts'
import { type Decode, fieldsOf, link, listOf, oneOf, orNull, text } from '../graph/shape.ts'
import { createSseParser, type SseMessage } from '../sse/parse.ts'
import { readPieces, readText } from '../transport/body.ts'
import { reasonOf } from '../transport/reason.ts'
import { isRedirect, send } from '../transport/send.ts'
import { startTimeout, type Timeout, type TimeoutLimits } from '../transport/timeout.ts'
import { parseAddress } from './address.ts'
import { decodeReply, decodeResult } from './endpoint.ts'
import { errorOf, redirected, replyLimit } from './request.ts'

/** Clients of MCP give up after a minute. */
const TIMEOUT_MS = 50_000
const SILENCE_MS = 30_000
/** Bytes of one stream, which bounds everything in it. */
const MAX_STREAM_BYTES = 16_777_216
/** Sources, results or terms of one list. */
const MAX_RECORDS = 10_000

/** How a question is sent and how long it is waited for: 50 s in all, 30 s without a byte. */
export interface AskEndpointOptions extends Partial<Pick<TimeoutLimits, 'timeoutMs' | 'idleMs'>> {
  /** How the question is sent. Default: the platform's `fetch`. */
  readonly fetch?: typeof fetch
  /** Ends the request and all that comes of it. */
  readonly signal?: AbortSignal
}

/**
 * Rejects, and so do the events, with `AskError('endpoint')`. Events must be
 * taken to their end or returned: they hold the connection.
 */
export async function askEndpoint(address: string, query: string, options: AskEndpointOptions = {}): Promise<AskReply> {
  const { fetch = globalThis.fetch, signal = null, timeoutMs = TIMEOUT_MS, idleMs = SILENCE_MS } = options
  const url = parseAddress(address)
  const timeout = startTimeout({ timeoutMs, firstByteMs: idleMs, idleMs }, signal)
  try {
    const response = await send(url, {
      method: 'POST',
      headers: { accept: 'text/event-stream, application/json', 'content-type': 'application/json' },
      body: JSON.stringify({ query, mode: 'agentic' }),
    }, { fetch, timeout })
    if (isRedirect(response)) throw redirected(url, response)
    if (isStream(response)) return { type: 'events', events: readEvents(response.body, timeout, url) }
    const reply = readKeywords(response, await readText(response.body, timeout, replyLimit(url)), url)
    timeout.clear()
    return { type: 'keyword', response: reply }
  } catch (error) {
    timeout.clear()
    throw explain(error, timeout, url)
  }
}

function isStream(response: Response): response is Response & { readonly body: ReadableStream<Uint8Array> } {
  const type = response.headers.get('content-type')?.split(';', 1)[0]?.trim().toLowerCase()
  return response.status === 200 && type === 'text/event-stream' && response.body !== null
}

function readKeywords({ status }: Response, body: string, url: string): KeywordResponse {
  const json = parseJson(body) ?? null
  if (status === 200) return decodeReply(url, json, decodeKeywords)
  const error = errorOf(json)
  throw new AskError('endpoint', `${url} answers ${status}${error === null ? '' : `: ${error}`}`)
}

async function* readEvents(body: ReadableStream<Uint8Array>, timeout: Timeout, url: string): AsyncGenerator<AnswerEvent> {
  const messages: SseMessage[] = []
  const parser = createSseParser((message) => messages.push(message))
  try {
    for await (const piece of readPieces(body, timeout, replyLimit(url, MAX_STREAM_BYTES))) {
      parser.push(piece)
      for (const message of messages.splice(0)) {
        const event = decodeEvent(message, url)
        if (event !== null) yield event
        if (event?.type === 'done' || event?.type === 'error') return
      }
    }
    throw new AskError('endpoint', `${url} stopped in the middle of its answer`)
  } catch (error) {
    throw explain(error, timeout, url)
  } finally {
    timeout.clear()
  }
}

function explain(error: unknown, timeout: Timeout, url: string): AskError {
  const expired = timeout.reached()
  if (expired !== null) return new AskError('endpoint', `${url} gave no answer within ${expired.ms / 1000} s`, { cause: error })
  if (timeout.signal.aborted) return new AskError('endpoint', `The question to ${url} was cancelled`, { cause: error })
  if (error instanceof AskError) return error
  return new AskError('endpoint', `${url} can't be reached: ${reasonOf(error).text}`, { cause: error })
}

/** Null for an event that this version doesn't know. */
function decodeEvent({ event, data }: SseMessage, url: string): AnswerEvent | null {
  const decode = EVENTS.get(event)
  return decode === undefined ? null : decodeReply(url, parseJson(data) ?? null, decode)
}

const decodeSource: Decode<Source> = (value, path) => {
  const field = fieldsOf(value, path)
  const [title, heading, group] = [field('title', orNull(text)), field('heading', orNull(text)), field('group', orNull(text))]
  const terms = field('terms', orNull(listOf(text, MAX_RECORDS)))
  return {
    url: field('url', link),
    ...(title === null ? {} : { title }),
    ...(heading === null ? {} : { heading }),
    ...(group === null ? {} : { group }),
    ...(terms === null ? {} : { terms }),
  }
}

const EVENTS: ReadonlyMap<string, Decode<AnswerEvent>> = new Map<string, Decode<AnswerEvent>>([
  ['search', (value, path) => ({ type: 'search', query: fieldsOf(value, path)('query', text) })],
  ['sources', (value, path) => {
    const field = fieldsOf(value, path)
    return { type: 'sources', sources: field('sources', listOf(decodeSource, MAX_RECORDS)), model: field('model', text) }
  }],
  ['token', (value, path) => ({ type: 'token', text: fieldsOf(value, path)('text', text) })],
  ['done', () => ({ type: 'done' })],
  ['error', (value, path) => ({ type: 'error', error: fieldsOf(value, path)('error', text) })],
])

const decodeKeywords: Decode<KeywordResponse> = (value, path) => {
  const field = fieldsOf(value, path)
  const warning = field('warning', orNull(text))
  return {
    results: field('results', listOf(decodeResult, MAX_RECORDS)),
    query: field('query', text),
    model: field('model', text),
    mode: field('mode', oneOf(['keyword'])),
    ...(warning === null ? {} : { warning }),
  }
}
