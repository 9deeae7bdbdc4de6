/**
 * Progress of slow calls, for clients that asked for it. Short calls send none:
 * some clients drop the connection when progress arrives with the result.
 */
import { isId, type JsonObject } from './jsonrpc.ts'

/** Time before the first message, in milliseconds. */
const FIRST_MS = 2_000
/** Time between two messages, in milliseconds. */
const INTERVAL_MS = 1_000

/** Sends a notification of this method. */
export type Notify = (method: string, params: JsonObject) => void

/** A reporter to the token in a request's `_meta`; it does nothing without a token or a way to notify. */
export function createProgress(
  { _meta: meta }: JsonObject,
  notify: Notify | null,
  now: () => number,
): (message: string) => void {
  const token = typeof meta === 'object' && meta !== null && 'progressToken' in meta ? meta.progressToken : undefined
  if (notify === null || !isId(token)) return () => undefined
  let next = now() + FIRST_MS
  let progress = 0
  return function report(message) {
    if (now() < next) return
    next = now() + INTERVAL_MS
    progress += 1
    notify('notifications/progress', { progressToken: token, progress, message })
  }
}
