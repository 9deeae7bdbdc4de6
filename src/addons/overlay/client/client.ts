/**
 * The service as the overlay uses it: search, suggestions, and a question whose answer streams. A failure is a reply, or
 * the last event of an answer. A static index answers in its place, where there is one.
 */
import type { HistoryTurn } from '../../../core/answer.ts'
import {
  addressOf, decodeReply, filterFor, NO_RESULTS, type PageScope, parseReply, type ReplyEvent, type SearchReply, textsOf,
  waitOf,
} from './messages.ts'

/** Milliseconds without a byte after which an answer has failed; the service sends one every 15 s. */
const SILENCE_MS = 45_000

/** Milliseconds that a search waits for the values of filters. */
const FILTERS_MS = 3_000

/** UTF-16 units of one event of an answer. */
const MAX_FRAME_LENGTH = 1_048_576

/** Name of the search module, beside the entry. `ask static` writes the name here that its entry has. */
const SEARCH_MODULE = 'search-############.js'

/** Sends a request to the service, or answers it. */
type SendRequest = (url: string, options?: RequestInit) => Promise<Response>

/** A reader's verdict on an answer, or their choice of a result. */
type Feedback =
  | { readonly answer: string; readonly verdict: 'up' | 'down' }
  | { readonly query: string; readonly rank: number }

interface QuestionContext {
  readonly history: readonly HistoryTurn[]
  readonly onEvent: (event: ReplyEvent) => void
}

export type OverlayClient = ReturnType<typeof createOverlayClient>

/** A client of the service at an address. `page` gives what the page states, each time as it is. */
export function createOverlayClient(endpoint: string, page: () => PageScope, fetch: SendRequest) {
  const read = (path: string, options?: RequestInit) => fetch(addressOf(endpoint, path), options).then(readJson)
  let values: Promise<unknown> | null = null
  void readValues()
  // Names this view of the page, not the reader; not for those who asked not to be followed.
  const wantsPrivacy = Reflect.get(navigator, 'globalPrivacyControl') || navigator.doNotTrack === '1'
  const view = wantsPrivacy ? undefined : Math.random().toString(36).slice(2)

  /** The values of filters: undefined after a failure, and the next search asks again. */
  function readValues(): Promise<unknown> {
    return (values ??= read('/filters', { signal: AbortSignal.timeout(FILTERS_MS) }).catch(() => void (values = null)))
  }

  function send(path: string, fields: object, signal: AbortSignal | null = null): Promise<Response> {
    const headers = { 'content-type': 'application/json' }
    const body = JSON.stringify({ ...fields, view })
    // A report outlives its page.
    return fetch(addressOf(endpoint, path), { method: 'POST', headers, body, signal, keepalive: path !== '' })
  }

  async function post(query: string, fields: object, signal: AbortSignal): Promise<Response> {
    return send('', { query, detail: true, ...fields, filter: filterFor(await readValues(), page()) }, signal)
  }

  /** With `all`, also the results that a static index leaves out at first. Rejects only when the signal ends it. */
  async function search(query: string, signal: AbortSignal, all: boolean): Promise<SearchReply> {
    try {
      const response = await post(query, { mode: 'keyword', all: all || undefined }, signal)
      if (response.status === 429) {
        return { ...NO_RESULTS, fault: 'limited', seconds: waitOf(response.headers.get('retry-after')) }
      }
      const reply = decodeReply(await readJson(response))
      return { ...reply, feedback: reply.feedback && !wantsPrivacy }
    } catch {
      signal.throwIfAborted()
      return { ...NO_RESULTS, fault: navigator.onLine ? 'searchFailed' : 'offline' }
    }
  }

  /**
   * Calls `onEvent` with each event. The first `done`, `error` or `keyword` is the last that counts. Never rejects.
   * Aborts `request` when the answer is over.
   */
  async function ask(question: string, request: AbortController, { history, onEvent }: QuestionContext): Promise<void> {
    let timer = 0

    /** Ends the answer, as failed unless its last event has come. */
    function end(): void {
      onEvent({ type: 'error' })
      request.abort()
    }

    function wait(): void {
      clearTimeout(timer)
      timer = setTimeout(end, SILENCE_MS)
    }

    wait()
    try {
      const asked = { mode: 'agentic', page: location.pathname, history: history[0] && history }
      const response = await post(question, asked, request.signal)
      if (response.headers.get('content-type')?.includes('text/event-stream')) {
        await readStream(response, { onPiece: wait, onEvent })
      } else {
        onEvent({ type: response.ok ? 'keyword' : 'error', data: parseReply(await response.text()) })
      }
    } catch {
      // Fails below, as a stream does that has no last event.
    }
    clearTimeout(timer)
    end()
  }

  return {
    search,
    suggestions: async () => textsOf(await read(''), 'suggestions'),
    ask,
    /** For a service that keeps feedback. */
    report: (feedback: Feedback) => void send('/feedback', feedback).catch(() => undefined),
  }
}

function readJson(response: Response): Promise<unknown> {
  return response.ok ? response.json() : Promise.reject()
}

/** Reads the frames that the service writes: an event and its data, a line each. Others are comments. */
async function readStream(
  { body }: Response,
  { onPiece, onEvent }: Pick<QuestionContext, 'onEvent'> & { readonly onPiece: () => void },
): Promise<void> {
  const reader = body!.pipeThrough(new TextDecoderStream()).getReader()
  let rest = ''
  for (let { value } = await reader.read(); value !== undefined; { value } = await reader.read()) {
    onPiece()
    const frames = (rest + value).split(/\r?\n\r?\n/)
    rest = frames.pop()!
    if (rest.length > MAX_FRAME_LENGTH) throw new RangeError()
    for (const frame of frames) {
      const [, type, data = ''] = /^event: ?(.*\S)\s+data: ?(.*)/.exec(frame) ?? []
      if (type) onEvent({ type, data: parseReply(data) })
    }
  }
}

/**
 * A `fetch` that answers requests to `endpoint` from the static index at an address. The module that searches is loaded
 * on the first request, from the folder of the index, which names it; where there is none, requests go to the service,
 * and fail where `service` is null, for a site without one: there no query leaves the browser.
 */
export function createIndexFetch(index: string, endpoint: string, service: SendRequest | null): SendRequest {
  const { href: base } = new URL(index.replace(/\/?$/, '/'), document.baseURI)
  let loading: Promise<SendRequest> | null = null

  async function load(): Promise<SendRequest> {
    // Loaded beside the entry, not after it. During a deploy it may be gone; what counts is the name in the entry.
    if (!SEARCH_MODULE.includes('#')) void import(base + SEARCH_MODULE).catch(() => undefined)
    const entry = await (await fetch(`${base}index.json`, { cache: 'no-cache' })).json()
    const { createFetch } = await import(base + entry.script)
    return createFetch({ entry, base, endpoint, fetch, service })
  }

  return async (url, options) => {
    loading ??= load().catch((error: unknown) => {
      loading = null
      return service ?? Promise.reject(error)
    })
    return (await loading)(url, options)
  }
}
