import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addressOf } from '../../../src/overlay/client/address.ts'

const ROUTES = [
  { endpoint: '/api/ask', route: '', address: '/api/ask' },
  { endpoint: '/api/ask', route: '/filters', address: '/api/ask/filters' },
  { endpoint: '/api/ask/', route: '', address: '/api/ask/' },
  { endpoint: '/api/ask/', route: '/filters', address: '/api/ask/filters/' },
  { endpoint: 'https://a.example/ask/', route: '/feedback', address: 'https://a.example/ask/feedback/' },
]

for (const { endpoint, route, address } of ROUTES) {
  test(`the route "${route}" of ${endpoint} is ${address}`, () => {
    assert.equal(addressOf(endpoint, route), address)
  })
}
