import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  fileKey, type Middleware, type PageRequest, pathKey, redirect, withMiddleware,
} from '../../../src/addons/reader/middleware.ts'
import type { Handler, HttpReply } from '../../../src/core/http/wire/message.ts'
import { neutral } from '../../support/http.ts'

const text = (body: string): HttpReply => ({ status: 200, headers: {}, body })
const service: Handler = async () => text('service')

async function bodyOf(target: string, method = 'GET', has = true): Promise<HttpReply['body']> {
  const handle = withMiddleware(service, [async () => null, async () => (has ? text('page') : null)], { endpoint: '/api/ask', allowedHosts: [] })
  return (await handle(neutral({ method, target }))).body
}

test('the service replies to its own paths and to paths without middleware', async () => {
  for (const target of ['/', '/a', '/api', '/api/asked', '/api/ask.js', '/a?x=/api/ask']) assert.equal(await bodyOf(target), 'page', target)
  for (const target of ['/api/ask', '/api/ask/', '/api/ask/sections', '/%61pi/ask', '//api//ask', '/healthz', '/openapi.yaml?x']) {
    assert.equal(await bodyOf(target), 'service', target)
  }
  assert.equal(await bodyOf('/', 'HEAD'), 'page')
  assert.equal(await bodyOf('/none', 'POST', false), 'service')
  assert.equal(await bodyOf('/', 'GET', false), 'service')
})

test('a page allows GET and HEAD, and its path says so to other methods', async () => {
  const page: Middleware = async ({ key }) => (key === 'a' ? text('page') : { ...text('not found'), status: 404 })
  const handle = withMiddleware(service, [page], { endpoint: '/api/ask', allowedHosts: [] })
  for (const method of ['DELETE', 'POST', 'PUT', 'TRACE']) {
    const { status, headers, body } = await handle(neutral({ method, target: '/a' }))
    assert.deepEqual([status, headers['allow'], JSON.parse(String(body))], [405, 'GET, HEAD, OPTIONS', { error: 'This path allows GET, HEAD, OPTIONS.' }])
    assert.equal((await handle(neutral({ method, target: '/b' }))).body, 'service')
  }
  const { status, headers, body } = await handle(neutral({ method: 'OPTIONS', target: '/a' }))
  assert.deepEqual([status, headers['allow'], body], [204, 'GET, HEAD, OPTIONS', null])
})

test('the service refuses hosts that are not allowed, and no page is shown', async () => {
  const handle = withMiddleware(service, [async () => text('page')], { endpoint: '/api/ask', allowedHosts: ['docs.test'] })
  assert.equal((await handle(neutral({ target: '/', headers: { host: 'evil.test' } }))).body, 'service')
  assert.equal((await handle(neutral({ target: '/', headers: { host: 'docs.test' } }))).body, 'page')
})

test('the service gets the target that was parsed for the middleware', async () => {
  const targets: unknown[] = []
  const noted: Handler = async (_request, target) => {
    targets.push(target?.segments ?? null)
    return text('service')
  }
  const handle = withMiddleware(noted, [async () => null], { endpoint: '/api/ask', allowedHosts: [] })
  for (const target of ['/api/ask/sections/a%2Fb', '/none', '/%']) await handle(neutral({ target }))
  await handle(neutral({ method: 'POST', target: '/api/ask' }))
  assert.deepEqual(targets, [['api', 'ask', 'sections', 'a/b'], ['none'], null, ['api', 'ask']])
})

test('pathKey() is the same for all spellings of a path', () => {
  const rows = [
    ['/', ''], ['/guides/%72outing/', 'guides/routing'], ['//guides///routing', 'guides/routing'],
    ['/a%2Fb', 'a%2Fb'], ['/a%252Fb', 'a%252Fb'], ['/%D0%B0', '%D0%B0'], ['/../a', '../a'], ['/%zz', null],
  ] as const
  for (const [path, key] of rows) assert.equal(pathKey(path), key, path)
})

test('fileKey() has one key for all spellings of a root-relative address', () => {
  const rows = [
    ['/a%20b.png', 'a%20b.png'], ['/a b.png?x#y', 'a%20b.png'], ['/%61.png', 'a.png'], ['/../../etc/passwd', '../../etc/passwd'], ['//host/a.png', null], ['/\\host/a.png', null],
    ['a.png', null], ['https://other.test/a.png', null], ['https://docs.test/a.png', 'a.png'], ['https://docs.test.evil/a.png', null], ['data:image/png,', null], ['/%', null], ['', null],
  ] as const
  for (const [address, expected] of rows) {
    assert.equal(fileKey(address, 'https://docs.test'), expected, address)
  }
})

test('redirect() keeps the query and is not cached', async () => {
  let pageRequest: PageRequest | null = null
  const handle = withMiddleware(service, [async (request) => ((pageRequest = request), null)], { endpoint: '/api/ask', allowedHosts: [] })
  await handle(neutral({ target: '/a?q=b' }))
  assert.deepEqual(redirect('/a/', pageRequest!), { status: 302, headers: { location: '/a/?q=b', 'cache-control': 'no-store' }, body: null })
})
