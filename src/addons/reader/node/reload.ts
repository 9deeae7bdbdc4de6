/**
 * Revisions of a site -> the open pages in browsers: a script in each page, and an event stream that names the current
 * revision to it. The page reloads when that is not its own, and keeps its place. No copy of a page is used unasked.
 */
import { EventEmitter, once } from 'node:events'
import { errorReply, eventStreamReply, type HttpReply, type HttpRequest } from '../../../core/http.ts'
import { formatFrame } from '../../../core/transport.ts'
import { ASSETS } from '../layout.ts'
import { type Middleware, pathKey } from '../middleware.ts'

/** Path of the stream of revisions. No page of content has a path with `_` at the start of a name. */
export const EVENTS_PATH = '/_ask/changes'
/** Open pages with a stream at once. */
const MAX_STREAMS = 256
/** Silence on a stream after which a comment shows that it is alive. */
const HEARTBEAT_MS = 15_000

export type Reload = ReturnType<typeof createReload>

/** The revisions of a run; `run` is different in each run. */
export function createReload(run: string) {
  let number = 0
  let streams = 0
  let isClosed = false
  // Each stream listens to it; Node warns of a leak above ten listeners.
  const changes = new EventEmitter().setMaxListeners(0)
  const [script, events] = [pathKey(ASSETS.reload), pathKey(EVENTS_PATH)]

  function nameOf(revision: number): string {
    return `${run}-${revision}`
  }

  async function* frames(signal: AbortSignal): AsyncGenerator<string> {
    streams += 1
    try {
      while (!isClosed && !signal.aborted) {
        const sent = number
        yield formatFrame('change', { revision: nameOf(sent) })
        // Rejects when the client leaves.
        if (number === sent && !isClosed) await once(changes, 'change', { signal }).catch(() => undefined)
      }
    } finally {
      streams -= 1
    }
  }

  function serveStream({ method, signal }: HttpRequest): HttpReply {
    if (streams >= MAX_STREAMS) return errorReply(503, `At most ${MAX_STREAMS} pages can wait for changes at once.`)
    const reply = eventStreamReply(frames(signal), HEARTBEAT_MS)
    return method === 'HEAD' ? { ...reply, body: null } : reply
  }

  const middleware: Middleware = async ({ key, request }) => {
    if (key === events) return serveStream(request)
    if (key !== script) return null
    const headers = {
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'no-cache',
      'x-content-type-options': 'nosniff',
    }
    return { status: 200, headers, body: RELOAD_SCRIPT }
  }

  return {
    /** Name of the revision after the current one; no other run of the program has it. */
    upcoming: () => nameOf(number + 1),
    /** Makes the upcoming revision current: open pages of others reload. Its pages must be served by now. */
    advance: () => {
      number += 1
      changes.emit('change')
    },
    middleware,
    close: () => {
      isClosed = true
      changes.emit('change')
    },
  }
}

/**
 * Text of the script: plain JavaScript, because it goes to browsers as it is, and complies with the reader's policy. The
 * browser restores the scroll position. A hidden tab has no stream, because browsers open at most six connections to a
 * host; a page with an open dialog reloads when the reader has closed it.
 */
const RELOAD_SCRIPT = `(() => {
  const { revision } = document.currentScript.dataset
  const RETRY_MS = 5000
  let stream = null
  let isLeaving = false

  function reload(next) {
    // A cache on the way that keeps an old page must not make it reload for ever.
    if (isLeaving || next === revision || next === history.state?.askRevision) return
    // A panel at the side opens again with the page.
    const dialog = document.querySelector('[data-ask-dialog]')?.shadowRoot?.querySelector('dialog:modal')
    if (dialog) {
      dialog.addEventListener('close', () => reload(next), { once: true })
      return
    }
    isLeaving = true
    history.replaceState({ ...history.state, askRevision: next }, '')
    location.reload()
  }

  function open() {
    if (document.hidden || stream !== null) return
    const opened = (stream = new EventSource('${EVENTS_PATH}'))
    opened.addEventListener('change', ({ data }) => reload(JSON.parse(data).revision))
    opened.addEventListener('error', () => {
      if (opened.readyState !== EventSource.CLOSED || stream !== opened) return
      close()
      setTimeout(open, RETRY_MS)
    })
  }

  function close() {
    stream?.close()
    stream = null
  }

  document.addEventListener('visibilitychange', () => (document.hidden ? close() : open()))
  addEventListener('pagehide', close)
  addEventListener('pageshow', open)
  open()
})()
`
