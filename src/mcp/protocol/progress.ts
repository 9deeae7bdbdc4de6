/**
 * Progress of slow calls, for clients that request it. Short calls report none, because some clients drop the
 * connection if progress arrives together with the result.
 */
import { isObject, type JsonObject } from '../../base/json.ts'
import { isId } from './jsonrpc.ts'

/** Time before the first report. */
const FIRST_MS = 2_000
/** Least time between two reports. */
const INTERVAL_MS = 1_000

/** Sends a notification. */
export type Notify = (method: string, params: JsonObject) => void

/**
 * A function that reports progress under the token in a request's `_meta`. It does nothing without a token or without
 * `notify`. `now` is a clock in milliseconds.
 */
export function createProgress(
  { _meta: meta }: JsonObject,
  notify: Notify | null,
  now: () => number,
): (message: string) => void {
  const token = isObject(meta) ? meta['progressToken'] : undefined
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
