import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AskError } from '../../../src/core/base/errors.ts'
import type { PageSource } from '../../../src/core/graph/knowledge.ts'
import { graph } from '../../support/graph.ts'
import { createTestServer, knowledgeOf, listIn, MODERN, request, resultOf } from '../../support/mcp.ts'

const slugs = ['index', 'guides/größe & maß', '__proto__', ...Array.from({ length: 247 }, (_, i) => `p/${i}`)]
const pages: PageSource = {
  async pages(after, limit) {
    const start = after === null ? 0 : slugs.indexOf(after) + 1
    if (start === 0 && after !== null) return null
    return slugs.slice(start, start + limit).map((slug) => ({ slug, title: `Title of ${slug}`, group: slug.startsWith('p/') ? 'Pages' : null }))
  },
  pageMarkdown: async (slug) => (slugs.includes(slug) ? `# ${slug}\n` : null),
}
const serverOf = (given: PageSource = pages) => createTestServer({ source: { knowledge: async () => knowledgeOf(graph()), origin: null, ask: null, pages: async () => given } })
const server = serverOf()
const modern = (params: object = {}) => ({ ...params, _meta: MODERN })

async function failureOf(method: string, params: Record<string, unknown>) {
  const reply = await request(server, method, params)
  assert.ok('error' in reply, JSON.stringify(reply))
  return reply.error
}

test('resources are declared in both eras, and only where page text is at hand', async () => {
  const about = [await resultOf(server, 'initialize', { protocolVersion: '2025-06-18' }), await resultOf(server, 'server/discover', modern())]
  assert.deepEqual(about.map(({ capabilities }) => capabilities), [{ tools: {}, resources: {} }, { tools: {}, resources: {} }])
  const none = await request(createTestServer(), 'resources/list')
  assert.ok('error' in none && none.error.code === -32601)
})

test('resources/list gives all pages in parts', async () => {
  const seen: unknown[] = []
  let cursor: unknown
  const sizes: number[] = []
  do {
    const part = await resultOf(server, 'resources/list', cursor === undefined ? {} : { cursor })
    const resources = listIn(part, 'resources')
    sizes.push(resources.length)
    seen.push(...resources.map(({ name }) => name))
    cursor = part['nextCursor']
  } while (cursor !== undefined)
  assert.deepEqual([sizes, seen], [[100, 100, 50], slugs])
  const [first, second] = listIn(await resultOf(server, 'resources/list'), 'resources')
  assert.deepEqual(first, { uri: 'ask:///index', name: 'index', title: 'Title of index', mimeType: 'text/markdown' })
  assert.equal(second?.['uri'], 'ask:///guides/gr%C3%B6%C3%9Fe%20%26%20ma%C3%9F')
})

test('every resource that is listed can be read, in both eras', async () => {
  for (const { uri, name } of listIn(await resultOf(server, 'resources/list'), 'resources')) {
    const { contents } = await resultOf(server, 'resources/read', { uri })
    assert.deepEqual(contents, [{ uri, mimeType: 'text/markdown', text: `# ${String(name)}\n` }])
  }
  const result = await resultOf(server, 'resources/read', modern({ uri: 'ask:///index' }))
  assert.deepEqual([result['resultType'], result['ttlMs'], result['cacheScope']], ['complete', 60_000, 'public'])
  assert.deepEqual((await resultOf(server, 'resources/templates/list', modern()))['resourceTemplates'], [])
})

test('an unknown resource has the code of its era, and never empty contents', async () => {
  for (const uri of ['ask:///none', 'https://acme.dev/', 'ask:///%', '', 'ask:///index/']) {
    assert.equal((await failureOf('resources/read', { uri })).code, -32002, uri)
    const { code, data } = await failureOf('resources/read', modern({ uri }))
    assert.deepEqual([code, data], [-32602, { uri }])
  }
  for (const uri of [undefined, 3, null]) assert.equal((await failureOf('resources/read', { uri })).code, -32602)
})

test('a cursor that the server has not given is refused', async () => {
  for (const cursor of ['', '0', '50', '300', '-100', '1e2', 100, {}, 'x']) assert.equal((await failureOf('resources/list', { cursor })).code, -32602, String(cursor))
})

test('a page that is too long for one resource is cut, and says so', async () => {
  const long = serverOf({ ...pages, pageMarkdown: async () => 'ä'.repeat(600_000) })
  const [content] = listIn(await resultOf(long, 'resources/read', { uri: 'ask:///index' }), 'contents')
  assert.match(String(content?.['text']), /…\n\n\(truncated: \d+ of 600000 characters shown\. Find the rest with search\.\)\n$/)
  assert.ok(Buffer.byteLength(String(content?.['text'])) < 1_000_200)
})

test('content that can\'t be read fails the request with the reason', async () => {
  const broken = serverOf({ ...pages, pages: async () => Promise.reject(new AskError('content', 'No pages in docs')) })
  const reply = await request(broken, 'resources/list')
  assert.ok('error' in reply)
  assert.deepEqual([reply.error.code, reply.error.message], [-32603, 'No pages in docs'])
})
