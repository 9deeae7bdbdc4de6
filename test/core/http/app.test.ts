import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AskError } from '../../../src/core/base/errors.ts'
import { createTestHandler, neutral, post, textOf } from '../../support/http.ts'
import { gate } from '../../support/scripted-answerer.ts'
import { failing } from '../../support/service.ts'

test('createHandler() logs a defect in one line, without the query', async () => {
  const lines: string[] = []
  const search = failing(new Error('secret detail\nof a defect'))
  const handler = createTestHandler({ log: (line) => lines.push(line), service: { search } })
  await handler(neutral({ ...post({ query: 'x' }), target: '/api/ask?typed=secret' }))
  assert.equal(lines.length, 1)
  assert.match(lines[0]!, /^POST \/api\/ask failed: Error: secret detail of a defect at [^\n]+$/)
  assert.ok(lines[0]!.length <= 2_000)
})

test('createHandler() logs what is wrong with content and graph once: the owner sees no reply, and a store tells its own failures', async () => {
  const lines: string[] = []
  const service = {
    search: failing(new AskError('file', 'There is no folder /srv/docs')), glossary: failing(new AskError('graph-format', 'kg.json is cut')),
    overview: failing(new AskError('content', 'docs has no page')),
  }
  const handler = createTestHandler({ log: (line) => lines.push(line), service })
  const reads = ['glossary', 'overview'].map((name) => ({ target: `/api/ask/${name}` }))
  for (const sent of [post({ query: 'x' }), ...reads, post({ query: 'x' }), ...reads]) {
    assert.equal((await handler(neutral(sent))).status, 500)
  }
  assert.deepEqual(lines, [
    'POST /api/ask failed: There is no folder /srv/docs', 'GET /api/ask/glossary failed: kg.json is cut',
    'GET /api/ask/overview failed: docs has no page',
  ])
  const overStore = createTestHandler({ log: (line) => lines.push(line), service: { glossary: failing(new AskError('store', 'It is too slow')) } })
  await overStore(neutral({ target: '/api/ask/glossary' }))
  assert.equal(lines.length, 3)
})

test('createHandler() shows no path of the server', async () => {
  const inner = new AskError('graph-format', 'The text is not JSON')
  const folder = new AskError('file', 'There is no folder /srv/docs')
  const unloadable = "The content or the graph of this service can't be loaded."
  for (const [cause, error] of [
    [folder, unloadable],
    [new AskError('graph-missing', 'No graph at /srv/kg.json'), unloadable],
    [new AskError('graph-format', '/srv/kg.json: The text is not JSON', { cause: inner }), 'The text is not JSON'],
    [new AskError('graph-format', '/srv/kg.json: is a folder', { cause: folder }), unloadable],
  ] as const) {
    const handler = createTestHandler({ log: () => undefined, service: { search: failing(cause) } })
    assert.equal(await textOf((await handler(neutral(post({ query: 'x' })))).body), JSON.stringify({ error }))
  }
})

test('createHandler() logs neither client errors nor failures after the client has left', async () => {
  const lines: string[] = []
  const handler = createTestHandler({ log: (line) => lines.push(line) })
  await handler(neutral({ target: '/api/ask/sections/nothing' }))
  const body = () => Promise.reject(new Error('aborted'))
  for (const target of ['/api/ask', '/api/ask/mcp']) {
    assert.equal((await handler({ ...neutral(post({ query: 'x' })), target, body })).status, 499)
  }
  assert.deepEqual(lines, [])
})

test('createHandler() tries a read again that has failed', async () => {
  let isBroken = true
  const glossary = async () => {
    if (isBroken) throw new Error('not yet')
    return { terms: [] }
  }
  const handler = createTestHandler({ service: { glossary } })
  assert.equal((await handler(neutral({ target: '/api/ask/glossary' }))).status, 500)
  isBroken = false
  assert.equal((await handler(neutral({ target: '/api/ask/glossary' }))).status, 200)
})

test('createHandler() does not limit clients without an address', async () => {
  const handler = createTestHandler({ settings: { postsPerMinute: 1 } })
  const unknown = { ...neutral(post({ query: '' })), client: '' }
  assert.deepEqual([(await handler(unknown)).status, (await handler(unknown)).status], [200, 200])
})

test('createHandler() says once what to set when requests come through a proxy that is not trusted', async () => {
  for (const [trustedProxies, header, lines] of [[0, 'x-forwarded-for', 1], [0, 'forwarded', 1], [1, 'x-forwarded-for', 0], [0, 'x-other', 0]] as const) {
    const log: string[] = []
    const handler = createTestHandler({ settings: { trustedProxies }, log: (line) => log.push(line) })
    for (let at = 0; at < 3; at += 1) await handler(neutral({ target: '/api/ask', headers: { [header]: '203.0.113.7' } }))
    assert.equal(log.length, lines, header)
    if (lines > 0) assert.match(log[0] ?? '', /^A request came through a proxy .* --trusted-proxies 1 \(option trustedProxies\)$/)
    // It is not read: the number alone would change nothing.
    if (header === 'forwarded') assert.match(log[0] ?? '', /Let it send X-Forwarded-For/)
  }
})

test('createHandler() caches replies to reads for the revision at their start', async () => {
  const { wait, open } = gate()
  let revision = 0
  const overview = async () => {
    const text = `revision ${revision}`
    if (revision === 1) await wait()
    // Shorter replies are made anew each time.
    return { overview: text, context: 'word '.repeat(200) }
  }
  const handle = createTestHandler({ service: { overview }, revision: () => revision })
  const read = async () => JSON.parse(await textOf((await handle(neutral({ target: '/api/ask/overview' }))).body)).overview
  assert.equal(await read(), 'revision 0')
  revision = 1
  const underWay = read()
  await new Promise((resolve) => setImmediate(resolve))
  // Another version comes while the read of the last one is under way.
  revision = 2
  open()
  assert.deepEqual([await underWay, await read()], ['revision 1', 'revision 2'])
})

test('createHandler() keeps one reply for all spellings of a term, and none for unknown groups', async () => {
  const reads: string[] = []
  const counted = <T>(kind: string, value: T) => async (name: string | null) => {
    reads.push(`${kind} ${name}`)
    return value
  }
  const entry = { term: 'Island', aliases: [], definition: 'A component that runs in the browser on its own.', sectionIds: [] }
  const handle = createTestHandler({ service: { term: counted('term', entry), sections: counted('group', { sections: [] }) } })
  for (const path of ['glossary/island', 'glossary/ISLAND', 'glossary/%20iSland', 'sections?group=x', 'sections?group=x']) {
    await textOf((await handle(neutral({ target: `/api/ask/${path}` }))).body)
  }
  assert.deepEqual(reads, ['term island', 'group x', 'group x'])
})
