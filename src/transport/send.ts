/** A request -> its reply, within a timeout. Redirects are not followed: they would send the key to another host. */
import { onAbort } from '../base/abort.ts'
import type { Timeout } from './timeout.ts'

/** Dependencies of a request. */
export interface SendContext {
  readonly fetch: typeof fetch
  readonly timeout: Timeout
}

/**
 * Sends a request. Rejects when the timeout's signal aborts, whatever `fetch`
 * does: on Node 20 it may stop hearing the signal once a garbage collection has
 * run. A reply that comes after that is closed unread.
 */
export async function send(url: string, init: RequestInit, { fetch, timeout }: SendContext): Promise<Response> {
  const { signal } = timeout
  const sent = fetch(url, { ...init, redirect: 'manual', signal })
  const aborted = new Promise<never>((_, reject) => {
    onAbort(signal, () => reject(signal.reason))
  })
  try {
    return await Promise.race([sent, aborted])
  } catch (error) {
    sent.then(discard, () => undefined)
    throw error
  }
}

/** Closes a reply without reading its body. */
export function discard(response: Response): void {
  response.body?.cancel().catch(() => undefined)
}

/** True for a redirect, also in the opaque form of browsers. */
export function isRedirect({ type, status }: Response): boolean {
  return type === 'opaqueredirect' || (status >= 300 && status < 400)
}
