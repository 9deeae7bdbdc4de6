/**
 * Text as it is typed -> the reply to its latest state. A key is sent at once
 * when no request is under way; otherwise it waits for a moment of rest. Replies
 * to earlier texts are dropped.
 */

/** Milliseconds of rest after which a text is sent although a request is under way. */
const REST_MS = 80

/** Options of a search. */
export interface TypedSearchOptions<T> {
  readonly search: (query: string, signal: AbortSignal) => Promise<T>
  /** Takes the reply to a query, null where the search has failed. */
  readonly onReply: (query: string, reply: T | null) => void
  readonly restMs?: number
}

/** The search of one field. */
export interface TypedSearch {
  /** Takes the field's text; blank text ends the search. */
  readonly type: (query: string) => void
}

/** A search for which nothing was typed yet. */
export function createTypedSearch<T>(options: TypedSearchOptions<T>): TypedSearch {
  const { search, onReply, restMs = REST_MS } = options
  let wanted = ''
  let pending: AbortController | null = null
  let timer: ReturnType<typeof setTimeout> | undefined

  function stop(): void {
    clearTimeout(timer)
    pending?.abort()
    pending = null
  }

  function send(): void {
    stop()
    const request = new AbortController()
    const query = wanted
    pending = request
    void search(query, request.signal).catch(() => null).then((reply) => {
      if (pending !== request) return
      stop()
      if (query === wanted) onReply(query, reply)
      else send()
    })
  }

  function type(query: string): void {
    wanted = query
    clearTimeout(timer)
    if (query.trim() === '') stop()
    else if (pending === null) send()
    else timer = setTimeout(send, restMs)
  }

  return { type }
}
