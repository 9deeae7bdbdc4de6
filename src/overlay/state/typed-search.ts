/**
 * Text as it is typed -> the reply to the latest of it. The first key is sent at
 * once, and so is every key when nothing is out; only while a request is out do
 * further keys wait for a moment. Replies to earlier texts are dropped.
 */

/** Milliseconds of rest after which a text is sent although a request is out. */
const REST_MS = 80

export interface TypedSearchOptions<T> {
  readonly search: (query: string, signal: AbortSignal) => Promise<T>
  readonly onReply: (query: string, reply: T) => void
  /** Stands for the reply of a search that has failed. */
  readonly failed: T
  readonly restMs?: number
}

export interface TypedSearch {
  /** Takes what the field holds; blank text ends the search. */
  readonly type: (query: string) => void
}

export function createTypedSearch<T>({ search, onReply, failed, restMs = REST_MS }: TypedSearchOptions<T>): TypedSearch {
  let wanted = ''
  let out: AbortController | null = null
  let timer: ReturnType<typeof setTimeout> | undefined

  function stop(): void {
    clearTimeout(timer)
    out?.abort()
    out = null
  }

  function send(): void {
    stop()
    const request = new AbortController()
    const query = wanted
    out = request
    void search(query, request.signal).catch(() => failed).then((reply) => {
      if (out !== request) return
      stop()
      if (query === wanted) onReply(query, reply)
      else send()
    })
  }

  function type(query: string): void {
    wanted = query
    clearTimeout(timer)
    if (query.trim() === '') stop()
    else if (out === null) send()
    else timer = setTimeout(send, restMs)
  }

  return { type }
}
