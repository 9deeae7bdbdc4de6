/** A `fetch` whose requests end with their own signal or with a common one. */

/** The linked `fetch`. `AbortSignal.any` is no alternative: Node 20 collects its signals too early. */
export function createLinkedFetch(send: typeof fetch, outer: AbortSignal): typeof fetch {
  return function linkedFetch(input, init) {
    const controller = new AbortController()
    for (const signal of [outer, init?.signal]) {
      if (signal?.aborted === true) controller.abort(signal.reason)
      signal?.addEventListener('abort', () => controller.abort(signal.reason), { once: true, signal: controller.signal })
    }
    return send(input, { ...init, signal: controller.signal })
  }
}
