/**
 * The address of a static index -> a `fetch` that answers the overlay's requests from it. The module that searches is
 * loaded on the first request, from the folder of the index, which names it. Where there is none, requests go to the
 * service.
 */

/** Name of the search module, beside the entry. `ask static` writes the name here that its entry has. */
const SEARCH_MODULE = 'search-############.js'

/** Sends a request to the service, or answers it. */
export type SendRequest = (url: string, options?: RequestInit) => Promise<Response>

/** A `fetch` for requests to `endpoint`. `service` is false where there is none. */
export function createIndexFetch(index: string, endpoint: string, service: boolean): SendRequest {
  const { href: base } = new URL(index.replace(/\/?$/, '/'), document.baseURI)
  let loading: Promise<SendRequest> | null = null

  async function load(): Promise<SendRequest> {
    // Loaded beside the entry, not after it. During a deploy it may be gone; what counts is the name in the entry.
    if (SEARCH_MODULE > 'search-0') void import(base + SEARCH_MODULE).catch(() => undefined)
    const entry = await (await fetch(`${base}index.json`, { cache: 'no-cache' })).json()
    const { createFetch } = await import(base + entry.script)
    return createFetch({ entry, base, endpoint, fetch, service: service ? fetch : null })
  }

  return async (url, options) => {
    loading ??= load().catch(() => {
      loading = null
      return fetch
    })
    return (await loading)(url, options)
  }
}
