import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type AskOptions, createAsk } from '../src/index.ts'
import { chunksOf, page } from './support/chunk.ts'

const CHUNKS = chunksOf(page('guides/routing', { 'Static routes': 'Routes are files.' }))

function ask(options: Partial<AskOptions> = {}) {
  return createAsk({ content: async () => CHUNKS, log: () => undefined, ...options })
}

async function post(options: Partial<AskOptions>, body: object, client = '192.0.2.1') {
  const headers = { 'content-type': 'application/json' }
  const request = new Request('https://docs.example/api/ask', { method: 'POST', headers, body: JSON.stringify(body) })
  const reply = await ask(options).fetch(request, { client })
  return { status: reply.status, body: (await reply.json()) as Record<string, unknown> }
}

test('createAsk() answers web requests', async () => {
  const { status, body } = await post({}, { query: 'static routes' })
  assert.equal(status, 200)
  assert.deepEqual(body, {
    results: [
      {
        title: 'Routing',
        heading: 'Static routes',
        url: '/guides/routing/#static-routes',
        group: 'guides',
        snippet: 'Routes are files.',
      },
      { title: 'Routing', url: '/guides/routing/', group: 'guides', snippet: '' },
    ],
    query: 'static routes',
    model: '',
    mode: 'keyword',
  })
})

test('createAsk() names the model and degrades with a warning until answers are there', async () => {
  const { body } = await post({ apiKey: 'sk-canary', model: 'small-1' }, { query: 'routes', mode: 'agentic' })
  assert.equal(body['model'], 'small-1')
  assert.equal(body['mode'], 'keyword')
  assert.match(String(body['warning']), /keyword/)
  assert.doesNotMatch(JSON.stringify(body), /canary/)
})

test('createAsk() mounts the routes where it is told to', async () => {
  const { fetch } = ask({ endpoint: '/docs/search' })
  assert.equal((await fetch(new Request('https://docs.example/docs/search/overview'))).status, 200)
  assert.equal((await fetch(new Request('https://docs.example/api/ask/overview'))).status, 404)
})

test('createAsk() refuses options out of range at once', () => {
  assert.throws(() => ask({ endpoint: 'api' }), /^AskError: endpoint must be a path/)
  assert.throws(() => ask({ apiKey: 'a\nb' }), /^AskError: The model key/)
})
