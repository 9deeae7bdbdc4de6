/**
 * Revisions of a site -> the open pages in browsers: a script in each page, and an event stream that names the current
 * revision to it. The page reloads when that is not its own, and keeps its place.
 */
import { setMaxListeners } from 'node:events'
import { createLinkedController, onAbort } from '../../base/abort.ts'
import { eventStreamReply } from '../../http/wire/event-stream.ts'
import type { HttpReply, HttpRequest } from '../../http/wire/message.ts'
import { errorReply } from '../../http/wire/reply.ts'
import { ASSETS } from '../../reader/layout.ts'
import { type Middleware, pathKey } from '../../reader/middleware.ts'
import { formatFrame } from '../../sse/write.ts'
import { EVENTS_PATH, RELOAD_SCRIPT } from './reload-script.ts'

/** Open pages with a stream at once. */
const MAX_STREAMS = 256
/** Silence on a stream after which a comment shows that it is alive. */
const HEARTBEAT_MS = 15_000

/** The revisions of a site, and the streams that report them. */
export interface Reload {
  /** Name of the revision after the current one; no other run of the program has it. */
  readonly upcoming: () => string
  /** Makes the upcoming revision current: open pages of others reload. Its pages must be served by now. */
  readonly advance: () => void
  /** Serves the script and the stream. */
  readonly middleware: Middleware
  /** Ends all streams. */
  readonly close: () => void
}

/** The revisions of a run; `run` is different in each run. */
export function createReload(run: string): Reload {
  let number = 0
  let streams = 0
  let next = new AbortController()
  let isClosed = false
  const [script, events] = [pathKey(ASSETS.reload), pathKey(EVENTS_PATH)]

  function nameOf(revision: number): string {
    return `${run}-${revision}`
  }

  /** Wakes all streams. */
  function notify(): void {
    const ended = next
    next = new AbortController()
    // Each stream listens to it; Node warns of a leak above ten listeners.
    setMaxListeners(0, next.signal)
    ended.abort()
  }

  async function* frames(signal: AbortSignal): AsyncGenerator<string> {
    streams += 1
    try {
      for (let sent = ''; !isClosed && !signal.aborted; ) {
        const { signal: changed } = next
        const current = nameOf(number)
        if (sent === current) {
          await firstAbort(signal, changed)
          continue
        }
        sent = current
        yield formatFrame('change', { revision: sent })
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

  async function middleware({ key, request }: Parameters<Middleware>[0]): Promise<HttpReply | null> {
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
    upcoming: () => nameOf(number + 1),
    advance: () => {
      number += 1
      notify()
    },
    middleware,
    close: () => {
      isClosed = true
      notify()
    },
  }
}

/** Settles when one of the signals aborts. */
function firstAbort(...signals: readonly AbortSignal[]): Promise<void> {
  return new Promise((resolve) => void onAbort(createLinkedController(...signals).signal, resolve))
}
