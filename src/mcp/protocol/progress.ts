/**
 * Progress of a call that takes its time, for clients that asked for it. Calls
 * that are soon done send none: some clients drop the connection over progress
 * that comes with the result.
 */
import { isObject, type JsonObject } from '../../base/json.ts'
import { isId } from './jsonrpc.ts'

/** Silence at the start of a call. */
const FIRST_MS = 2_000
/** Between two messages. */
const INTERVAL_MS = 1_000

/** Sends a notification of this method. */
export type Notify = (method: string, params: JsonObject) => void

/** Reports to the token in a request's `_meta`; does nothing where there is no token, or no way to notify. */
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
