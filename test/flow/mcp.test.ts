/** `ask mcp` as clients start it, a process. `test/core/node/server/stdio.test.ts` and `test/core/mcp/` have sessions in all detail. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { formatGraph } from '../../src/core/graph/graph.ts'
import { graph } from '../support/graph.ts'
import { frames, modelServer } from '../support/model-server.ts'
import { startProgram } from '../support/program.ts'
import { folderOf, temporaryFolder } from '../support/site.ts'

type Json = Readonly<Record<string, unknown>>

/** A process that doesn't end fails its test, however busy the machine is. */
const BOUND = { timeout: 60_000 }
const folder = await temporaryFolder()
const graphPath = join(folder, 'kg.json')
await writeFile(graphPath, formatGraph(graph()))

const ask = (id: unknown, method: string, params?: Json) => ({ jsonrpc: '2.0', id, method, ...(params && { params }) })
const call = (id: unknown, name: string, args: Json = {}) => ask(id, 'tools/call', { name, arguments: args })
const ids = (replies: readonly Json[]) => replies.map(({ id }) => id)
const byId = (replies: readonly Json[]) => replies.toSorted((a, b) => Number(a['id']) - Number(b['id']))

/** Text of a tool's result, with `! ` before that of an error. */
function textOf({ result }: Json = {}): string {
  const { content, isError } = result as { content: { text: string }[]; isError?: boolean }
  return (isError === true ? '! ' : '') + content[0]!.text
}

/** Starts `ask mcp`; each of its lines must be a message of JSON-RPC. */
function startMcp(argv: readonly string[], cwd?: string) {
  const running = startProgram(['mcp', ...argv], cwd === undefined ? {} : { cwd })
  const { stdin, stdout } = running.child
  const lines = () => running.out().split('\n').slice(0, -1).map((line): Json => JSON.parse(line))
  let taken = 0
  return {
    ...running,
    send: (...messages: readonly unknown[]) => void stdin.write(messages.map((message) => `${JSON.stringify(message)}\n`).join('')),
    /** The next lines. */
    async take(count: number): Promise<Json[]> {
      while (lines().length < taken + count) await Promise.race([once(stdout, 'data'), once(stdout, 'close').then(() => assert.fail(running.err()))])
      return lines().slice(taken, (taken += count))
    },
    /** Closes its input; all lines that were not taken, and the exit code. */
    async finish(last: string | Uint8Array = '') {
      stdin.end(last)
      const { code, out, err } = await running.end()
      assert.ok(out === '' || out.endsWith('\n'), 'the last line is whole')
      return { rest: lines().slice(taken), code, err }
    },
  }
}

test('ask mcp answers every kind of line, and prints nothing else', async () => {
  const ping = (id: string, more = '') => `{"jsonrpc":"2.0","id":"${id}","method":"ping"${more}}`
  const rows: readonly (readonly [string | Uint8Array, unknown])[] = [
    [ping('1'), '1'],
    ['not json', [null, -32700]],
    [Buffer.from([0x22, 0xc3, 0x28, 0x22]), [null, -32700]],
    ['5', [null, -32600]],
    [`[${ping('1')}]`, [null, -32600]],
    ['{"jsonrpc":"2.0","id":2,"result":{}}', undefined],
    ['{"jsonrpc":"2.0","id":2,"method":"no/such"}', [2, -32601]],
    ['', undefined],
    [' \t ', undefined],
    [`${ping('__proto__')}\r`, '__proto__'],
    [`\ufeff${ping('')}`, ''],
    [ping('é'.repeat(10_000)), 'é'.repeat(10_000)],
    [ping('a\u2028b\u2029'), 'a\u2028b\u2029'],
    [ping('3', `,"params":{"x":"${'y'.repeat(10_000_000)}"}`), '3'],
    [ping('4', `,"params":{"x":"${'y'.repeat(17_000_000)}"}`), [null, -32700]],
    [ping('5'), '5'],
  ]
  const input = Buffer.concat(rows.flatMap(([line]) => [Buffer.from(line), Buffer.from('\n')]))
  const { rest, code } = await startMcp(['--kg-path', graphPath]).finish(input)
  const seen = rest.map(({ id, error }) => (error === undefined ? id : [id, (error as { code: number }).code]))
  assert.deepEqual(seen, rows.map(([, expected]) => expected).filter((expected) => expected !== undefined))
  assert.equal(code, 0)
})

