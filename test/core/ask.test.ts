import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createLiveAsk } from '../../src/core/ask.ts'
import { extractGraph } from '../../src/core/graph-builder/rules/extract.ts'
import { type AskOptions, createAsk } from '../../src/index.ts'
import { chunk as chunkOf, chunksOf, page } from '../support/chunk.ts'
import { JSON_HEADERS, neutral } from '../support/http.ts'
import { CANARY_KEY, chatTurn } from '../support/model-client.ts'
import { modelServer } from '../support/model-server.ts'
import { prebuiltOf } from '../support/prebuilt.ts'

const PAGE = page('guides/routing', { 'Static routes': 'Routes are files.' })
const CHUNKS = chunksOf(PAGE)

function ask(options: Partial<AskOptions> = {}) {
  return createAsk({ content: async () => CHUNKS, log: () => undefined, ...options })
}

/** A POST of this value as a web request. */
function requestOf(body: object) {
  const init = { method: 'POST', headers: JSON_HEADERS, body: JSON.stringify(body) }
  return new Request('https://docs.example/api/ask', init)
}

async function post(options: Partial<AskOptions>, body: object) {
  const reply = await ask(options).fetch(requestOf(body), { client: '192.0.2.1' })
  return { status: reply.status, body: (await reply.json()) as Record<string, unknown> }
}

test('createAsk() answers web requests', async () => {
  const { status, body } = await post({}, { query: 'static routes' })
  assert.equal(status, 200)
  const section = { heading: 'Static routes', url: '/guides/routing/#static-routes', snippet: 'Routes are files.' }
  const found = [section, { url: '/guides/routing/', snippet: '' }]
  const results = found.map((one) => ({ title: 'Routing', group: 'guides', ...one }))
  assert.deepEqual(body, { results, query: 'static routes', model: '', mode: 'keyword' })
})

test('createAsk() with a key streams an answer by the model, and tells of it where traces go', async (t) => {
  const model = await modelServer(t, [{ body: [chatTurn('ANSWER:\nRoutes are files [1].')] }])
  const collector = await modelServer(t, [{ headers: { 'content-type': 'application/json' }, body: ['{}'] }])
  const { fetch, flush } = ask({
    model: { apiKey: CANARY_KEY, name: 'small-1', baseUrl: `${model.url}/v1` },
    trace: { key: 'phc_canary_1234', host: collector.url },
  })
  const text = await (await fetch(requestOf({ query: 'What are routes?' }))).text()
  assert.match(text, /event: sources\ndata: \{"sources":\[[^\n]*"model":"small-1","mode":"agentic"\}\n\nevent: token\n/)
  assert.match(text, /\[1\]\(\/guides\/routing\/[^)]*\)/)
  assert.match(text, /event: done\ndata: \{\}\n\n$/)
  await flush()
  const [trace] = collector.bodies()
  assert.match(JSON.stringify(trace), /"event":"\$ai_generation"/)
  assert.doesNotMatch(text + JSON.stringify(trace).replace('"api_key":"phc_canary_1234"', ''), /canary/)
})

test('createAsk() without a key names the model all the same, and says why there is no answer', async () => {
  const { body } = await post({ model: { name: 'small-1' } }, { query: 'routes', mode: 'agentic' })
  assert.deepEqual([body['model'], body['mode']], ['small-1', 'keyword'])
  assert.match(String(body['warning']), /LLM_API_KEY is not set/)
})

test('createAsk() serves a prebuilt file: search and reads, decoded once', async () => {
  const graph = await extractGraph([PAGE])
  let loads = 0
  const prebuilt = async () => ((loads += 1), prebuiltOf(CHUNKS, graph))
  const { service } = createAsk({ prebuilt, log: (line) => assert.fail(line) })
  const [found, section] = await Promise.all([service.search('static routes', 1), service.section('guides/routing#static-routes')])
  assert.equal(found.results[0]!.url, '/guides/routing/#static-routes')
  assert.equal(section!.url, '/guides/routing/#static-routes')
  assert.equal((await service.overview()).overview, graph.overview)
  assert.equal(loads, 1)
})

test('createAsk() reads nothing from a prebuilt file without a graph', async () => {
  const { service } = createAsk({ prebuilt: () => prebuiltOf(CHUNKS) })
  assert.deepEqual(await service.sections(null), { sections: [] })
  assert.equal(await service.section('guides/routing'), null)
})

