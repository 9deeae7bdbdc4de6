import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { checkKey, checkModel } from '../../../../src/addons/setup/doctor/model.ts'
import type { Environment } from '../../../../src/core/environment.ts'
import { type ModelOptions, resolveModel } from '../../../../src/core/llm/settings.ts'
import { CANARY_KEY, chatTurn } from '../../../support/model-client.ts'
import { modelServer, refusal, type Scripted } from '../../../support/model-server.ts'

interface Setup extends ModelOptions {
  readonly hasProxy?: boolean
  readonly timeoutMs?: number
}

/** The finding at an address as `status message | remedy`. */
async function examineAt(baseUrl: string, { hasProxy = false, timeoutMs = 60_000, ...options }: Setup = {}): Promise<string> {
  const settings = resolveModel({ apiKey: CANARY_KEY, name: 'm-1', baseUrl, ...options })
  assert.ok(settings !== null)
  const found = await checkModel(settings, { fetch, date: Date.now, timeoutMs, hasProxy })
  assert.equal(found.name, 'model')
  const text = `${found.status} ${found.message} | ${found.remedy ?? ''}`
  assert.doesNotMatch(text, /canary|abcdef|secret/)
  return text.replaceAll(new URL(baseUrl).host, 'HOST')
}

async function examine(t: TestContext, script: readonly Scripted[], asked: Setup = {}): Promise<string> {
  return examineAt(`${(await modelServer(t, script)).url}/v1`, asked)
}

test('a model that replies is shown with its protocol and time', async (t) => {
  assert.match(await examine(t, [{ body: [chatTurn('OK')] }]), /^ok m-1 at HOST replied in \d+ ms, with the protocol `chat` \| $/)
})

test('the request is one small question, with the tools that every answer has', async (t) => {
  const server = await modelServer(t, [{ body: [chatTurn('OK')] }])
  await examineAt(`${server.url}/v1`)
  const [body, ...more] = server.bodies()
  assert.equal(more.length, 0)
  assert.deepEqual([body!['model'], body!['max_tokens']], ['m-1', 256])
  assert.ok(JSON.stringify(body!['tools']).includes('"search"'))
  assert.equal(server.requests[0]!.headers.authorization, `Bearer ${CANARY_KEY}`)
})

test('a server that names what it accepts gets a second request, a busy one does not', async (t) => {
  const unknown = refusal(400, { error: { message: "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.", param: 'max_tokens' } })
  assert.match(await examine(t, [unknown, { body: [chatTurn('OK')] }]), /^ok /)
  assert.match(await examine(t, [refusal(429, {}), { body: [chatTurn('OK')] }]), /^warn m-1 at HOST is overloaded, or gets too many requests \(429\) \| /)
})

test('a refusal never quotes the server, which may repeat the key', async (t) => {
  const echo = { error: { message: `Incorrect API key provided: sk-can***cdef, secret ${CANARY_KEY}.`, code: 'x' } }
  const cases: readonly [Scripted, RegExp][] = [
    [refusal(401, echo), /^fail m-1 at HOST refuses the key \(401\) \| Is it a complete key of HOST, not revoked/],
    [refusal(403, echo), /^fail m-1 at HOST refuses the key \(403\)/],
    [refusal(402, echo), /^fail m-1 at HOST refuses requests: the credit or quota of the key is used up \(402\) \| Add credit/],
    [refusal(404, { error: { message: 'The model m-1 does not exist', code: 'model_not_found' } }), /^fail m-1 at HOST was not found \(404\) \| Check the name in LLM_MODEL, then LLM_BASE_URL \(here http:\/\/HOST\/v1; /],
    [refusal(400, { error: { message: 'secret field' } }), /^fail m-1 at HOST refuses the request \(400\) \| Set an LLM_MODEL that can call tools/],
    [refusal(500, { error: { message: 'secret failure' } }), /^fail m-1 at HOST fails \(500\) \| Run this again/],
    [{ status: 418, body: ['secret'] }, /^fail m-1 at HOST replies \(418\), but not like a model/],
    [{ status: 301, headers: { location: 'https://secret.example.com' } }, /^fail m-1 at HOST redirects \(301\) \| Set its target in LLM_BASE_URL/],
    [{ headers: { 'content-type': 'text/html' }, body: ['<p>secret'] }, /^fail m-1 at HOST replies \(200\), but not like a model \| .*LLM_PROTOCOL/],
    [{ body: [`data: {"error":{"message":"secret","code":"invalid_api_key"}}\n\n`] }, /^fail m-1 at HOST refuses the key \|/],
    ['reset', /^fail m-1 at HOST can't be reached: the connection was cut \| Is the server running/],
  ]
  for (const [scripted, finding] of cases) assert.match(await examine(t, [scripted]), finding)
})

test('a silent model times out', async (t) => {
  assert.match(await examine(t, ['silent'], { timeoutMs: 20 }), /^fail m-1 at HOST did not reply within 0\.02 s \| Is the server running, and the model loaded\?/)
})

test('an unreachable server with a proxy set gives advice on Node', async (t) => {
  const advice = /NODE_USE_ENV_PROXY=1/
  assert.match(await examine(t, ['reset'], { hasProxy: true }), advice)
  assert.doesNotMatch(await examine(t, [refusal(401, {})], { hasProxy: true }), advice)
})

function check(env: Environment, finding: RegExp, files: readonly string[] = []) {
  const { name, status, message, remedy = '' } = checkKey({ env, files })
  const line = `${status} ${message} | ${remedy}`
  assert.equal(name, 'key')
  assert.match(line, finding)
  assert.doesNotMatch(line, /canary|abcdef/)
}

test('checkKey() accepts a value', () => {
  check({ LLM_API_KEY: CANARY_KEY }, /^ok LLM_API_KEY is set \| $/)
  check({ LLM_API_KEY: ` ${CANARY_KEY}\n` }, /^ok/)
  check({ LLM_API_KEY: 'None' }, /^ok LLM_API_KEY is `none`/)
})

test('checkKey() refuses what the service would refuse', () => {
  check({ LLM_API_KEY: 'sk canary' }, /^fail LLM_API_KEY holds characters that no key has.*\| .*does not start/)
  check({ LLM_API_KEY: CANARY_KEY, ANALYTICS_KEY: 'canary ü' }, /^fail ANALYTICS_KEY holds characters/)
})

test('checkKey() finds a key in another variable or file', () => {
  check({}, /^warn LLM_API_KEY is not set: questions get search results instead of answers \| Search works without it/)
  check({ LLM_API_KEY: ' ' }, /^warn LLM_API_KEY is not set/)
  check({ OPENAI_API_KEY: CANARY_KEY }, /^warn LLM_API_KEY is not set, but OPENAI_API_KEY is, which `ask` doesn't read \| .*export LLM_API_KEY="\$OPENAI_API_KEY"/)
  check({ LLM_KEY: CANARY_KEY }, /LLM_KEY is, which/)
  check({ OPENAI_API_KEY: ' ', OTHER: CANARY_KEY }, /^warn LLM_API_KEY is not set: questions/)
  check({ OPENAI_API_KEY: CANARY_KEY }, /^warn LLM_API_KEY is not set: it is in \.env, which .*\| .*--env-file=\.env/, ['.env'])
})
