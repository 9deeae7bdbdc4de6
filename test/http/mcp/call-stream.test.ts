/** The tool `answer` over HTTP: what it costs, how it goes, and how it ends. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isObject, type JsonObject } from '../../../src/base/json.ts'
import { createSseParser } from '../../../src/sse/parse.ts'
import { type Changes, createTestHandler, JSON_HEADERS, neutral, post, type Sent } from '../../support/http.ts'
import { ANSWER, DONE, gate, SEARCH, scriptedAnswering, SOURCES, token } from '../../support/scripted-answerer.ts'

const BOTH = { ...JSON_HEADERS, accept: 'application/json, text/event-stream' }

/** A call of `answer`; with a token where progress is wanted. */
function call(query: string, headers: Readonly<Record<string, string>>, progressToken?: string): Sent {
  const params = { name: 'answer', arguments: { query }, ...(progressToken !== undefined && { _meta: { progressToken } }) }
  return { ...post({ jsonrpc: '2.0', id: 7, method: 'tools/call', params }, headers), target: '/api/ask/mcp' }
}

/** Every message of a streamed reply, and its comments. */
async function streamed(sent: Sent, changes: Changes, onText = (_text: string): void => undefined): Promise<{ readonly messages: readonly JsonObject[]; readonly text: string }> {
  const { headers, body } = await createTestHandler(changes)(neutral(sent))
  assert.equal(headers['content-type'], 'text/event-stream; charset=utf-8')
  assert.equal(headers['x-accel-buffering'], 'no')
  assert.ok(typeof body === 'object' && body !== null)
  const messages: JsonObject[] = []
  const parser = createSseParser(({ event, data }) => {
    const value: unknown = JSON.parse(data)
    assert.ok(event === 'message' && isObject(value))
    messages.push(value)
  })
  let text = ''
  for await (const piece of body) {
    text += piece
    onText(text)
    parser.push(new TextEncoder().encode(String(piece)))
  }
  return { messages, text }
}

/** A clock that advances five seconds at each call, so that all progress is due. */
function hurried(): () => number {
  let atMs = 0
  return () => (atMs += 5_000)
}

function dataOf(reply: JsonObject | undefined): JsonObject {
  const result = reply?.['result']
  assert.ok(isObject(result) && isObject(result['structuredContent']), JSON.stringify(reply))
  return result['structuredContent']
}

test('answer over HTTP gives the whole answer as JSON to a client that wants no progress', async () => {
  const { body } = await createTestHandler({ answering: scriptedAnswering() })(neutral(call('slashes', BOTH)))
  assert.deepEqual(dataOf(JSON.parse(String(body))), {
    answer: 'Set `always`',
    sources: [{ url: '/routing/#slashes', title: 'Routing' }],
    searches: ['trailing slashes'],
    model: 'test-model',
    mode: 'agentic',
  })
})

test('answer over HTTP streams its progress, and the reply last', async () => {
  const { wait, open } = gate()
  setImmediate(open)
  const answering = scriptedAnswering(() => [SEARCH, wait, SOURCES, token('Set'), DONE])
  const { messages, text } = await streamed(call('slashes', BOTH, 't1'), { answering, now: hurried() })
  assert.ok(text.startsWith(': ok\n\n'))
  const told = messages.slice(0, -1).map((message) => [message['method'], isObject(message['params']) && message['params']['message']])
  assert.deepEqual(told[0], ['notifications/progress', 'Reading: trailing slashes'])
  assert.deepEqual(told.at(-1), ['notifications/progress', 'Writing the answer'])
  assert.equal(messages.at(-1)?.['id'], 7)
  assert.equal(dataOf(messages.at(-1))['answer'], 'Set')
})

test('answer over HTTP streams to a client that accepts nothing else, with a comment in every silence', async () => {
  const { wait, open } = gate()
  const answering = scriptedAnswering(() => [SEARCH, wait, ...ANSWER])
  const sent = call('slashes', { ...JSON_HEADERS, accept: 'text/event-stream' })
  const { messages, text } = await streamed(sent, { answering, settings: { heartbeatMs: 5 } }, (read) => read.includes(': hb') && open())
  assert.match(text, /^: ok\n\n: hb\n\n/)
  assert.equal(messages.length, 1)
})

test('other tools over HTTP reply in one piece, even where progress is requested', async () => {
  const params = { name: 'search', arguments: { query: 'x' }, _meta: { progressToken: 't1' } }
  const sent = { ...post({ jsonrpc: '2.0', id: 7, method: 'tools/call', params }, BOTH), target: '/api/ask/mcp' }
  const { headers } = await createTestHandler()(neutral(sent))
  assert.equal(headers['content-type'], 'application/json; charset=utf-8')
})

test('answer over HTTP shares the limits of each client with POST', async () => {
  const handler = createTestHandler({ answering: scriptedAnswering(), answers: { perMinute: 1 } })
  const ask = async (client: string) => JSON.parse(String((await handler({ ...neutral(call('slashes', BOTH)), client })).body))
  const { body } = await handler({ ...neutral(post({ query: 'slashes' })), client: '203.0.113.7' })
  assert.ok(typeof body === 'object' && body !== null)
  for await (const _piece of body);
  assert.match(String(dataOf(await ask('203.0.113.7'))['warning']), /^At most 1 answer a minute/)
  assert.equal(dataOf(await ask('203.0.113.8'))['mode'], 'agentic')
})

test('answer over HTTP stops when its client leaves', async () => {
  const gone = new AbortController()
  const answering = scriptedAnswering(() => [SEARCH, gate().wait, DONE])
  const { body } = await createTestHandler({ answering })({ ...neutral(call('slashes', BOTH, 't1')), signal: gone.signal })
  assert.ok(typeof body === 'object' && body !== null && Symbol.asyncIterator in body)
  const pieces = body[Symbol.asyncIterator]()
  await pieces.next()
  const last = pieces.next()
  await new Promise((resolve) => setTimeout(resolve, 5))
  gone.abort()
  await last
  assert.deepEqual(answering.reports.map(({ outcome }) => outcome), ['cancelled'])
  await pieces.return?.()
})
