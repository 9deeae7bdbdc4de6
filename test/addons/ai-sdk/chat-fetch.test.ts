import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createChatFetch } from '../../../src/addons/ai-sdk/chat-fetch.ts'
import { formatFrame } from '../../../src/core/transport.ts'

const API = 'https://docs.example.com/api/ask'
const START = [{ type: 'start' }, { type: 'text-start', id: 'answer' }]
const END = [{ type: 'text-end', id: 'answer' }, { type: 'finish' }]
const ROUTING = { url: '/routing/#slashes', title: 'Routing', heading: 'Slashes' }
const ROUTING_PART = { type: 'source-url', sourceId: ROUTING.url, url: ROUTING.url, title: 'Routing: Slashes' }

const delta = (text: string) => ({ type: 'text-delta', id: 'answer', delta: text })
const said = (role: string, ...texts: readonly string[]) => ({ role, parts: texts.map((text) => ({ type: 'text', text })) })

function stream(...frames: readonly Parameters<typeof formatFrame>[]): Response {
  const text = frames.map(([name, data]) => formatFrame(name, data)).join('')
  return new Response(text, { headers: { 'content-type': 'text/event-stream' } })
}

/** The body that a service gets for the messages, and the parts that its reply becomes. */
async function chat(messages: readonly object[], reply: Response) {
  let sent: unknown = null
  const service = async (_: unknown, init?: RequestInit) => {
    sent = JSON.parse(String(init?.body))
    return reply
  }
  const response = await createChatFetch({ fetch: service })(API, { method: 'POST', body: JSON.stringify({ messages }) })
  const frames = (await response.text()).split('\n\n').slice(0, -1).map((frame) => frame.replace('data: ', ''))
  assert.equal(frames.at(-1), '[DONE]')
  return { sent, parts: frames.slice(0, -1).map((frame) => JSON.parse(frame)), headers: response.headers }
}

async function check(reply: Response, ...parts: readonly object[]) {
  assert.deepEqual((await chat([said('user', 'Slashes?')], reply)).parts, parts)
}

test('createChatFetch() passes the events of an answer on as parts', async () => {
  const outcome = { id: 'a', outcome: 'answered', support: 'grounded', cited: [ROUTING.url], opened: [] }
  const answer = stream(
    ['search', { query: 'slashes' }],
    ['sources', { sources: [ROUTING], model: 'm', mode: 'agentic' }],
    ['token', { text: 'Routes ' }], ['token', { text: 'end.' }],
    ['outcome', outcome], ['done', {}],
  )
  await check(
    answer, ...START, { type: 'data-search', data: { query: 'slashes' } }, ROUTING_PART, delta('Routes '), delta('end.'),
    { type: 'data-outcome', data: outcome }, ...END,
  )
})

test('createChatFetch() passes a failure in the middle of an answer on', () =>
  check(stream(['error', { error: 'Broke off.' }]), ...START, { type: 'error', errorText: 'Broke off.' }, ...END))

test('createChatFetch() gives results as sources, with the reason', () => {
  const result = { ...ROUTING, snippet: 'Routes end.' }
  const reply = { results: [result], query: 'Slashes?', model: '', mode: 'keyword', warning: 'No key.' }
  const [start, ...text] = START
  return check(Response.json(reply), start!, ROUTING_PART, ...text, delta('No key.'), ...END)
})

test('createChatFetch() sends the last message, and the turns before it as history', async () => {
  const messages = [
    said('user', 'One?'), said('user', 'Two', '?'), said('assistant', 'Two.'), { role: 'assistant', parts: [{ type: 'file' }] },
    said('user', 'Three?'), said('assistant', 'Three.'), said('user', 'Four?'),
  ]
  const { sent, headers } = await chat(messages, stream(['done', {}]))
  const history = [{ query: 'Two?', answer: 'Two.' }, { query: 'Three?', answer: 'Three.' }]
  assert.deepEqual(sent, { query: 'Four?', mode: 'agentic', detail: true, history })
  assert.equal(headers.get('x-vercel-ai-ui-message-stream'), 'v1')
})

test('createChatFetch() rejects a refusal of the service, and a chat without a question', async () => {
  const refused = Response.json({ error: 'Slow down.' }, { status: 429 })
  await assert.rejects(chat([said('user', 'Slashes?')], refused), { code: 'endpoint', message: `${API} answers 429: Slow down.` })
  await assert.rejects(chat([], refused), { code: 'bad-request' })
})

test('createChatFetch() has no answer to go on with', async () => {
  assert.equal((await createChatFetch({ fetch: () => assert.fail() })(`${API}/c/stream`, { method: 'GET' })).status, 204)
})

test('createChatFetch() ends the question when its stream is cancelled', async () => {
  let isCancelled = false
  const body = new ReadableStream({
    pull: (controller) => controller.enqueue(new TextEncoder().encode(formatFrame('token', { text: 'x' }))),
    cancel: () => void (isCancelled = true),
  })
  const reply = new Response(body, { headers: { 'content-type': 'text/event-stream' } })
  const init = { method: 'POST', body: JSON.stringify({ messages: [said('user', 'Slashes?')] }) }
  const { body: parts } = await createChatFetch({ fetch: async () => reply })(API, init)
  const reader = parts!.getReader()
  for (let i = 0; i < 4; i += 1) await reader.read()
  await reader.cancel()
  assert.ok(isCancelled)
})
