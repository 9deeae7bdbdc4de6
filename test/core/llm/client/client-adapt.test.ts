import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ModelRequest } from '../../../../src/core/llm/model.ts'
import { ask, chatTurn, modelAt, QUESTION } from '../../../support/model-client.ts'
import { frames, modelServer, type ReceivedRequest, refusal } from '../../../support/model-server.ts'

const reject = (message: string, status = 400) => refusal(status, { error: { message } })
const OK = { body: [chatTurn('ok')] }
const ITEM = { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'ok' }] }
const RESPONSES_OK = { body: [frames(['response.completed', { type: 'response.completed', response: { status: 'completed', output: [ITEM] } }])] }
/** The target of an address with Responses by rule, without its base. */
const TARGET = { provider: 'openai', protocol: 'responses', mayChangeProtocol: true, isEndpoint: false, isLocal: false, defaultModel: null } as const
const USE_RESPONSES = reject('Function tools with reasoning_effort are not supported. Please use /v1/responses instead')

/** A server that rejects every request with one of these fields. */
const picky = (...fields: readonly string[]) => ({ body }: ReceivedRequest) => {
  const field = fields.find((name) => body.includes(`"${name}":`))
  return field === undefined ? OK : reject(`Unrecognized request argument supplied: ${field}`)
}

test('stream() adapts a request to an error, and later requests as well', async (t) => {
  const server = await modelServer(t, picky('stream_options', 'max_tokens'))
  const model = modelAt(server.url)
  assert.equal((await ask(model)).text, 'ok')
  assert.equal(server.requests.length, 3)
  assert.equal((await ask(model)).text, 'ok')
  assert.equal(server.requests.length, 4)
  const { max_completion_tokens: limit, ...body } = server.bodies()[3]!
  assert.equal(limit, 512)
  assert.equal('stream_options' in body || 'max_tokens' in body, false)
  assert.deepEqual(model.lines, [
    'The model\'s server doesn\'t accept stream_options',
    'The model\'s server expects max_completion_tokens instead of max_tokens',
  ])
})

test('stream() adapts requests that run together', async (t) => {
  const server = await modelServer(t, picky('stream_options', 'max_tokens'))
  const model = modelAt(server.url)
  const asked = await Promise.all([1, 2, 3, 4].map(() => ask(model)))
  assert.deepEqual(asked.map(({ text }) => text), ['ok', 'ok', 'ok', 'ok'])
  assert.equal(model.lines.length, 2)
})

test('stream() adapts to nothing that a server did not report, such as the web page of a host with a telling name', async () => {
  const model = modelAt('http://my-tools:8080', {}, { fetch: async () => new Response('<p>Welcome') })
  assert.match((await ask(model)).error?.message ?? '', /^The model at my-tools:8080 answers with a web page/)
  assert.deepEqual(model.lines, [])
})

test('stream() gives up after six adaptations', async (t) => {
  const limits: unknown[] = []
  const server = await modelServer(t, ({ body }) => {
    limits.push(JSON.parse(body).max_tokens)
    return reject('max_tokens is too large for this model')
  })
  const { error } = await ask(modelAt(server.url, { retries: 2 }), { request: { ...QUESTION, maxOutputTokens: 65_536 } })
  assert.deepEqual([error?.code, limits], ['model-request', [65_536, 32_768, 16_384, 8_192, 4_096, 2_048, 1_024]])
})

test('stream() waits for a server that loads its model', async (t) => {
  let refusals = 4
  const server = await modelServer(t, () => (refusals-- > 0 ? reject('Loading model', 503) : OK))
  assert.equal((await ask(modelAt(server.url, { retries: 0 }))).text, 'ok')
})

test('stream() switches to Responses where Chat Completions refers to it', async (t) => {
  const server = await modelServer(t, ({ path }) => (path === '/v1/responses' ? RESPONSES_OK : USE_RESPONSES))
  const model = modelAt(`${server.url}/v1`)
  assert.equal((await ask(model)).error, null)
  assert.equal((await ask(model)).error, null)
  assert.deepEqual(server.requests.map(({ path }) => path), ['/v1/chat/completions', '/v1/responses', '/v1/responses'])
})

test('stream() changes no protocol of the settings or of a conversation', async (t) => {
  const server = await modelServer(t, ({ path }) => (path === '/v1/responses' ? RESPONSES_OK : USE_RESPONSES))
  assert.equal((await ask(modelAt(`${server.url}/v1`, { protocol: 'chat' }))).error?.code, 'model-request')
  assert.equal((await ask(modelAt(`${server.url}/v1/chat/completions`))).error?.code, 'model-request')
  const model = modelAt(`${server.url}/v1`)
  const turn = { protocol: 'chat', content: { role: 'assistant', content: 'Well' } } as const
  const begun: ModelRequest = { ...QUESTION, messages: [...QUESTION.messages, { role: 'assistant', turn }, { role: 'user', text: 'And?' }] }
  assert.equal((await ask(model, { request: begun })).error?.code, 'model-request')
  assert.equal((await ask(model)).error, null)
  assert.equal((await ask(model, { request: begun })).error?.code, 'model-request')
  assert.deepEqual(server.requests.slice(-2).map(({ path }) => path), ['/v1/responses', '/v1/chat/completions'])
})

