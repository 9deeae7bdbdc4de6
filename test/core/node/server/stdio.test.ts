/** MCP over standard streams: a session fed in pieces, and the lines of these pieces. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { PassThrough, Writable } from 'node:stream'
import { test } from 'node:test'
import { createSession, type Session } from '../../../../src/core/mcp/session.ts'
import { createLineSplitter, serveStdio } from '../../../../src/core/node/server/stdio.ts'
import { createTestServer, slowAnswers, type TestOptions } from '../../../support/mcp.ts'
import { rulesOf } from '../../../support/rules.ts'
import { until } from '../../../support/until.ts'

const PING = '{"jsonrpc":"2.0","id":1,"method":"ping"}\n'
const PONG = '{"jsonrpc":"2.0","id":1,"result":{}}\n'
const QUESTION = '{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"answer","arguments":{"query":"Why?"}}}\n'

interface Served {
  readonly stdin: PassThrough
  readonly stdout: PassThrough
  readonly stop: () => void
  readonly ended: Promise<void>
  /** All output, after the session has ended. */
  readonly written: () => Promise<string>
}

function serve(options: TestOptions = {}): Served {
  const [stdin, stdout] = [new PassThrough(), new PassThrough()]
  let stop = () => {}
  let text = ''
  stdout.setEncoding('utf8').on('data', (piece: string) => (text += piece))
  const stopped = new Promise<void>((resolve) => (stop = resolve))
  const ended = serveStdio((send) => createSession(createTestServer(options), send), stopped, { stdin, stdout })
  return { stdin, stdout, stop, ended, written: () => ended.then(() => text) }
}

const turn = () => new Promise((resolve) => setImmediate(resolve))

test('serveStdio() takes a last line without a line feed when it is whole', async () => {
  const { stdin, written } = serve()
  stdin.end(PING + PING.trim())
  assert.equal(await written(), PONG + PONG)
  const cut = serve()
  cut.stdin.end(`${PING}{"jsonrpc":"2.0","id":3,"me`)
  assert.equal(await cut.written(), PONG)
  const broken = serve()
  broken.stdin.end(Buffer.from([0x22, 0xff]))
  assert.equal(await broken.written(), '')
})

/** Longer than `serveStdio()` once waited after the end of its input; a busy machine only makes it longer. */
const LONG_MS = 1_000

test('serveStdio() aborts a call in flight when it is stopped after the end of its input', async () => {
  const { ask, signals } = slowAnswers()
  const { stdin, stop, written } = serve({ ask })
  stdin.end(QUESTION + PING)
  await once(stdin, 'close')
  stop()
  assert.equal(await written(), PONG)
  assert.deepEqual(signals.map(({ aborted }) => aborted), [true])
})

test('serveStdio() waits for a client that reads the last replies slowly', async () => {
  const pieces: string[] = []
  const write = (piece: Buffer, _encoding: string, done: () => void) => {
    pieces.push(String(piece))
    setTimeout(done, LONG_MS / 4)
  }
  const stdin = new PassThrough()
  const ended = serveStdio((send) => createSession(createTestServer(), send), new Promise(() => undefined), { stdin, stdout: new Writable({ write }) })
  stdin.end(PING.repeat(4))
  await ended
  assert.deepEqual(pieces.filter((piece) => piece !== ''), [PONG, PONG, PONG, PONG])
})

test('serveStdio() aborts all calls when it is stopped, and sends complete replies', async () => {
  const { ask, signals } = slowAnswers()
  const { stdin, stop, written } = serve({ ask })
  stdin.write(PING + QUESTION)
  await turn()
  stop()
  assert.equal(await written(), PONG)
  assert.deepEqual(signals.map(({ aborted }) => aborted), [true])
})

test('serveStdio() ends when stdout closes, and when reading fails', async () => {
  const closed = serve()
  closed.stdout.destroy(Object.assign(new Error('write EPIPE'), { code: 'EPIPE' }))
  await closed.ended
  const failed = serve()
  failed.stdin.write(PING)
  await turn()
  failed.stdin.destroy(new Error('read EIO'))
  assert.equal(await failed.written(), PONG)
})

test('serveStdio() stops reading from a client that does not read', async () => {
  const stdin = new PassThrough()
  const waiting: (() => void)[] = []
  const stdout = new Writable({ write: (_piece, _encoding, done) => void waiting.push(done), highWaterMark: 1 })
  let send = (_line: string) => {}
  const session = (given: (line: string) => void): Session => {
    send = given
    return createSession(createTestServer(), given)
  }
  const ended = serveStdio(session, new Promise(() => undefined), { stdin, stdout })
  for (let i = 0; i < 8; i += 1) send('x'.repeat(10_000_000))
  assert.equal(stdin.isPaused(), true)
  const pump = setInterval(() => waiting.shift()?.(), 1)
  await until(() => !stdin.isPaused())
  stdin.end()
  await ended
  clearInterval(pump)
})

const MAX_BYTES = 8

/** Checks complete and incomplete lines of a text, whole and in pieces of every size; null for a line that is too long. */
function check(text: string, lines: readonly (string | null)[], rest: string | null) {
  const bytes = Buffer.from(text)
  for (let size = 1; size <= bytes.length + 1; size += 1) {
    const splitter = createLineSplitter(MAX_BYTES)
    const found: (string | null)[] = []
    for (let at = 0; at < bytes.length; at += size) found.push(...splitter.push(bytes.subarray(at, at + size)).map((line) => line?.toString() ?? null))
    assert.deepEqual([found, splitter.finish()?.toString() ?? null], [lines, rest], `pieces of ${size}`)
  }
}

for (const [name, run] of rulesOf('push()', check, [
  ['gives complete lines, and finish() the incomplete one',
    ['', [], ''], ['a\nb\n', ['a', 'b'], ''], ['\n\na', ['', ''], 'a'], ['a\r\nb', ['a\r'], 'b']],
  ['ends a line at a line feed alone, wherever its bytes are cut',
    ['a\u2028b\n', ['a\u2028b'], ''], ['𝄞é\n', ['𝄞é'], '']],
  ['keeps no byte of a line that is too long, and goes on after it',
    ['12345678\n123456789\nab\n', ['12345678', null, 'ab'], ''], ['a\n1234567890123456789', ['a'], null]],
])) test(name, run)
