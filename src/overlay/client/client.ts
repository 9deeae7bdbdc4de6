/**
 * The service as the overlay uses it: search, suggestions, and a question whose
 * answer streams. Failures reject, but that of an answer is its last event.
 */
import { decodeEvent } from '../../answer/events/decode.ts'
import type { KeywordResult } from '../../answer/events/event.ts'
import { createSseParser } from '../../sse/parse.ts'
import type { SendRequest } from './index-fetch.ts'
import { filterFor, type PageScope } from './filter.ts'
import { decodeResults, fieldsOf, parseReply, type ReplyEvent, textOf, textsOf } from './reply.ts'

/** Milliseconds without a byte after which an answer has failed; the service sends one every 15 s. */
const SILENCE_MS = 45_000
/**
 * An answer with this many events, which began late and then came within a moment,
 * was buffered by a proxy.
 */
const MIN_BUFFERED_EVENTS = 8
const MIN_FIRST_BYTE_MS = 1_500
const MAX_BUFFERED_MS = 50

/** Requests to one service. */
export interface OverlayClient {
  /** `signal` is null for a search that nothing ends. */
  readonly search: (query: string, signal: AbortSignal | null) => Promise<readonly KeywordResult[]>
  readonly suggestions: () => Promise<readonly string[]>
  /**
   * Calls `onEvent` with each event. The first `done`, `error` or `keyword` is the
   * last that counts. Never rejects. Aborts `request` when the answer is over.
   */
  readonly ask: (question: string, request: AbortController, onEvent: (event: ReplyEvent) => void) => Promise<void>
}

/**
 * A client of the service at an address. `page` gives what the page states, each time as it is; `fetch` sends the
 * requests.
 */
export function createOverlayClient(endpoint: string, page: () => PageScope, fetch: SendRequest): OverlayClient {
  const read = (path: string) => fetch(endpoint + path).then(readJson)
  // A service without filters gets no filter.
  const values = read('/filters').catch(() => undefined)

  async function post(query: string, mode: string, signal: AbortSignal | null): Promise<Response> {
    const body = JSON.stringify({ query, mode, filter: filterFor(await values, page()) })
    return fetch(endpoint, { method: 'POST', headers: { 'content-type': 'application/json' }, body, signal })
  }

  async function ask(question: string, request: AbortController, onEvent: (event: ReplyEvent) => void): Promise<void> {
    const sentAt = performance.now()
    let timer = 0

    function fail(): void {
      onEvent({ type: 'error', error: '' })
      request.abort()
    }

    function wait(): void {
      clearTimeout(timer)
      timer = setTimeout(fail, SILENCE_MS)
    }

    wait()
    try {
      const response = await post(question, 'agentic', request.signal)
      if (response.headers.get('content-type')?.startsWith('text/event-stream')) {
        await readStream(response, { sentAt, onPiece: wait, onEvent })
      } else {
        const reply = parseReply(await response.text())
        onEvent(response.ok
          ? { type: 'keyword', results: decodeResults(reply), warning: textOf(reply, 'warning') }
          : { type: 'error', error: textOf(reply, 'error') })
      }
    } catch {
      // Fails below, as a stream does that has no last event.
    }
    clearTimeout(timer)
    fail()
  }

  return {
    search: async (query, signal) => decodeResults(await readJson(await post(query, 'keyword', signal))),
    suggestions: async () => textsOf(await read(''), 'suggestions'),
    ask,
  }
}

async function readJson(response: Response): Promise<unknown> {
  if (!response.ok) throw new Error()
  return response.json()
}

interface StreamContext {
  /** Milliseconds of the page's clock at which the question was sent. */
  readonly sentAt: number
  readonly onPiece: () => void
  readonly onEvent: (event: ReplyEvent) => void
}

async function readStream({ body }: Response, { sentAt, onPiece, onEvent }: StreamContext): Promise<void> {
  const reader = body!.getReader()
  let firstByteAt = 0
  let count = 0
  const parser = createSseParser((message) => {
    const event = decodeEvent(message, fieldsOf)
    count += 1
    if (event !== null) onEvent(event)
  })
  for (let { value } = await reader.read(); value !== undefined; { value } = await reader.read()) {
    onPiece()
    firstByteAt ||= performance.now()
    parser.push(value)
  }
  const isBuffered = firstByteAt - sentAt > MIN_FIRST_BYTE_MS && performance.now() - firstByteAt < MAX_BUFFERED_MS
  if (isBuffered && count >= MIN_BUFFERED_EVENTS) console.warn('ask: a proxy buffers text/event-stream')
}
