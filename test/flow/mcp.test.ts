/** `ask mcp` as clients start it: a process, driven byte by byte. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { rm, writeFile } from 'node:fs/promises'
import { createServer, type RequestListener, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { formatGraph } from '../../src/core/graph/format.ts'
import { graph } from '../support/graph.ts'
import { listen } from '../support/loopback.ts'
import { MODERN } from '../support/mcp.ts'
import { folderIn, temporaryFolder } from '../support/site.ts'
import { type Json, startMcp } from '../support/stdio-client.ts'
import { until } from '../support/until.ts'

/** A process that doesn't end fails its test, however busy the machine is. */
const BOUND = { timeout: 60_000 }

const folder = await temporaryFolder()
const graphPath = join(folder, 'kg.json')
const writeGraph = (context: string) => writeFile(graphPath, formatGraph(graph({ context })))
await writeGraph('A context.')

const ask = (id: unknown, method: string, params?: Json) => ({ jsonrpc: '2.0', id, method, ...(params && { params }) })
const call = (id: unknown, name: string, args: Json = {}) => ask(id, 'tools/call', { name, arguments: args })
const ids = (replies: readonly Json[]) => replies.map(({ id }) => id)

/** Text of a tool's result, with `! ` before that of an error. */
function textOf({ result }: Json): string {
  const { content, isError } = result as { content: { text: string }[]; isError?: boolean }
  return (isError === true ? '! ' : '') + content[0]!.text
}

