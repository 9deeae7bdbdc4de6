/** Pages as Markdown beside a service, in a server of the owner's. */
import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import { test, type TestContext } from 'node:test'
import { createListener, type MarkdownOptions } from '../../../../src/addons/reader/node/listener.ts'
import type { Handler } from '../../../../src/core/http/wire/message.ts'
import { page } from '../../../support/chunk.ts'
import { overSocket } from '../../../support/http.ts'
import { listenFor } from '../../../support/loopback.ts'

const SITE = { title: 'Acme', pages: async () => [page('guides/routing', { '': 'Routes lead on.' })] }
const service: Handler = async ({ target }) => {
  const isKnown = target.startsWith('/api/ask')
  return { status: 404, headers: {}, body: 'service', ...(isKnown && { route: '/api/ask/{id}' }) }
}

const start = (t: TestContext, markdown: MarkdownOptions) => listenFor(t, createServer(createListener(service, { markdown })))

test('createListener() gives pages as Markdown where the handler has no such path', async (t) => {
  const port = await start(t, SITE)
  const get = (target: string, accept = '*/*') => overSocket(port, { target, headers: { accept } })
  assert.match((await get('/guides/routing.md')).text, /^# Routing\n/)
  assert.match((await get('/guides/routing/', 'text/markdown')).text, /^# Routing\n/)
  assert.match((await get('/llms.txt')).text, /^# Acme\n/)
  for (const target of ['/guides/routing/', '/other.md', '/api/ask/x.md']) {
    const { status, text } = await get(target)
    assert.deepEqual([status, text], [404, 'service'], target)
  }
})

test('createListener() leaves other paths to the framework, with the headers that name the Markdown', async (t) => {
  const listen = createListener(service, { markdown: SITE })
  const port = await listenFor(t, createServer((req, res) => void listen(req, res, () => res.end('framework'))))
  const page = await overSocket(port, { target: '/guides/routing/', headers: { accept: 'text/html' } })
  assert.equal(page.text, 'framework')
  assert.equal(page.headers['link'], '</guides/routing.md>; rel="alternate"; type="text/markdown"')
  assert.equal(page.headers['vary'], 'Accept')
  assert.equal((await overSocket(port, { target: '/style.css' })).text, 'framework')
  assert.equal((await overSocket(port, { target: '/api/ask/x' })).text, 'service')
})

test('createListener() says 500 where the pages can\'t be read, and reads them again', async (t) => {
  let calls = 0
  const pages = async () => {
    calls += 1
    if (calls === 1) throw new Error('no disk')
    return SITE.pages()
  }
  const port = await start(t, { ...SITE, pages })
  assert.equal((await overSocket(port, { target: '/guides/routing.md' })).status, 500)
  assert.equal((await overSocket(port, { target: '/guides/routing.md' })).status, 200)
})

test('createListener() refuses a base that is no path', () => {
  assert.throws(() => createListener(service, { markdown: { ...SITE, base: 'docs' } }), /^RangeError: base must be a path/)
})