test('stream() falls back from Responses to Chat Completions once, and not for a model that is not there', async (t) => {
  const server = await modelServer(t, ({ path }) => (path === '/v1/chat/completions' ? OK : refusal(404, { error: 'Not found' })))
  const model = modelAt(server.url, {}, { target: { ...TARGET, base: `${server.url}/v1` } })
  assert.equal((await ask(model)).text, 'ok')
  assert.equal((await ask(model)).text, 'ok')
  assert.deepEqual(server.requests.map(({ path }) => path), ['/v1/responses', '/v1/chat/completions', '/v1/chat/completions'])
  const none = await modelServer(t, () => refusal(404, { error: { message: 'The model `m-1` does not exist', code: 'model_not_found' } }))
  assert.equal((await ask(modelAt(none.url, {}, { target: { ...TARGET, base: none.url } }))).error?.code, 'model-request')
  assert.equal(none.requests.length, 1)
})

test('stream() asks without tools, and with a note, where the server takes none', async (t) => {
  const server = await modelServer(t, ({ body }) => (body.includes('"tools":') ? reject('"auto" tool choice requires --enable-auto-tool-choice') : OK))
  const model = modelAt(server.url)
  const request = { ...QUESTION, noteWithoutTools: 'Answer from the material.' }
  for (let round = 0; round < 2; round += 1) assert.equal((await ask(model, { request })).text, 'ok')
  assert.equal(server.requests.length, 3)
  assert.deepEqual(server.bodies()[2]!['messages'], [{ role: 'system', content: 'Answer.' }, { role: 'user', content: 'Why?\n\nAnswer from the material.' }])
  assert.deepEqual(model.lines, ["The model's server takes no tools, so answers rest on the first search: start vLLM with --enable-auto-tool-choice and --tool-call-parser"])
})

test('stream() asks without tools after six calls in a row that the server can\'t read', async (t) => {
  let isGood = false
  const server = await modelServer(t, ({ body }) => (isGood || !body.includes('"tools":') ? OK : reject('error parsing tool call: raw=1', 500)))
  const model = modelAt(server.url, { retries: 2 })
  const asked = async () => [(await ask(model)).text, server.requests.length]
  assert.deepEqual([await asked(), await asked()], [['', 2], ['', 4]])
  isGood = true
  assert.deepEqual(await asked(), ['ok', 5])
  isGood = false
  assert.deepEqual([await asked(), await asked(), await asked(), await asked()], [['', 7], ['', 9], ['ok', 12], ['ok', 13]])
  assert.deepEqual(model.lines, ["The model's server can't read the calls of its model, so answers rest on the first search: choose another model"])
})

test('stream() sends short ids of calls where the server rejects those it made', async (t) => {
  const server = await modelServer(t, ({ body }) => (body.includes('call_a') ? reject('Tool call id was call_a but must be a-z, A-Z, 0-9, with a length of 9.', 500) : OK))
  // The second has an id that the first gets.
  const ids = ['call_a', 'call00000']
  const calls = ids.map((id) => ({ id, type: 'function', function: { name: 'search', arguments: '{}' } }))
  const content = { role: 'assistant', content: null, tool_calls: calls }
  const results = ids.map((callId) => ({ callId, name: 'search', text: 'Found {"id":"call00000"}.', isError: false }))
  const messages = [...QUESTION.messages, { role: 'assistant', turn: { protocol: 'chat', content } }, { role: 'tools', results, note: null }] as const
  assert.equal((await ask(modelAt(server.url), { request: { ...QUESTION, messages } })).text, 'ok')
  const sent = server.bodies()[1]!['messages'] as { tool_calls: { id: string }[]; tool_call_id: string; content: string }[]
  const short = ['call00000', 'call00001']
  assert.deepEqual(sent.at(-3)!.tool_calls.map(({ id }) => id), short)
  assert.deepEqual(sent.slice(-2).map((one) => one.tool_call_id), short)
  assert.deepEqual(sent.slice(-2).map((one) => one.content), Array(2).fill('Found {"id":"call00000"}.'))
})

test('stream() begins the question with the rules where the server takes no message of the system', async (t) => {
  const server = await modelServer(t, ({ body }) => (body.includes('"role":"system"') ? reject('System role not supported') : OK))
  const model = modelAt(server.url)
  assert.equal((await ask(model)).text, 'ok')
  assert.deepEqual(server.bodies()[1]!['messages'], [{ role: 'user', content: 'Answer.\n\nWhy?' }])
  assert.equal(model.lines.length, 1)
})

test('stream() asks for a shorter reply where the context has no room for it, and names the setting', async (t) => {
  const long = 'maximum context length is 4096 tokens. However, you requested 7096 tokens (3000 in the messages, 4096 in the completion)'
  const server = await modelServer(t, ({ body }) => (body.includes('"max_tokens":1024') ? OK : reject(long)))
  const model = modelAt(server.url)
  for (let round = 0; round < 2; round += 1) assert.equal((await ask(model, { request: { ...QUESTION, maxOutputTokens: 4_096 } })).text, 'ok')
  // The next question may have a shorter prompt, with room for a full reply.
  assert.equal(server.requests.length, 6)
  assert.match(model.lines.join(), /^The model's server has no room for a reply of 4096 tokens: set LLM_MAX_TOKENS lower,/)
})

test('stream() adapts to an error that comes with status 200 as well', async (t) => {
  const error = frames({ error: { message: 'registry.ollama.ai/library/gemma3:4b does not support tools' } })
  const server = await modelServer(t, ({ body }) => (body.includes('"tools":') ? { body: [error] } : OK))
  const model = modelAt(server.url, { retries: 2 })
  assert.equal((await ask(model)).text, 'ok')
  assert.deepEqual([server.requests.length, model.lines.length], [2, 1])
})
