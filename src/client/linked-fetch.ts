/** A `fetch` whose requests end with their own signal or with a common one. */
import { createLinkedController } from '../base/abort.ts'

/** A `fetch` that `outer` ends as well. */
export function createLinkedFetch(send: typeof fetch, outer: AbortSignal): typeof fetch {
  return function linkedFetch(input, init) {
    return send(input, { ...init, signal: createLinkedController(outer, init?.signal ?? null).signal })
  }
}
