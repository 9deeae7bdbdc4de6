/**
 * The service as the overlay uses it: search, suggestions, and a question whose
 * answer streams. Failures reject, but that of an answer is its last event.
 */
import { parseJson } from '../../base/json.ts'
import type { KeywordResult } from '../../answer/events/event.ts'
import { createFrameReader } from './frames.ts'
import { decodeEvent, decodeResults, decodeSuggestions, type ReplyEvent, textOf } from './reply.ts'

/** Milliseconds without a byte after which an answer has failed; the service sends one every 15 s. */
const SILENCE_MS = 45_000
/** An answer of so many messages that took this long to begin, and then came at once, was held back on the way. */
const LEAST_MESSAGES = 8
const LEAST_WAIT_MS = 1_500
const MOST_SPREAD_MS = 50

export interface OverlayClient {
  /** `signal` is null for what nothing ends. */
  readonly search: (query: string, signal: AbortSignal | null) => Promise<readonly KeywordResult[]>
  readonly suggestions: () => Promise<readonly string[]>
  /** Tells every event, the last of which is `done`, `error` or `keyword`. Rejects when it is aborted, or can't be reached. */
  readonly ask: (question: string, request: AbortController, onEvent: (event: ReplyEvent) => void) => Promise<void>
}

export function createOverlayClient(endpoint: string): OverlayClient {
  function post(query: string, mode: string, signal: AbortSignal | null): Promise<Response> {
    const body = JSON.stringify({ query, mode })
    return fetch(endpoint, { method: 'POST', headers: { 'content-type': 'application/json' }, body, signal })
  }

  async function ask(question: string, request: AbortController, onEvent: (event: ReplyEvent) => void): Promise<void> {
    const started = performance.now()
    let timer = 0
    function wait(): void {
      clearTimeout(timer)
      timer = setTimeout(() => {
        onEvent({ type: 'error', error: '' })
        request.abort()
      }, SILENCE_MS)
    }
    wait()
    try {
      const response = await post(question, 'agentic', request.signal)
      if (response.headers.get('content-type')?.startsWith('text/event-stream')) {
        await readStream(response, { started, onPiece: wait, onEvent })
      } else {
        const reply = parseJson(await response.text())
        if (response.ok) onEvent({ type: 'keyword', results: decodeResults(reply), warning: textOf(reply, 'warning') })
        else onEvent({ type: 'error', error: textOf(reply, 'error') })
      }
    } finally {
      clearTimeout(timer)
    }
  }

  return {
    search: async (query, signal) => decodeResults(await readJson(await post(query, 'keyword', signal))),
    suggestions: async () => decodeSuggestions(await readJson(await fetch(endpoint))),
    ask,
  }
}

async function readJson(response: Response): Promise<unknown> {
  if (!response.ok) throw new Error()
  return response.json()
}

interface Reading {
  /** Milliseconds of the page's clock at which the question was sent. */
  readonly started: number
  readonly onPiece: () => void
  readonly onEvent: (event: ReplyEvent) => void
}

async function readStream({ body }: Response, { started, onPiece, onEvent }: Reading): Promise<void> {
  const reader = body!.pipeThrough(new TextDecoderStream()).getReader()
  let first = 0
  let messages = 0
  const read = createFrameReader((name, data) => {
    const event = decodeEvent(name, data)
    messages += 1
    if (event !== null) onEvent(event)
  })
  for (let { value } = await reader.read(); value !== undefined; { value } = await reader.read()) {
    onPiece()
    first ||= performance.now()
    read(value)
  }
  // What ended already takes no more events.
  onEvent({ type: 'error', error: '' })
  if (messages >= LEAST_MESSAGES && first - started > LEAST_WAIT_MS && performance.now() - first < MOST_SPREAD_MS) {
    console.warn('ask: something on the way buffers text/event-stream')
  }
}
