/** Requests of all kinds, one in five of which is given up: each reply is right, and the heap does not grow. */
import assert from 'node:assert/strict'
import { Agent, request } from 'node:http'
import { test } from 'node:test'
import { startModel } from './model.ts'
import { DOCS, IS_LONG, startService } from './service.ts'

const REQUESTS = IS_LONG ? 100_000 : 4_000
/** Requests at once. */
const WORKERS = 16
/** Times at which the heap is read; growth is that of the later half, when all caches are full. */
const READINGS = 20
const ABANDONED = 0.2
const MIB = 1024 * 1024
/** Bytes of collected heap for 10,000 requests. */
const MAX_GROWTH = 0.2 * MIB
const SETTINGS = { limits: { tokensPerDay: 1_000_000_000_000, answersAtOnce: 64, answersWaiting: 1_000 } }
const JSON_TYPE = { 'content-type': 'application/json' }

interface Asked {
  readonly path: string
  readonly status: number
  readonly body?: string
  readonly headers?: Readonly<Record<string, string>>
}

const KINDS: readonly ((at: number) => Asked)[] = [
  () => ({ path: '/api/ask/overview', status: 200 }),
  () => ({ path: '/api/ask/glossary', status: 200 }),
  () => ({ path: '/api/ask/sections', status: 200 }),
  () => ({ path: '/api/ask/sections?group=Reference', status: 200 }),
  (at) => ({ path: `/api/ask/sections?group=none${at % 50}`, status: 200 }),
  () => ({ path: '/', status: 200 }),
  () => ({ path: '/search/', status: 200 }),
  (at) => ({ path: `/nothing-${at % 50}`, status: 404 }),
  () => ({ path: '/llms.txt', status: 200 }),
  () => ({ path: '/healthz', status: 200 }),
  (at) => ({ path: '/api/ask', status: 200, body: JSON.stringify({ query: `proxy ${at % 300}`, mode: 'keyword' }), headers: JSON_TYPE }),
  (at) => ({ path: '/api/ask', status: 200, body: JSON.stringify({ query: `strem ansers ${at % 300}`, mode: 'keyword' }), headers: JSON_TYPE }),
  (at) => ({ path: '/api/ask', status: 200, body: JSON.stringify({ query: `How do I mount it ${at % 300}?`, mode: 'agentic' }), headers: JSON_TYPE }),
  () => ({ path: '/api/ask', status: 400, body: '{', headers: JSON_TYPE }),
  () => ({ path: '/api/ask', status: 415, body: 'x' }),
  (at) => ({
    path: '/api/ask/mcp',
    status: 200,
    body: JSON.stringify({ jsonrpc: '2.0', id: at, method: 'tools/call', params: { name: 'search', arguments: { query: `limits ${at % 300}` } } }),
    headers: { ...JSON_TYPE, accept: 'application/json, text/event-stream' },
  }),
]

test(`${REQUESTS} mixed requests, one in five given up`, async (t) => {
  const model = await startModel(t, { words: 12, gapMs: 1 })
  const service = await startService(t, [DOCS], { env: model.env, settings: SETTINGS })
  const agent = new Agent({ keepAlive: true, maxSockets: WORKERS })
  t.after(() => agent.destroy())
  const random = createRandom(20_26)
  const heaps: number[] = []
  const wrong: string[] = []
  let sent = 0
  for (let reading = 1; reading <= READINGS; reading += 1) {
    const last = Math.round((REQUESTS * reading) / READINGS)
    await Promise.all(Array.from({ length: WORKERS }, async () => {
      while (sent < last) {
        sent += 1
        const asked = (KINDS[Math.floor(random() * KINDS.length)] ?? KINDS[0])?.(sent)
        if (asked === undefined) continue
        const status = await exchange(service.port, agent, asked, random() < ABANDONED ? random() : null)
        if (status !== null && status !== asked.status) wrong.push(`${asked.path} ${asked.body ?? ''}: ${status}`)
      }
    }))
    heaps.push((await service.measure()).heap)
  }
  assert.deepEqual(wrong.slice(0, 10), [])
  agent.destroy()
  const growth = slope(heaps.slice(READINGS / 2)) * (10_000 / (REQUESTS / READINGS))
  const after = await service.measure()
  t.diagnostic(`heap ${heaps.map((heap) => (heap / MIB).toFixed(1)).join(', ')} MiB; ${(growth / MIB).toFixed(3)} MiB for 10,000 requests; resident ${(after.rss / MIB).toFixed(0)} MiB`)
  assert.equal(model.open(), 0)
  // In a short run caches are still filled.
  if (IS_LONG) assert.ok(growth < MAX_GROWTH, `${growth} bytes for 10,000 requests`)
})

/** Sends a request; gives its status, null for one that is given up at a share of 50 ms. */
function exchange(port: number, agent: Agent, { path, body, headers = {} }: Asked, givenUp: number | null): Promise<number | null> {
  return new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, path, method: body === undefined ? 'GET' : 'POST', agent, headers }, (response) => {
      response.resume()
      response.once('end', () => resolve(response.statusCode ?? 0))
      response.once('error', (error) => (givenUp === null ? reject(error) : resolve(null)))
    })
    sent.once('error', (error) => (givenUp === null ? reject(error) : resolve(null)))
    sent.end(body)
    if (givenUp !== null) setTimeout(() => sent.destroy(new Error('given up')), givenUp * 50)
  })
}

/** Growth from one value to the next, by least squares. */
function slope(values: readonly number[]): number {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  const middle = (values.length - 1) / 2
  const [above, below] = values.reduce(([a, b], value, at) => [a + (at - middle) * (value - mean), b + (at - middle) ** 2], [0, 0])
  return above / below
}

/** Numbers from 0 to 1, the same in each run (mulberry32). */
function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let bits = Math.imul(state ^ (state >>> 15), 1 | state)
    bits = (bits + Math.imul(bits ^ (bits >>> 7), 61 | bits)) ^ bits
    return ((bits ^ (bits >>> 14)) >>> 0) / 4_294_967_296
  }
}
