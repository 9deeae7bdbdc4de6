/** openapi.yaml against the route table and against what the HTTP suite sees, each way. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { parseYaml } from '../../src/core/content/frontmatter/yaml.ts'
import { parseTarget } from '../../src/core/http/wire/request.ts'
import { createRouter, createRoutes } from '../../src/core/http/app.ts'
import { createTestHandler, neutral, SETTINGS, textOf } from '../support/http.ts'
import { createTestService } from '../support/service.ts'
import type { Case } from './case.ts'
import { CASES } from './http.cases.ts'

const YAML = readFileSync(new URL('../../openapi.yaml', import.meta.url), 'utf8')
const document = parseYaml(YAML, 1)
const routes = createRoutes(() => createTestService(), SETTINGS, {
  answering: null, recorder: null, feedback: { verdict: null, click: null }, now: () => 0, log: () => undefined, tell: (what) => what,
  revision: () => '',
})
const route = createRouter(routes)

/** Its replies are JSON-RPC, which has a suite of its own. */
const MCP = '/api/ask/mcp'

/** The value at a path of keys. */
const valueAt = (of: unknown, ...path: readonly string[]) => path.reduce((at, key) => (at instanceof Map ? at.get(key) : undefined), of)

/** The keys there; none where the path leads nowhere. */
function keysAt(of: unknown, ...path: readonly string[]): string[] {
  const value = valueAt(of, ...path)
  return value instanceof Map ? [...value.keys()] : []
}

const documented = keysAt(document.data, 'paths').flatMap((path) =>
  keysAt(document.data, 'paths', path).flatMap((method) =>
    keysAt(document.data, 'paths', path, method, 'responses').map((status) => ({ path, method, status: Number(status) })),
  ),
)
const operations = [...new Set(documented.map(({ path, method }) => `${method.toUpperCase()} ${path}`))]

/** `GET /api/ask 200` of a row; a method without an operation belongs to all operations of its path. */
function observed({ method = 'GET', target, settings, status }: Case): string[] {
  if (settings?.endpoint !== undefined || settings?.openapi === null || method === 'OPTIONS') return []
  const match = routeOf(method, target)
  if (match === null) return []
  if (match.type === 'route') return [`${match.route.method} ${match.route.pattern} ${status}`]
  return operationsOf(target).map((operation) => `${operation} ${status}`)
}

function operationsOf(target: string): string[] {
  const found = ['GET', 'POST'].map((method) => routeOf(method, target))
  return found.flatMap((match) => (match?.type === 'route' ? [`${match.route.method} ${match.route.pattern}`] : []))
}

/** Null also for a path that can't be read, where no route is found. */
function routeOf(method: string, target: string) {
  try {
    return route(method, parseTarget(target).segments)
  } catch {
    return null
  }
}

test('openapi.yaml is version 3.0.0 of the contract, in OpenAPI 3.1', () => {
  assert.deepEqual(document.warnings, [])
  assert.deepEqual([valueAt(document.data, 'openapi'), valueAt(document.data, 'info', 'version')], ['3.1.0', '3.0.0'])
})

test('openapi.yaml documents every route, and no other', () => {
  assert.deepEqual(operations.sort(), routes.map(({ method, pattern }) => `${method} ${pattern}`).sort())
})

test('openapi.yaml documents every status that the HTTP suite sees', () => {
  const known = new Set(documented.map(({ path, method, status }) => `${method.toUpperCase()} ${path} ${status}`))
  assert.deepEqual(CASES.flatMap(observed).filter((seen) => !known.has(seen)), [])
})

test('openapi.yaml documents no status that the HTTP suite does not see', () => {
  const seen = new Set(CASES.flatMap(observed))
  const unseen = documented.filter(({ path, method, status }) => !seen.has(`${method.toUpperCase()} ${path} ${status}`))
  // A path that can't be read has no route, so its 400 is seen for none of them in particular.
  assert.deepEqual(unseen.filter(({ path, method, status }) => path !== MCP && !(method === 'get' && status === 400)), [])
})

test('openapi.yaml is served with the configured base path throughout', async () => {
  const handler = createTestHandler({ settings: { endpoint: '/docs/search', openapi: YAML } })
  const text = await textOf((await handler(neutral({ target: '/openapi.yaml' }))).body)
  assert.ok(!text.includes('/api/ask'))
  const paths = keysAt(parseYaml(text, 1).data, 'paths')
  assert.deepEqual(paths, keysAt(document.data, 'paths').map((path) => path.replace('/api/ask', '/docs/search')))
})