/** A service on this machine. */
async function serve(listener: RequestListener) {
  const server = createServer(listener)
  return {
    address: `http://127.0.0.1:${await listen(server)}`,
    stop: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

test('ask mcp answers every kind of line, and prints nothing else', async () => {
  const { write, end } = startMcp(['--kg-path', graphPath])
  const rows: readonly (readonly [string | Uint8Array, unknown])[] = [
    ['{"jsonrpc":"2.0","id":1,"method":"ping"}', 1],
    ['not json', [null, -32700]],
    [Buffer.from([0x22, 0xc3, 0x28, 0x22]), [null, -32700]],
    ['5', [null, -32600]],
    ['[{"jsonrpc":"2.0","id":1,"method":"ping"}]', [null, -32600]],
    ['{"jsonrpc":"2.0","id":2,"result":{}}', undefined],
    ['{"jsonrpc":"2.0","id":2,"method":"no/such"}', [2, -32601]],
    ['', undefined],
    [' \t ', undefined],
    ['{"jsonrpc":"2.0","id":"__proto__","method":"ping"}\r', '__proto__'],
    ['\ufeff{"jsonrpc":"2.0","id":"","method":"ping"}', ''],
    [`{"jsonrpc":"2.0","id":"${'é'.repeat(10_000)}","method":"ping"}`, 'é'.repeat(10_000)],
    ['{"jsonrpc":"2.0","id":"a\u2028b\u2029","method":"ping"}', 'a\u2028b\u2029'],
    [`{"jsonrpc":"2.0","id":3,"method":"ping","params":{"x":"${'y'.repeat(10_000_000)}"}}`, 3],
    [`{"jsonrpc":"2.0","id":4,"method":"ping","params":{"x":"${'y'.repeat(17_000_000)}"}}`, [null, -32700]],
    ['{"jsonrpc":"2.0","id":5,"method":"ping"}', 5],
  ]
  for (const [line] of rows) {
    write(line)
    write('\n')
  }
  const { rest, code } = await end()
  const seen = rest.map(({ id, error }) => (error === undefined ? id : [id, (error as { code: number }).code]))
  assert.deepEqual(seen, rows.map(([, expected]) => expected).filter((expected) => expected !== undefined))
  assert.equal(code, 0)
})

test('ask mcp reads bytes in pieces and lines glued together, and answers a thousand requests at once', BOUND, async () => {
  const { write, take, end } = startMcp(['--kg-path', graphPath])
  for (const byte of Buffer.from(`${JSON.stringify(call('é', 'glossary_get', { term: 'größe' }))}\n`)) {
    write(Uint8Array.of(byte))
    await new Promise((resolve) => setImmediate(resolve))
  }
  assert.match(textOf((await take(1))[0]!), /^! No glossary term "größe"/)
  const calls = Array.from({ length: 1_000 }, (_, id) => (id % 3 === 0 ? ask(id, 'ping') : call(id, 'section_get', { id: 'routing#static' })))
  write(calls.map((one) => `${JSON.stringify(one)}\n`).join(''))
  const replies = await take(1_000)
  assert.deepEqual(ids(replies).sort((a, b) => Number(a) - Number(b)), calls.map(({ id }) => id))
  const { rest, code } = await end()
  assert.deepEqual([rest, code], [[], 0])
})

test('ask mcp finishes what it was asked before its input ended, in the middle of a line or not', async () => {
  const { end } = startMcp(['--kg-path', graphPath])
  const { rest, code } = await end(`${JSON.stringify(ask(1, 'initialize', { protocolVersion: '2025-06-18' }))}\n${JSON.stringify(ask(2, 'ping'))}\n{"jsonrpc":"2.0","id":3,"meth`)
  assert.deepEqual([ids(rest), code], [[1, 2], 0])
})

test('ask mcp serves both eras on one connection', async () => {
  const { send, take, end } = startMcp(['--kg-path', graphPath])
  send(ask('d', 'server/discover', { _meta: MODERN }), ask('i', 'initialize', { protocolVersion: '2025-03-26' }), { jsonrpc: '2.0', method: 'notifications/initialized' })
  send([ask(1, 'ping'), call(2, 'overview')], ask(3, 'tools/call', { name: 'overview', _meta: MODERN }))
  const [discover, initialize, ...rest] = await take(4)
  assert.deepEqual([discover?.['id'], initialize?.['id']], ['d', 'i'])
  assert.equal(rest.filter(Array.isArray).length, 1)
  await end()
})

test('ask mcp sees a graph file that is missing, built, broken and repaired under it', async () => {
  const path = join(folder, 'live.json')
  const { send, take, end } = startMcp(['--kg-path', path])
  const overview = async () => {
    send(call(1, 'overview'))
    return textOf((await take(1))[0]!)
  }
  assert.equal(await overview(), `! No graph at ${path}; run \`ask kg build\` to make one. Then call the tool again.`)
  await writeFile(path, formatGraph(graph()))
  assert.equal(await overview(), 'A context.\n\nAn overview.')
  await writeFile(path, '{"version":3')
  assert.match(await overview(), /^! .*is not JSON; run `ask kg build`\. Then call the tool again\.$/)
  await writeFile(path, formatGraph(graph({ context: 'Rebuilt.' })))
  assert.equal(await overview(), 'Rebuilt.\n\nAn overview.')
  await rm(path)
  assert.match(await overview(), /^! No graph/)
  await end()
})

test('ask mcp says where it looked when a client starts it in another folder', async () => {
  for (const [argv, message] of [
    [['--content', 'docs'], '! There is no folder docs in /.'],
    [['--kg-path', 'kg/kg.json'], '! No graph at /kg/kg.json; run `ask kg build` to make one. Then call the tool again.'],
    [[], '! No graph at /.service/kg.json; run `ask kg build` to make one. Then call the tool again.'],
  ] as const) {
    const { send, take, end } = startMcp(argv, '/')
    send(call(1, 'overview'))
    const [reply] = await take(1)
    await end()
    assert.equal(textOf(reply!), message)
  }
})

test('ask mcp over a folder has the title of the site\'s configuration', async () => {
  const site = await folderIn(await temporaryFolder(), { 'mkdocs.yml': 'site_name: Lamps\n', 'docs/index.md': '# Home' })
  for (const [flags, title] of [[[], 'Lamps documentation'], [['--generator', 'plain'], 'Documentation'], [['--site-title', 'Acme'], 'Acme documentation']] as const) {
    const { send, take, end } = startMcp(['--content', join(site, 'docs'), ...flags])
    send(ask(1, 'initialize', { protocolVersion: '2025-11-25' }))
    const [{ result }] = (await take(1)) as [{ result: { serverInfo: Json } }]
    assert.equal(result.serverInfo['title'], title)
    await end()
  }
})

test('ask mcp ends quietly when nobody reads what it says', async () => {
  const { child, send, take } = startMcp(['--kg-path', graphPath])
  send(ask(1, 'ping'))
  await take(1)
  const closed = once(child, 'close')
  child.stdout.destroy()
  send(ask(2, 'ping'), ask(3, 'ping'))
  assert.deepEqual(await closed, [0, null])
})

test('ask mcp with --endpoint reads a service, and collapses its answer', async () => {
  const { sections } = graph()
  const frames = [
    ['search', { query: 'static' }],
    ['sources', { sources: [{ url: '/routing/#static' }], model: 'm-1', mode: 'agentic' }],
    ['token', { text: 'See [1](/routing/#static).' }],
    ['done', {}],
  ] as const
  const service = await serve((req, res) => {
    if (req.method === 'POST') {
      res.writeHead(200, { 'content-type': 'text/event-stream' })
      res.end(frames.map(([event, data]) => `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`).join(''))
    } else if (req.url === '/api/ask/sections/routing%23static') {
      res.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(sections[1]))
    } else {
      res.writeHead(500, { 'content-type': 'application/json' }).end('{"error":"The index failed"}')
    }
  })
  const { send, take, end } = startMcp(['--endpoint', service.address])
  send(call(1, 'section_get', { id: 'routing#static' }), call(2, 'overview'), call(3, 'answer', { query: 'How?' }))
  const replies = (await take(3)).sort((a, b) => Number(a['id']) - Number(b['id']))
  assert.deepEqual((replies[0]?.['result'] as Json)['structuredContent'], sections[1])
  assert.match(textOf(replies[1]!), /^! http:\/\/127\.0\.0\.1:\d+\/api\/ask\/overview answers 500: The index failed\.$/)
  assert.deepEqual((replies[2]?.['result'] as Json)['structuredContent'], {
    answer: 'See [1](/routing/#static).',
    sources: [{ url: '/routing/#static' }],
    searches: ['static'],
    model: 'm-1',
    mode: 'agentic',
  })
  const { origin } = new URL(service.address)
  assert.match(textOf(replies[0]!), new RegExp(`^url: ${origin}/routing/#static$`, 'm'))
  assert.match(textOf(replies[2]!), new RegExp(`^See \\[1\\]\\(${origin}/routing/#static\\)\\.`))
  await service.stop()
  send(call(4, 'overview'))
  assert.match(textOf((await take(1))[0]!), /^! .*can't be reached: connection refused\.$/)
  assert.equal((await end()).code, 0)
})

test('ask mcp drops an answer that is cancelled, and finishes another after its input has ended', BOUND, async (t) => {
  const replies: ServerResponse[] = []
  const cancelled: Promise<unknown>[] = []
  const service = await serve((_req, res) => {
    replies.push(res)
    cancelled.push(once(res, 'close'))
    res.writeHead(200, { 'content-type': 'text/event-stream' }).write(': waiting\n\n')
  })
  t.after(service.stop)
  const { child, send, take, end } = startMcp(['--endpoint', service.address])
  send(ask('i', 'initialize', { protocolVersion: '2025-11-25' }), call(1, 'answer', { query: 'a' }))
  await take(1)
  await until(() => replies.length === 1)
  send(call(2, 'answer', { query: 'b' }))
  await until(() => replies.length === 2)
  send({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } }, ask(3, 'ping'))
  assert.deepEqual(ids(await take(1)), [3])
  await cancelled[0]
  const ended = end()
  await once(child.stdin, 'finish')
  // Longer than the program once waited; a busy machine only makes it longer.
  await sleep(1_000)
  replies[1]?.end('event: sources\ndata: {"sources":[],"model":"m-1","mode":"agentic"}\n\nevent: token\ndata: {"text":"So."}\n\nevent: done\ndata: {}\n\n')
  const { rest, code } = await ended
  assert.deepEqual([ids(rest), code], [[2], 0])
  assert.match(textOf(rest[0]!), /^So\./)
})

test('ask mcp replies to all calls that a client sends with the end of its input, from a graph of some megabytes', BOUND, async () => {
  const path = join(folder, 'large.json')
  const [section] = graph().sections
  const sections = Array.from({ length: 8_000 }, (_, i) => ({ ...section!, id: `page-${i}`, summary: 'A long summary of a section. '.repeat(12) }))
  await writeFile(path, formatGraph(graph({ sections })))
  const { end } = startMcp(['--kg-path', path])
  const calls = Array.from({ length: 20 }, (_, id) => call(id, 'section_get', { id: `page-${id}` }))
  const { rest, code } = await end(calls.map((one) => `${JSON.stringify(one)}\n`).join(''))
  assert.deepEqual([ids(rest).sort((a, b) => Number(a) - Number(b)), code], [calls.map(({ id }) => id), 0])
  assert.ok(rest.every((reply) => !textOf(reply).startsWith('! ')))
})

test('ask mcp ends on SIGTERM, during an answer too', { ...BOUND, skip: process.platform === 'win32' }, async () => {
  const service = await serve((_req, res) => void res.writeHead(200, { 'content-type': 'text/event-stream' }).write(': waiting\n\n'))
  const { child, send, take } = startMcp(['--endpoint', service.address])
  send(call(1, 'answer', { query: 'a' }), ask(2, 'ping'))
  await take(1)
  const closed = once(child, 'close')
  child.kill('SIGTERM')
  assert.deepEqual(await closed, [0, null])
  await service.stop()
})

test('ask mcp refuses a command line it can not follow, before it serves', async () => {
  const { end, stderr } = startMcp(['--endpoint', 'http://localhost', '--kg-path', 'x'])
  const { rest, code } = await end()
  assert.deepEqual([rest, code], [[], 2])
  assert.match(stderr(), /^ask: Give either --endpoint or --kg-path, not both\n$/)
})
