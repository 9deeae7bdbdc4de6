import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Handler, HttpReply } from '../../src/http/wire/message.ts'
import { createFrontedHandler, pathKey, redirect, type Visit } from '../../src/reader/front.ts'
import { neutral } from '../support/http.ts'

const text = (body: string): HttpReply => ({ status: 200, headers: {}, body })
const service: Handler = async () => text('service')

async function answerer(target: string, method = 'GET', has = true): Promise<HttpReply['body']> {
  const handle = createFrontedHandler(service, [async () => null, async () => (has ? text('front') : null)], '/api/ask')
  return (await handle(neutral({ method, target }))).body
}

test('the service answers its own paths, other methods and what no front has', async () => {
  for (const target of ['/', '/a', '/api', '/api/asked', '/api/ask.js', '/a?x=/api/ask']) assert.equal(await answerer(target), 'front', target)
  for (const target of ['/api/ask', '/api/ask/', '/api/ask/sections', '/%61pi/ask', '//api//ask', '/healthz', '/openapi.yaml?x']) {
    assert.equal(await answerer(target), 'service', target)
  }
  assert.equal(await answerer('/', 'HEAD'), 'front')
  assert.equal(await answerer('/', 'POST'), 'service')
  assert.equal(await answerer('/', 'GET', false), 'service')
})

test('the service says what is wrong with a path that can not be understood', async () => {
  for (const target of ['/%', '/a\\b', '/%00', 'http://x/', `/${'a'.repeat(3_000)}`]) assert.equal(await answerer(target), 'service', target)
})

test('the service gets the target that was parsed for the fronts', async () => {
  const targets: unknown[] = []
  const noted: Handler = async (_request, target) => {
    targets.push(target?.segments ?? null)
    return text('service')
  }
  const handle = createFrontedHandler(noted, [async () => null], '/api/ask')
  for (const target of ['/api/ask/sections/a%2Fb', '/none', '/%']) await handle(neutral({ target }))
  await handle(neutral({ method: 'POST', target: '/api/ask' }))
  assert.deepEqual(targets, [['api', 'ask', 'sections', 'a/b'], ['none'], null, null])
})

test('pathKey() is one for all spellings of a path', () => {
  const rows = [
    ['/', ''],
    ['/guides/%72outing/', 'guides/routing'],
    ['//guides///routing', 'guides/routing'],
    ['/a%2Fb', 'a%2Fb'],
    ['/a%252Fb', 'a%252Fb'],
    ['/%D0%B0', '%D0%B0'],
    ['/../a', '../a'],
    ['/%zz', null],
  ] as const
  for (const [path, key] of rows) assert.equal(pathKey(path), key, path)
})

test('redirect() keeps the query and is not stored', async () => {
  let visit: Visit | null = null
  const handle = createFrontedHandler(service, [async (one) => ((visit = one), null)], '/api/ask')
  await handle(neutral({ target: '/a?q=b' }))
  assert.deepEqual(redirect('/a/', visit!), { status: 302, headers: { location: '/a/?q=b', 'cache-control': 'no-store' }, body: null })
})
