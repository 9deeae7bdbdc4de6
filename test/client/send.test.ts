import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createEndpointKnowledge } from '../../src/client/endpoint.ts'
import { askEndpoint } from '../../src/client/answer.ts'
import { scriptedFetch } from '../support/scripted-fetch.ts'

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
