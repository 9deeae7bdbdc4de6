import assert from 'node:assert/strict'
import { test } from 'node:test'

Object.defineProperty(globalThis, 'navigator', { value: { onLine: true }, configurable: true })
// The file needs the types of a page, which tests don't have.
const { createOverlayClient } = await import(new URL('../../../../src/addons/overlay/client/client.ts', import.meta.url).href) as {
  createOverlayClient: (endpoint: string, page: () => object, fetch: (url: string, options?: RequestInit) => Promise<Response>) => {
    search: (query: string, signal: AbortSignal, all: boolean) => Promise<unknown>
  }
}

const FAILED = async () => new Response('', { status: 503 })
const FOUND = async () => Response.json({ lang: ['de', 'en'] })
const NEVER = () => new Promise<Response>(() => undefined)

for (const [name, first] of [['fails', FAILED], ['never comes', NEVER]] as const) {
  test(`a search is sent without a filter where the list of values ${name}, and the next one asks for it again`, async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] })
    const [lists, filters]: [(() => Promise<Response>)[], unknown[]] = [[first, FOUND], []]
    const client = createOverlayClient('/api/ask', () => ({ lang: 'de' }), async (url, options) => {
      if (url.endsWith('/filters')) return lists.shift()!()
      filters.push(JSON.parse(String(options?.body)).filter)
      return Response.json({ results: [] })
    })
    const search = () => client.search('routes', new AbortController().signal, false)
    const early = search()
    t.mock.timers.tick(3_000)
    await early
    await search()
    assert.deepEqual(filters, [undefined, { lang: 'de' }])
  })
}

test('a search that waits for the list of values ends with its signal', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const request = new AbortController()
  const search = createOverlayClient('/api/ask', () => ({}), NEVER).search('routes', request.signal, false)
  request.abort(new Error('another query'))
  await assert.rejects(search, /another query/)
})
