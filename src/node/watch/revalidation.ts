/** Replies of a site that changes while it is served: no browser or proxy uses a copy without asking. */
import type { Handler } from '../../http/wire/message.ts'

/** The handler with `no-cache` instead of a time for which copies may be used; entity tags keep replies short. */
export function withRevalidation(handle: Handler): Handler {
  return async function revalidated(request, target) {
    const reply = await handle(request, target)
    const isReusable = /\bmax-age=[1-9]/.test(reply.headers['cache-control'] ?? '')
    return isReusable ? { ...reply, headers: { ...reply.headers, 'cache-control': 'no-cache' } } : reply
  }
}
