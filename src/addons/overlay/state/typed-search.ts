/**
 * Text as it is typed -> replies. The first key after a pause is sent at once, then one request in each interval, for
 * the newest text; it ends the request before it. Replies are kept for a reader who goes back.
 */
import type { SearchReply } from '../client/messages.ts'

/** Milliseconds between two requests. */
const INTERVAL_MS = 150
/** Replies that are kept, the first ones. */
const MAX_KEPT = 50

/**
 * The search of one field, for which nothing was typed yet. It takes the field's text; blank text ends the search.
 * `onReply` takes the reply to the newest request, whose text may be older than the field's.
 */
export function createTypedSearch(
  search: (query: string, signal: AbortSignal) => Promise<SearchReply>,
  onReply: (query: string, reply: SearchReply) => void,
): (query: string) => void {
  const kept = new Map<string, SearchReply>()
  let request = new AbortController()
  /** Text to send when the interval is over. */
  let waiting = ''
  let timer: ReturnType<typeof setTimeout> | undefined

  function send(query: string): void {
    request.abort()
    const { signal } = (request = new AbortController())
    waiting = ''
    timer = setTimeout(() => {
      timer = undefined
      if (waiting) send(waiting)
    }, INTERVAL_MS)
    void search(query, signal).then((reply) => {
      if (signal.aborted) return
      // Others are not as good later.
      if (!reply.fault && !reply.more && kept.size < MAX_KEPT) kept.set(query, reply)
      onReply(query, reply)
    }, () => undefined)
  }

  return function type(query: string): void {
    const reply = kept.get(query)
    waiting = ''
    if (reply || !query.trim()) request.abort()
    else if (timer) waiting = query
    else send(query)
    if (reply) onReply(query, reply)
  }
}