test('ask mcp finishes what it was asked before its input ended, in the middle of a line or not, also from a graph of some megabytes', BOUND, async () => {
  const path = join(folder, 'large.json')
  const [section] = graph().sections
  const sections = Array.from({ length: 8_000 }, (_, i) => ({ ...section!, id: `page-${i}`, summary: 'A long summary of a section. '.repeat(12) }))
  await writeFile(path, formatGraph(graph({ sections })))
  const calls = Array.from({ length: 20 }, (_, id) => call(id, 'section_get', { id: `page-${id}` }))
  const { finish } = startMcp(['--kg-path', path])
  const { rest, code } = await finish(`${calls.map((one) => JSON.stringify(one)).join('\n')}\n{"jsonrpc":"2.0","id":3,"meth`)
  assert.deepEqual([ids(byId(rest)), code], [calls.map(({ id }) => id), 0])
  assert.ok(rest.every((reply) => !textOf(reply).startsWith('! ')))
})

test('ask mcp sees a graph file that is missing, built, broken and repaired under it', async () => {
  const path = join(folder, 'live.json')
  const { send, take, finish } = startMcp(['--kg-path', path])
  const overview = async () => {
    send(call(1, 'overview'))
    return textOf((await take(1))[0])
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
  await finish()
})

test('ask mcp says at its start and in each call where it looked when a client starts it in another folder', async () => {
  for (const [argv, reason, remedy] of [
    [['--content', 'docs'], 'There is no folder docs in /', '.'],
    [['--kg-path', 'kg/kg.json'], 'No graph at /kg/kg.json; run `ask kg build` to make one', '. Then call the tool again.'],
    [[], 'No graph at /.service/kg.json; run `ask kg build` to make one', '. Then call the tool again.'],
  ] as const) {
    const { says, finish } = startMcp(argv, '/')
    await says(/^Nothing to read yet: .*\n/m)
    const { rest, err } = await finish(`${JSON.stringify(call(1, 'overview'))}\n`)
    assert.deepEqual([textOf(rest[0]), err], [`! ${reason}${remedy}`, `Nothing to read yet: ${reason}\n`])
  }
})

test('ask mcp over a folder has the title of the site\'s configuration', async () => {
  const site = await folderOf({ 'mkdocs.yml': 'site_name: Lamps\n', 'docs/index.md': '# Home' })
  for (const [flags, title] of [[[], 'Lamps documentation'], [['--generator', 'plain'], 'Documentation'], [['--site-title', 'Acme'], 'Acme documentation']] as const) {
    const { finish } = startMcp(['--content', join(site, 'docs'), ...flags])
    const { rest: [reply] } = await finish(`${JSON.stringify(ask(1, 'initialize', { protocolVersion: '2025-11-25' }))}\n`)
    assert.equal((reply?.['result'] as { serverInfo: Json }).serverInfo['title'], title)
  }
})

test('ask mcp ends quietly when nobody reads what it says', async () => {
  const { child, send, take, end } = startMcp(['--kg-path', graphPath])
  send(ask(1, 'ping'))
  await take(1)
  child.stdout.destroy()
  send(ask(2, 'ping'), ask(3, 'ping'))
  assert.equal((await end()).code, 0)
})

test('ask mcp with --endpoint reads a service, collapses its answer, and ends on SIGTERM during another', { ...BOUND, skip: process.platform === 'win32' }, async (t) => {
  const { sections } = graph()
  const sources = { sources: [{ url: '/routing/#static' }], model: 'm-1', mode: 'agentic' }
  const answer = frames(['search', { query: 'static' }], ['sources', sources], ['token', { text: 'See [1](/routing/#static).' }], ['done', {}])
  const service = await modelServer(t, ({ method, body }) => {
    if (method === 'GET') return { headers: { 'content-type': 'application/json' }, body: [JSON.stringify(sections[1])] }
    return body.includes('Forever') ? { body: [': waiting\n\n'], ending: 'stall' } : { body: [answer] }
  }, ['GET', 'POST'])
  const { send, take, end } = startMcp(['--endpoint', service.url])
  send(call(1, 'section_get', { id: 'routing#static' }), call(2, 'answer', { query: 'How?' }))
  const [section, answered] = byId(await take(2))
  assert.deepEqual((section?.['result'] as Json)['structuredContent'], sections[1])
  assert.match(textOf(section), new RegExp(`^url: ${service.url}/routing/#static$`, 'm'))
  assert.match(textOf(answered), new RegExp(`^See \\[1\\]\\(${service.url}/routing/#static\\)\\.`))
  send(call(3, 'answer', { query: 'Forever?' }), ask(4, 'ping'))
  assert.deepEqual(ids(await take(1)), [4])
  assert.equal((await end('SIGTERM')).code, 0)
})
