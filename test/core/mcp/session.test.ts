import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { JsonObject } from '../../../src/core/base/json.ts'
import { createSession, type Session } from '../../../src/core/mcp/session.ts'
import { createTestServer, slowAnswers, type TestOptions } from '../../support/mcp.ts'

interface Connection extends Session {
  readonly sent: JsonObject[]
  /** Sends values as lines of JSON, and waits for the replies. */
  readonly say: (...values: readonly unknown[]) => Promise<void>
}

function connect(options: TestOptions = {}): Connection {
  const sent: JsonObject[] = []
  const session = createSession(createTestServer(options), (line) => {
    assert.doesNotMatch(line, /[\n\u0085\u2028\u2029]/)
    sent.push(JSON.parse(line))
  })
  return {
    ...session,
    sent,
    async say(...values) {
      for (const value of values) session.receive(JSON.stringify(value))
      await session.settled()
    },
  }
}

const ask = (id: unknown, method: string, params?: JsonObject) => ({ jsonrpc: '2.0', id, method, ...(params && { params }) })
const initialize = (version: string) => ask('i', 'initialize', { protocolVersion: version })
const cancel = (requestId: unknown) => ({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId, reason: 'enough' } })

const question = (id: unknown) => ask(id, 'tools/call', { name: 'answer', arguments: { query: `Why ${String(id)}?` } })
const turn = () => new Promise((resolve) => setImmediate(resolve))

test('a session replies to a handshake before pipelined requests, and a slow call delays no other', async () => {
  const { ask: answer, ends } = slowAnswers()
  const { sent, say, receive, settled } = connect({ ask: answer })
  receive(JSON.stringify(question('slow')))
  void say(initialize('2025-11-25'), ask('\u2028\u0085', 'ping'), ask(2, 'tools/call', { name: 'overview' }))
  await turn()
  assert.deepEqual(sent.map(({ id }) => id), ['i', '\u2028\u0085', 2])
  ends[0]!()
  await settled()
  assert.equal(sent.at(-1)?.['id'], 'slow')
})

test('a cancelled call is ended and gets no reply', async () => {
  const { ask: answer, signals } = slowAnswers()
  const { sent, say, receive } = connect({ ask: answer })
  for (const id of [1, '1']) receive(JSON.stringify(question(id)))
  await turn()
  for (const id of [2, null, undefined, {}, '1']) receive(JSON.stringify(cancel(id)))
  assert.deepEqual(signals.map(({ aborted }) => aborted), [false, true])
  await say(cancel(1), cancel(1), ask(3, 'ping'))
  assert.deepEqual(sent.map(({ id }) => id), [3])
})

test('a call that is cancelled while it waits for its turn is never made', async () => {
  const { ask: answer, signals } = slowAnswers()
  const { receive, settled, abort } = connect({ ask: answer })
  for (let id = 0; id < 70; id += 1) receive(JSON.stringify(question(id)))
  await turn()
  assert.equal(signals.length, 64)
  receive(JSON.stringify(cancel(69)))
  abort()
  await settled()
  assert.equal(signals.length, 64)
})

test('two calls with one id both get a reply', async () => {
  const { sent, say } = connect()
  await say(ask(1, 'tools/call', { name: 'overview' }), ask(1, 'tools/call', { name: 'overview' }))
  assert.deepEqual(sent.map(({ id }) => id), [1, 1])
})

test('too many calls at once are refused, one by one', async () => {
  const { sent, receive, abort, settled } = connect({ ask: slowAnswers().ask })
  for (let id = 0; id < 10_070; id += 1) receive(JSON.stringify(question(id)))
  assert.deepEqual(sent.map(({ id }) => id), [10_064, 10_065, 10_066, 10_067, 10_068, 10_069])
  abort()
  await settled()
})

test('progress is sent before the reply, and not after a cancel', async () => {
  let now = 0
  const { sent, say, receive } = connect({
    now: () => now,
    ask: async (query, signal) => ({
      type: 'events',
      events: (async function* () {
        now += 3_000
        yield { type: 'search', query } as const
        if (query.includes('cancelled')) receive(JSON.stringify(cancel('cancelled')))
        now += 3_000
        if (!signal.aborted || query.includes('cancelled')) yield { type: 'search', query } as const
        yield { type: 'done' } as const
      })(),
    }),
  })
  const call = (id: string) => ask(id, 'tools/call', { name: 'answer', arguments: { query: id }, _meta: { progressToken: id } })
  await say(call('whole'))
  assert.deepEqual(sent.map(({ id, method }) => id ?? method), ['notifications/progress', 'notifications/progress', 'whole'])
  await say(call('cancelled'))
  assert.equal(sent.length, 4)
})

test('a batch is refused by a session of a revision without batches', async () => {
  const batch = [ask(1, 'ping'), { jsonrpc: '2.0', method: 'notifications/initialized' }, ask(2, 'tools/call', { name: 'overview' }), 5, initialize('2025-03-26')]
  const { sent, say } = connect()
  await say(batch, initialize('2025-11-25'), batch)
  assert.deepEqual(sent.map(({ id }) => id), [null, 'i', null])
})

test('the reply to a batch leaves out notifications, and has an error for each bad member', async () => {
  const check = async (batch: readonly unknown[], expected: unknown) => {
    const { sent, say } = connect()
    await say(initialize('2025-03-26'), batch)
    const ids = (reply: unknown): unknown => (Array.isArray(reply) ? reply.map(ids) : typeof reply === 'object' && reply !== null && 'error' in reply && 'id' in reply ? [reply.id, 'error'] : reply && typeof reply === 'object' && 'id' in reply ? reply.id : reply)
    assert.deepEqual(sent.slice(1).map(ids), expected)
  }
  const note = { jsonrpc: '2.0', method: 'notifications/initialized' }
  await check([ask(1, 'ping'), note, ask(2, 'tools/call', { name: 'overview' }), 5, initialize('2025-03-26')], [[1, 2, [null, 'error'], ['i', 'error']]])
  await check([note, note], [])
  await check([], [[null, 'error']])
  await check(Array.from({ length: 1_001 }, () => ask(1, 'ping')), [[null, 'error']])
})
