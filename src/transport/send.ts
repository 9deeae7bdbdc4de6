/** A request -> its reply, within a wait. Redirects are not followed: they would send body and key to another host. */
import { onAbort } from '../base/abort.ts'
import type { Wait } from './wait.ts'

/** What a request goes out through. */
export interface SendContext {
  readonly fetch: typeof fetch
  readonly wait: Wait
}

/**
 * Rejects when the wait is over, whatever becomes of the signal: on Node 20
 * `fetch` may stop hearing it once a garbage collection has run. A reply that
 * comes after that is closed unread.
 */
export async function send(url: string, init: RequestInit, { fetch, wait }: SendContext): Promise<Response> {
  const sent = fetch(url, { ...init, redirect: 'manual', signal: wait.signal })
  const over = new Promise<never>((_, reject) => {
    onAbort(wait.signal, () => reject(wait.signal.reason))
  })
  try {
    return await Promise.race([sent, over])
  } catch (error) {
    sent.then(discard, () => undefined)
    throw error
  }
}

/** Closes a reply whose body nobody wants. */
export function discard(response: Response): void {
  response.body?.cancel().catch(() => undefined)
}

/** Whether a reply sends elsewhere. */
export function isRedirect({ type, status }: Response): boolean {
  return type === 'opaqueredirect' || (status >= 300 && status < 400)
}
