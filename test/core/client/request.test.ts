/** Requests to a deployed service: its address, redirects, and signals that end them. */
import assert from 'node:assert/strict'
import { getEventListeners } from 'node:events'
import { test } from 'node:test'
import { askEndpoint } from '../../../src/core/client/answer.ts'
import { createEndpointKnowledge, createEndpointSource } from '../../../src/core/client/endpoint.ts'
import { parseAddress } from '../../../src/core/client/request.ts'
import { scriptedFetch } from '../../support/scripted-fetch.ts'

const BASE = 'https://docs.example.com/api/ask'
const moved = (location: string) => ({ status: 308, text: '', headers: { location } })

test('a service that redirects to the same address with a slash is asked there', async () => {
  const script = scriptedFetch({
    [`GET ${BASE}/overview`]: moved('/api/ask/overview/'),
    [`GET ${BASE}/overview/`]: { json: { overview: 'Lamps.', context: '' } },
    [`GET ${BASE}/sections?group=a`]: moved(`${BASE}/sections/?group=a`),
    [`GET ${BASE}/sections/?group=a`]: { json: { sections: [] } },
  })
  const knowledge = createEndpointKnowledge(BASE, script)
  assert.equal((await knowledge.overview()).overview, 'Lamps.')
  assert.deepEqual(await knowledge.sections('a'), { sections: [] })
})

test('a question is sent there with its body', async () => {
  const reply = { results: [], query: 'Why?', model: '', mode: 'keyword' }
  const script = scriptedFetch({ [`POST ${BASE}`]: moved('/api/ask/'), [`POST ${BASE}/`]: { json: reply } })
  assert.equal((await askEndpoint(BASE, 'Why?', script)).type, 'keyword')
  assert.equal(script.bodies[1], script.bodies[0])
})

for (const location of ['https://other.example/api/ask/overview/', '/login/', '/api/ask/overview', 'https://']) {
  test(`a service that redirects to ${location} is not followed`, async () => {
    const script = scriptedFetch({ [`GET ${BASE}/overview`]: moved(location) })
    await assert.rejects(createEndpointKnowledge(BASE, script).overview(), { code: 'endpoint', message: /redirects to .*: give the final address$/ })
    assert.equal(script.requests.length, 1)
  })
}

test('a service that redirects again is not followed', async () => {
  const script = scriptedFetch({ [`GET ${BASE}/overview`]: moved('/api/ask/overview/'), [`GET ${BASE}/overview/`]: moved('/api/ask/overview//') })
  await assert.rejects(createEndpointKnowledge(BASE, script).overview(), { code: 'endpoint', message: /redirects to/ })
  assert.equal(script.requests.length, 2)
})

/** A fetch that waits for its signal. */
const waiting: typeof fetch = (_input, init) =>
  new Promise((_, reject) => {
    const signal = init?.signal
    if (signal?.aborted === true) reject(signal.reason)
    signal?.addEventListener('abort', () => reject(signal.reason))
  })

test('a read that its caller cancels says so', async () => {
  const caller = new AbortController()
  const knowledge = await createEndpointSource(BASE, waiting).knowledge(caller.signal)
  const reads = [knowledge.overview(), knowledge.search('x', 3)]
  caller.abort()
  for (const read of [...reads, knowledge.glossary()]) await assert.rejects(read, { code: 'cancelled', message: /was cancelled$/ })
})

test('a request that has ended leaves no listener on the signal of its caller', async () => {
  const script = scriptedFetch({
    [`GET ${BASE}/overview`]: { json: { overview: '', context: '' } },
    [`GET ${BASE}/filters`]: { json: { lang: [], version: [], group: [] } },
    [`POST ${BASE}`]: { json: { results: [], query: 'Why?', model: '', mode: 'keyword' } },
  })
  const { signal } = new AbortController()
  await (await createEndpointSource(BASE, script.fetch).knowledge(signal)).overview()
  await askEndpoint(BASE, 'Why?', { fetch: script.fetch, signal, filter: { lang: 'en' } })
  assert.equal(getEventListeners(signal, 'abort').length, 0)
})

test('parseAddress() keeps a path, without its trailing slash, and adds the default one', () => {
  for (const [text, expected, ...rest] of [
    ['http://127.0.0.1:8787', 'http://127.0.0.1:8787/api/ask'], ['https://docs.test/', 'https://docs.test/api/ask'],
    ['https://docs.test/v2/ask/', 'https://docs.test/v2/ask'], ['HTTPS://Docs.Test:443/x', 'https://docs.test/x'],
    ['http://127.0.0.1:4321/', 'http://127.0.0.1:4321', 'site', ''],
  ] as const) assert.equal(parseAddress(text, ...rest), expected)
  assert.throws(() => parseAddress('docs', 'site', ''), { option: 'site', message: 'site must be an address such as https://docs.example.com, not "docs"' })
})

test('parseAddress() refuses text that is not an http(s) address, and shows no password', () => {
  const check = (text: string, message: RegExp) => assert.throws(() => parseAddress(text), { name: 'RangeError', option: 'endpoint', message })
  check('docs.example.com', /must be an address such as https:\/\/docs\.example\.com\/api\/ask, not "docs\.example\.com"$/)
  for (const text of ['localhost:8787', 'ftp://x/', '']) check(text, /must be an address such as/)
  check('https://me:secret@x/', /^endpoint must not hold a user name or a password$/)
  check('https://x/ask?key=1', /must end with its path, without \?…$/)
  check('https://x/ask#a', /must end with its path, without #…$/)
})
