import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createRouter } from '../../../src/core/http/router.ts'
import type { Route } from '../../../src/core/http/router.ts'

const route = (method: Route['method'], pattern: string): Route => ({
  method,
  pattern,
  handle: async () => ({ status: 200, headers: {}, body: null }),
})
const find = createRouter([
  route('GET', '/api'),
  route('POST', '/api'),
  route('GET', '/api/list'),
  route('GET', '/api/list/{id}'),
  route('POST', '/only'),
  route('GET', '/below/{id}'),
])

function check(method: string, path: string, expected: string): void {
  const match = find(method, path.split('/').slice(1))
  if (match === null) assert.equal('none', expected)
  else if (match.type === 'methods') assert.equal(`allow ${match.allow}`, expected)
  else assert.equal(`${match.route.pattern} ${match.param}`.trim(), expected)
}

test('createRouter() finds a route by method and path', () => {
  check('GET', '/api', '/api')
  check('POST', '/api', '/api')
  check('GET', '/api/list', '/api/list')
})

test('createRouter() gives the remaining path to the parameter', () => {
  check('GET', '/api/list/a', '/api/list/{id} a')
  check('GET', '/api/list/a/b/c', '/api/list/{id} a/b/c')
  check('GET', '/api/list/list', '/api/list/{id} list')
})

test('createRouter() finds HEAD where GET is, and nowhere else', () => {
  check('HEAD', '/api', '/api')
  check('HEAD', '/only', 'allow POST, OPTIONS')
})

test('createRouter() names the methods of a path that exists for others', () => {
  check('DELETE', '/api', 'allow GET, HEAD, POST, OPTIONS')
  check('OPTIONS', '/api/list/a', 'allow GET, HEAD, OPTIONS')
  check('get', '/api', 'allow GET, HEAD, POST, OPTIONS')
})

test('createRouter() finds nothing for other paths', () => {
  check('GET', '/', 'none')
  check('GET', '/api/other', 'none')
  check('GET', '/below', 'none')
  check('GET', '/api/lis', 'none')
  check('OPTIONS', '/other', 'none')
  check('GET', '/__proto__', 'none')
})
