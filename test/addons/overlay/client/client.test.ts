import assert from 'node:assert/strict'
import { test } from 'node:test'

Object.defineProperty(globalThis, 'navigator', { value: { onLine: true }, configurable: true })
type Client = { search: (query: string, signal: AbortSignal, all: boolean) => Promise<unknown> }
type Create = (endpoint: string, page: () => object, fetch: (url: string, options?: RequestInit) => Promise<Response>) => Client
// The file needs the types of a page, which tests don't have.
const { href } = new URL('../../../../src/addons/overlay/client/client.ts', import.meta.url)
const { createOverlayClient } = await import(href) as { createOverlayClient: Create }
const NEVER = () => new Promise<Response>(() => undefined)

for (const [name, first] of [['fails', async () => new Response('', { status: 503 })], ['never comes', NEVER]] as const) {
  test(`a search is sent without a filter where the list of values ${name}, and the next one asks for it again`, async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] })
    const lists = [first, async () => Response.json({ lang: ['de', 'en'] })]
    const filters: unknown[] = []
    const client = createOverlayClient('/api/ask', () => ({ lang: 'de' }), async (url, options) => {
      if (url.endsWith('/filters')) return lists.shift()!()
      filters.push(JSON.parse(String(options?.body)).filter)
      return Response.json({ results: [] })
    })
    const search = () => client.search('routes', new AbortController().signal, false)
    await Promise.all([search(), t.mock.timers.tick(3_000)])
    await search()
    assert.deepEqual(filters, [undefined, { lang: 'de' }])
  })
}

test('a search that waits for the list of values ends with its signal', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const request = new AbortController()
  const search = createOverlayClient('/api/ask', () => ({}), NEVER).search('routes', request.signal, false)
  request.abort(new Error('left'))
  await assert.rejects(search, /left/)
})
