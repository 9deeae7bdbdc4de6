import assert from 'node:assert/strict'
import { test } from 'node:test'
import { probeStore } from '../../../src/doctor/store/probe.ts'
import { resolveConnection } from '../../../src/store/opensearch/address.ts'
import { EngineFailure } from '../../../src/store/opensearch/failure.ts'

const NODES = ['http://127.0.0.1:9201', 'http://127.0.0.1:9202', 'http://127.0.0.1:9203']
const DEPS = { now: () => 0, random: () => 0 }

test('probeStore() asks each node, and only those that reply for the index', async () => {
  const asked: string[] = []
  const fetch = async (input: string | URL | Request) => {
    const { port, pathname } = new URL(String(input instanceof Request ? input.url : input))
    asked.push(`${port}${pathname}`)
    if (port === '9201') throw new TypeError('fetch failed')
    if (port === '9202') return new Response('<html>', { headers: { 'content-type': 'text/html' } })
    return Response.json({ error: { type: 'security_exception', reason: 'no permissions' }, status: 403 }, { status: 403 })
  }
  const { nodes, index } = await probeStore(resolveConnection({ url: NODES.join(), index: 'ask-docs', fetch }), DEPS)
  assert.deepEqual(nodes.map(({ failure }) => failure?.message ?? null), ["The search engine can't be reached.", "The search engine can't be used.", null])
  assert.match(nodes[1]?.failure?.details ?? '', /text\/html, not with JSON/)
  assert.ok(index instanceof EngineFailure && index.status === 403, 'a user who may not ask for the version may yet read the index')
  assert.deepEqual(asked.filter((path) => !/\/$/.test(path)), ['9203/ask-docs/_doc/%23meta'])
})

test('probeStore() gives no index where no node replies', async () => {
  const fetch = async () => Promise.reject(new TypeError('fetch failed'))
  const { index } = await probeStore(resolveConnection({ url: NODES.join(), index: 'ask-docs', fetch }), DEPS)
  assert.equal(index, null)
})
