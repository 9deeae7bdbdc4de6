import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import {
  createRoute, type EnvironmentSources, readEnvironment, type RouteContext, type SiteModule,
} from '../../../../src/addons/astro/runtime/route.ts'
import { EMPTY_GRAPH } from '../../../../src/core/service.ts'
import { siteModule } from '../../../support/astro.ts'
import { frames, modelServer } from '../../../support/model-server.ts'

const ANSWER = [frames({ choices: [{ delta: { content: 'ANSWER: Turn it [1].' } }] }, { choices: [{ delta: {}, finish_reason: 'stop' }] }, '[DONE]')]

interface Asked {
  readonly path?: string
  readonly body?: unknown
  readonly locals?: object
}

function request({ path = '/api/ask', body }: Asked): Request {
  if (body === undefined) return new Request(`http://site.test${path}`)
  return new Request(`http://site.test${path}`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })
}

function site(changes: Partial<SiteModule> = {}) {
  const lines: string[] = []
  const route = createRoute(siteModule(changes), (line) => void lines.push(line))
  const send = (asked: Asked) => route({ request: request(asked), locals: asked.locals ?? {}, clientAddress: '203.0.113.1' })
  return { lines, send }
}

/** The JSON object of a reply. */
async function fieldsOf(reply: Response): Promise<Record<string, unknown>> {
  return Object(await reply.json())
}

