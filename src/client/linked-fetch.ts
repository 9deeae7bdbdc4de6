/**
 * A `fetch` whose requests also end with a signal of the caller's, beside the
 * signal that each has of its own.
 */
import { createLinkedController } from '../base/abort.ts'

/** A `fetch` that `outer` ends as well. */
export function createLinkedFetch(send: typeof fetch, outer: AbortSignal): typeof fetch {
  return function linkedFetch(input, init) {
    return send(input, { ...init, signal: createLinkedController(outer, init?.signal ?? null).signal })
  }
}
