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

/** The revisions of a site, and the streams that report them. */
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
 * Text of the script: plain JavaScript, because it goes to browsers as it is. It complies with the reader's policy, and
 * changes nothing in the page. The place of a page is its last heading above the middle of the window, with its
 * distance from the top: text that grows or shrinks above it moves nothing. A hidden tab has no stream, because
 * browsers open at most six connections to a host; a page with an open dialog reloads when the reader has closed it.
 */
const RELOAD_SCRIPT = `(() => {
  const { revision } = document.currentScript.dataset
  const HEADINGS = 'h1[id], h2[id], h3[id], h4[id], h5[id], h6[id], section[id]'
  const PLACE = 'ask-place'
  const RETRY_MS = 5000
  const last = takePlace()
  let stream = null
  let isLeaving = false

  function takePlace() {
    try {
      const place = JSON.parse(sessionStorage.getItem(PLACE))
      sessionStorage.removeItem(PLACE)
      return place?.page === location.pathname ? place : null
    } catch {
      return null
    }
  }

  function keepPlace(next) {
    const above = [...document.querySelectorAll(HEADINGS)].filter((heading) => {
      const { top, height } = heading.getBoundingClientRect()
      return height > 0 && top <= innerHeight / 2
    })
    const heading = above.at(-1)
    const { top } = heading?.getBoundingClientRect() ?? {}
    const place = { page: location.pathname, next, y: scrollY, id: heading?.id, top }
    try {
      sessionStorage.setItem(PLACE, JSON.stringify(place))
      history.scrollRestoration = 'manual'
    } catch {
      // Without storage the browser restores the place.
    }
  }

  function restorePlace() {
    const heading = last.id === undefined ? null : document.getElementById(last.id)
    const y = heading === null ? last.y : scrollY + heading.getBoundingClientRect().top - last.top
    scrollTo({ top: last.y === 0 ? 0 : y, behavior: 'instant' })
  }

  function reload(next) {
    // A cache on the way that keeps an old page must not make it reload for ever.
    if (isLeaving || next === revision || next === last?.next) return
    const dialog = document.querySelector('[data-ask-dialog]')?.shadowRoot?.querySelector('dialog[open]')
    if (dialog) {
      dialog.addEventListener('close', () => reload(next), { once: true })
      return
    }
    isLeaving = true
    keepPlace(next)
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

  if (last !== null) {
    let isMoved = false
    for (const type of ['wheel', 'touchstart', 'keydown', 'pointerdown']) {
      addEventListener(type, () => (isMoved = true), { once: true, passive: true })
    }
    restorePlace()
    addEventListener('load', () => {
      if (!isMoved) restorePlace()
      // A browser that has drawn nothing yet would restore its own place now.
      requestAnimationFrame(() => requestAnimationFrame(() => (history.scrollRestoration = 'auto')))
    })
  }
  document.addEventListener('visibilitychange', () => (document.hidden ? close() : open()))
  addEventListener('pagehide', close)
  addEventListener('pageshow', open)
  open()
})()
`
