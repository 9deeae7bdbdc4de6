import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'

Object.defineProperty(globalThis, 'navigator', { value: { onLine: true }, configurable: true })
type Client = { search: (query: string, signal: AbortSignal, all: boolean) => Promise<unknown> }
type Create = (endpoint: string, page: () => object, fetch: (url: string, options?: RequestInit) => Promise<Response>) => Client
// The file needs the types of a page, which tests don't have.
const { href } = new URL('../../../../src/addons/overlay/client/client.ts', import.meta.url)
const { createOverlayClient } = await import(href) as { createOverlayClient: Create }

/** A client whose lists of values come from `lists`, with the filters of its searches, and the end of the first wait. */
function trial(t: TestContext, ...lists: (() => Promise<Response>)[]) {
  const [wait, filters] = [new AbortController(), [] as unknown[]]
  t.mock.method(AbortSignal, 'timeout', () => wait.signal)
  const client = createOverlayClient('/api/ask', () => ({ lang: 'de' }), async (url, { signal, body } = {}) => {
    signal?.throwIfAborted()
    const list = url.endsWith('/filters') ? lists.shift() : null
    if (list === undefined) return new Promise((_, fail) => signal?.addEventListener('abort', fail))
    if (list !== null) return list()
    filters.push(JSON.parse(String(body)).filter)
    return Response.json({ results: [] })
  })
  return { search: (request = new AbortController()) => client.search('routes', request.signal, false), wait, filters }
}

test('a search is sent without a filter where the list of values fails, and the next one asks for it again', async (t) => {
  const { search, filters } = trial(t, async () => new Response('', { status: 503 }), async () => Response.json({ lang: ['de', 'en'] }))
  await search()
  await search()
  assert.deepEqual(filters, [undefined, { lang: 'de' }])
})

test('a search waits for a list of values that never comes until a time limit, and ends with its signal', async (t) => {
  const { search, wait, filters } = trial(t)
  const request = new AbortController()
  const searches = Promise.allSettled([search(), search(request)])
  request.abort(new Error('left'))
  wait.abort()
  assert.deepEqual((await searches).map(({ status }) => status), ['fulfilled', 'rejected'])
  assert.deepEqual(filters, [undefined])
})