test('createAsk() answers 500 with the remedy where a prebuilt file is broken, and loads it again', async () => {
  const files = [{ version: 3 }, await prebuiltOf(CHUNKS)]
  const { fetch } = createAsk({ prebuilt: async () => files.shift(), log: () => undefined })
  const broken = await fetch(requestOf({ query: 'routes' }))
  assert.equal(broken.status, 500)
  assert.match(await broken.text(), /can't be used, run `ask index build`: contentHash must be a text, found nothing/)
  assert.equal((await fetch(requestOf({ query: 'routes' }))).status, 200)
})

test('createAsk() answers 500 with the remedy where content gives something other than sections, and loads it again', async () => {
  const loads = [undefined, { pages: [PAGE] }, [PAGE], [null], CHUNKS]
  const { fetch } = createAsk({ content: async () => JSON.parse(JSON.stringify(loads.shift() ?? null)), log: () => undefined })
  while (loads.length > 1) {
    const broken = await fetch(requestOf({ query: 'routes' }))
    assert.equal(broken.status, 500)
    assert.deepEqual(await broken.json(), { error: 'The option content must give the sections that chunkPages() returns.' })
  }
  assert.equal((await fetch(requestOf({ query: 'routes' }))).status, 200)
})

test('createAsk() takes a graph that is given at once', async () => {
  const { fetch } = Reflect.apply(createAsk, null, [{ content: async () => CHUNKS, graph: () => null, log: () => undefined }])
  assert.equal((await fetch(new Request('https://docs.example/api/ask/glossary'))).status, 200)
})

test('createAsk() takes a prebuilt file alone', () => {
  const prebuilt = () => prebuiltOf(CHUNKS)
  for (const name of ['content', 'graph', 'makeGraph']) {
    const both = { prebuilt, [name]: async () => null }
    assert.throws(() => createAsk(both), { name: 'TypeError', option: 'prebuilt', message: `prebuilt holds content and graph: leave out ${name}` })
  }
})

test('createAsk() takes an undefined option for none', async () => {
  const { service } = createAsk(Object.assign({ prebuilt: () => prebuiltOf(CHUNKS) }, { content: undefined, graph: undefined }))
  assert.equal((await service.search('routes', 1)).results.length, 1)
})

test('createAsk() says what it needs', () => {
  const needed = { name: 'TypeError', message: 'createAsk() needs content or prebuilt, a function that loads it, or a store' }
  for (const json of ['{}', '{"content": []}']) assert.throws(() => createAsk(JSON.parse(json)), needed)
})

test('createAsk() refuses an option that it does not know, and names the nearest', () => {
  const message = 'createAsk() has no option "endpiont": did you mean endpoint?'
  assert.throws(() => ask(JSON.parse('{"endpiont": "/ask"}')), { name: 'TypeError', option: 'createAsk()', message })
  assert.throws(() => createAsk(JSON.parse('null')), { name: 'TypeError', message: 'createAsk() takes an object of options, not null' })
})

test('createAsk() refuses options of another kind by name, with a key and without', () => {
  const rows = [
    ['{"trace": null}', /^trace takes an object of options, not null$/],
    ['{"trace": {"key": 5}}', /^trace\.key must be a string, not 5$/],
    ['{"trace": {"host": 5}}', /^trace\.host must be a string, not 5$/],
    ['{"model": {"name": 5}}', /^model\.name must be a string, not 5$/],
    ['{"endpoint": "api"}', /^endpoint must be a path/],
    ['{"model": {"maxTokens": 1}}', /^model\.maxTokens must be a whole number/],
    ['{"model": {"protocol": "gemini"}}', /^model\.protocol must be one of/],
    ['{"limits": null}', /^limits takes an object of options, not null$/],
    ['{"limits": {"answer": null}}', /^limits\.answer takes an object of options, not null$/],
    ['{"limits": {"answer": {"holdMs": 1}}}', /^limits\.answer has no option "holdMs"/],
    ['{"siteTitle": {}}', /^siteTitle must be a string/],
    ['{"log": "x"}', /^log must be a function, not a string$/],
  ] as const
  for (const [json, message] of rows) assert.throws(() => ask(JSON.parse(json)), (error: Error) => 'option' in error && message.test(error.message), json)
})

test('answer() needs nothing but a question, and delivers the trace itself', async (t) => {
  const model = await modelServer(t, [{ body: [chatTurn('ANSWER:\nRoutes are files [1].')] }, { body: [chatTurn('ANSWER:\nFiles [1].')] }])
  const collector = await modelServer(t, () => ({ headers: { 'content-type': 'application/json' }, body: ['{}'] }))
  const { answer, flush } = ask({
    model: { apiKey: CANARY_KEY, name: 'small-1', baseUrl: `${model.url}/v1` },
    trace: { key: 'phc_1234', host: collector.url },
  })
  assert.ok(answer !== null)
  const types: string[] = []
  for await (const { type } of answer('What are routes?')) types.push(type)
  assert.deepEqual([types.at(0), types.at(-1)], ['search', 'done'])
  const reports: string[] = []
  for await (const _ of answer('What are routes?', { onReport: ({ outcome }) => reports.push(outcome) }));
  assert.deepEqual(reports, ['answered'])
  await flush()
  assert.equal(collector.requests.length, 2)
})

test('createLiveAsk() has no content before its first version, and keeps limits from version to version', async () => {
  const { ask, versionOf, replace } = createLiveAsk({ limits: { postsPerMinute: 2 }, log: () => undefined })
  const question = neutral({ method: 'POST', target: '/api/ask', headers: JSON_HEADERS, body: '{"query":"x"}' })
  const post = async () => (await ask.handle({ ...question, client: '192.0.2.1' })).status
  assert.deepEqual((await ask.service.search('x', 1)).results, [])
  assert.equal(await post(), 200)
  const lines: string[] = []
  const chunk = chunkOf('x', { id: 'a' })
  const sources = { content: async () => [chunk], graph: async () => null, makeGraph: async () => assert.fail('no read needs a graph') }
  const before = ask.service.search('x', 1)
  replace(versionOf(sources, (line) => lines.push(line)))
  assert.deepEqual((await before).results, [], 'a call goes to the version that is current when it begins')
  assert.deepEqual((await ask.service.search('x', 1)).results.map(({ id }) => id), ['a'])
  assert.deepEqual([await post(), await post(), lines], [200, 429, []])
})