test('createRoute() serves the routes below the endpoint with the base path', async () => {
  const { send } = site({ options: { endpoint: '/docs/api/ask' } })
  assert.equal((await send({ path: '/docs/api/ask' })).status, 200)
  assert.equal((await send({ path: '/docs/api/ask/sections/' })).status, 200)
  assert.equal((await send({ path: '/api/ask' })).status, 404)
  const reply = await send({ path: '/docs/api/ask', body: { query: 'bulb', mode: 'keyword' } })
  assert.match(await reply.text(), /^\{"results":\[\{"title":"Title of guides\/lamps","heading":"Bulbs","url":"\/guides\/lamps\/#astro-bulbs"/)
})

test('createRoute() answers questions with a key of the adapter, and passes work after the reply to waitUntil', async (t) => {
  const server = await modelServer(t, () => ({ body: ANSWER }))
  const work: Promise<unknown>[] = []
  const cfContext = { waitUntil(this: unknown, one: Promise<unknown>) { assert.equal(this, cfContext); work.push(one) } }
  const env = { LLM_API_KEY: 'k-1', LLM_BASE_URL: `${server.url}/v1`, LLM_MODEL: 'stub' }
  const reply = await site().send({ body: { query: 'how do I turn a bulb?' }, locals: { runtime: { env }, cfContext } })
  assert.match(reply.headers.get('content-type') ?? '', /^text\/event-stream/)
  assert.match(await reply.text(), /event: token\ndata: \{"text":"Turn it \[1\]\(\/guides\/lamps\/#astro-bulbs\)/)
  assert.equal(server.requests[0]?.headers.authorization, 'Bearer k-1')
  await Promise.all(work)
})

test('createRoute() takes allowed hosts from options, and first from the variable, which must be valid', async () => {
  const options = { endpoint: '/api/ask', allowedHosts: ['site.test'] }
  const locals = (list: string) => ({ runtime: { env: { ASK_ALLOWED_HOSTS: list } } })
  assert.equal((await site({ options }).send({})).status, 200)
  assert.equal((await site({ options }).send({ locals: locals('docs.test') })).status, 421)
  assert.equal((await site().send({ locals: locals('docs.test,site.test') })).status, 200)
  await assert.rejects(site().send({ locals: locals('http://docs.test') }), { code: 'configuration', message: /^ASK_ALLOWED_HOSTS/ })
})

test('createRoute() ignores an invalid variable, and names it', async () => {
  const table = [
    [{ LLM_API_KEY: 'a b' }, /LLM_API_KEY holds characters/],
    [{ LLM_API_KEY: 'k', LLM_PROTOCOL: 'morse' }, /LLM_PROTOCOL must be one of/],
    [{ LLM_API_KEY: 'k', LLM_RETRIES: '99' }, /LLM_RETRIES/],
    [{ ANALYTICS_KEY: 'k', ANALYTICS_HOST: 'nowhere' }, /ANALYTICS_HOST/],
  ] as const
  for (const [importMetaEnv, message] of table) {
    const { send, lines } = site({ importMetaEnv })
    assert.equal((await send({ body: { query: 'bulb', mode: 'keyword' } })).status, 200)
    assert.equal(lines.length, 1)
    assert.match(lines[0]!, message)
  }
})

test('createRoute() replies 500 to search in a collection without entries, and still serves the reads', async () => {
  const { send } = site({ getCollection: async () => [] })
  const reply = await send({ body: { query: 'bulb' } })
  assert.equal(reply.status, 500)
  assert.match(String((await fieldsOf(reply))['error']), /^The collection "docs" has no entries/)
  assert.equal((await send({ path: '/api/ask/glossary' })).status, 200)
})

test('createRoute() serves its graph, and replies 500 to reads of a broken one', async () => {
  const graph = JSON.stringify({ ...EMPTY_GRAPH, contentHash: 'sha256:0', builtBy: 'extractive', suggestions: ['What is a bulb?'] })
  const { send, lines } = site({ graph })
  assert.deepEqual(await (await send({})).json(), { suggestions: ['What is a bulb?'], model: '' })
  await send({ body: { query: 'bulb' } })
  assert.match(lines.join('\n'), /older than the content/)
  const broken = site({ graph: '{' })
  assert.equal((await broken.send({ path: '/api/ask/sections' })).status, 500)
  assert.equal((await broken.send({ body: { query: 'bulb' } })).status, 200)
})

test('createRoute() reads the content once', async () => {
  let reads = 0
  const { getCollection } = siteModule()
  const { send } = site({ getCollection: (name) => ((reads += 1), getCollection(name)) })
  for (let at = 0; at < 3; at += 1) await send({ body: { query: 'bulb' } })
  assert.equal(reads, 1)
})

/** Cloudflare's adapter throws since version 13. */
const REMOVED = { get runtime(): never { throw new Error('removed') } }

test('createRoute() works on a host without the address of the client', async () => {
  const context: RouteContext = {
    request: request({ body: { query: 'bulb' } }),
    locals: REMOVED,
    get clientAddress(): never { throw new Error('not available') },
  }
  assert.equal((await createRoute(siteModule(), () => undefined)(context)).status, 200)
})

const NAMES = ['LLM_API_KEY', 'LLM_MODEL', 'LLM_BASE_URL', 'ANALYTICS_KEY', 'ANALYTICS_HOST'] as const

/** Sets the variables for one test; without a value they are absent. */
function setVariables(t: TestContext, values: Readonly<Record<string, string>> = {}): void {
  const before = NAMES.map((name) => [name, process.env[name]] as const)
  const set = (name: string, value: string | undefined) => void (value === undefined ? delete process.env[name] : (process.env[name] = value))
  for (const name of NAMES) set(name, values[name])
  t.after(() => before.forEach(([name, value]) => set(name, value)))
}

function read(places: Partial<EnvironmentSources>, locals: object = {}) {
  return readEnvironment({ bindings: {}, getSecret: () => undefined, importMetaEnv: {}, ...places }, locals)
}

test('readEnvironment() takes each variable from the first source that has it, in the order of the contract', (t) => {
  const [first, second, third, fourth, fifth] = NAMES
  const all = (from: string) => Object.fromEntries(NAMES.map((name) => [name, from]))
  const without = (from: string, ...names: readonly string[]) => ({ ...all(from), ...Object.fromEntries(names.map((name) => [name, ' '])) })
  setVariables(t, without('process', first, second, fourth, fifth))
  const env = read(
    {
      bindings: without('bindings', first, third, fourth, fifth),
      getSecret: (name) => (name === fourth ? 'secret' : name === fifth ? '' : 'never'),
      importMetaEnv: all('built'),
    },
    { runtime: { env: without('runtime', second, third, fourth, fifth) } },
  )
  assert.deepEqual(NAMES.map((name) => env[name]), ['runtime', 'bindings', 'process', 'secret', 'built'])
})

test('readEnvironment() skips sources that throw', (t) => {
  setVariables(t)
  const getSecret = () => assert.fail('no secrets here')
  const inner = { runtime: { get env(): never { throw new Error('removed') } } }
  for (const given of [REMOVED, inner]) assert.equal(read({ getSecret, importMetaEnv: { LLM_API_KEY: 'k' } }, given)['LLM_API_KEY'], 'k')
})

test('readEnvironment() takes only text, and only the variables of this program', (t) => {
  setVariables(t)
  const env = read({ bindings: { LLM_API_KEY: { fetch() {} }, LLM_MODEL: 5, DATABASE: 'x' }, importMetaEnv: { LLM_MODEL: 'm' } })
  assert.deepEqual(env, { LLM_MODEL: 'm' })
})
