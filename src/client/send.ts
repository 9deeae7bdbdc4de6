/**
 * One request to a deployed service. If the service redirects to the same address with a slash at its end, as an Astro
 * site with `trailingSlash: 'always'` does, the request is sent once more, to that address. Other redirects are
 * returned to the caller: a question goes to no other address than the given one.
 */
import { discard, isRedirect, send, type SendContext } from '../transport/send.ts'

/** Sends a request; the response may be any redirect but that one. */
export async function sendToService(url: string, init: RequestInit, context: SendContext): Promise<Response> {
  const response = await send(url, init, context)
  const target = isRedirect(response) ? response.headers.get('location') : null
  if (target === null || !URL.canParse(target, url)) return response
  const { href } = new URL(target, url)
  if (href !== withSlash(url)) return response
  discard(response)
  return send(href, init, context)
}

function withSlash(url: string): string {
  const address = new URL(url)
  address.pathname = `${address.pathname}/`
  return address.href
}
