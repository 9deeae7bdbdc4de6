import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createEndpointKnowledge, createEndpointSource } from '../../../src/core/client/endpoint.ts'
import { graph, node } from '../../support/graph.ts'
import { type Answer, scriptedFetch } from '../../support/scripted-fetch.ts'

const BASE = 'https://docs.example.com/api/ask'
const SUMMARY = { id: 'routing#static', title: 'Routing', heading: 'Static', group: null, url: '/routing/#static' }

/** The knowledge of a service at BASE with these replies. */
function knowledgeOf(answers: Readonly<Record<string, Answer>>) {
  const script = scriptedFetch(answers)
  return { script, knowledge: createEndpointKnowledge(BASE, script) }
}

test('glossary() and term() read the glossary', async () => {
  const entry = graph().glossary[0]!
  const { knowledge } = knowledgeOf({
    [`GET ${BASE}/glossary`]: { json: { terms: [entry], more: 1 } },
    [`GET ${BASE}/glossary/ssr`]: { json: entry },
    [`GET ${BASE}/glossary/CI%2FCD%3F%20%23`]: { json: entry },
    [`GET ${BASE}/glossary/none`]: { status: 404, json: { error: 'No glossary entry.' } },
  })
  assert.deepEqual(await knowledge.glossary(), { terms: [entry] })
  assert.deepEqual(await knowledge.term('ssr'), entry)
  assert.deepEqual(await knowledge.term('CI/CD? #'), entry)
  assert.equal(await knowledge.term('none'), null)
})

test('sections() and section() read sections, with ids percent-encoded', async () => {
  const found = node({ id: 'größe/maß#a', url: '/x/' })
  const { knowledge } = knowledgeOf({
    [`GET ${BASE}/sections`]: { json: { sections: [{ ...SUMMARY, group: undefined }] } },
    [`GET ${BASE}/sections?group=R%26D%20%2B`]: { json: { sections: [] } },
    [`GET ${BASE}/sections/gr%C3%B6%C3%9Fe%2Fma%C3%9F%23a`]: { json: found },
    [`GET ${BASE}/sections/%EF%BF%BD`]: { status: 404, json: { error: 'No section.' } },
  })
  assert.deepEqual(await knowledge.sections(null), { sections: [SUMMARY] })
  assert.deepEqual(await knowledge.sections('R&D +'), { sections: [] })
  assert.deepEqual(await knowledge.section('größe/maß#a'), found)
  assert.equal(await knowledge.section('\ud800'), null)
})

test('term() and section() send no request for names that would lead to another route', async () => {
  const { knowledge, script } = knowledgeOf({})
  for (const name of ['', ' ', '.', '..']) {
    assert.equal(await knowledge.section(name), null)
    assert.equal(await knowledge.term(name), null)
  }
  assert.deepEqual(script.requests, [])
})

/** Checks the error of reading the overview from a service with this reply. */
async function refuses(answer: Answer, message: RegExp) {
  const { knowledge } = knowledgeOf({ [`GET ${BASE}/overview`]: answer })
  await assert.rejects(knowledge.overview(), { name: 'AskError', code: 'endpoint', message })
}

test('overview() says in one line why a reply can not be used', async () => {
  const at = 'https://docs\\.example\\.com/api/ask/overview'
  const failed = (code: string) => new TypeError('fetch failed', { cause: Object.assign(new Error('x'), { code }) })
  await refuses(failed('ECONNREFUSED'), new RegExp(`^${at} can't be reached: connection refused$`))
  await refuses(new TypeError('fetch failed'), /can't be reached: the request failed$/)
  await refuses({ status: 404, text: '<h1>Not found</h1>' }, new RegExp(`^${at} is not there \\(404\\): is this the address of an ask service\\?$`))
  await refuses({ status: 404, json: { error: 'Not found.' } }, /is not there \(404\): the service has no such read$/)
  await refuses({ status: 200, text: '<html>', type: 'text/html; charset=utf-8' }, /answers with text\/html, not with JSON: is this/)
  await refuses({ status: 200, text: '{"overview":', type: 'application/json' }, /overview answers with something other than a JSON object: is this/)
  await refuses({ status: 200, text: 'null', type: 'application/json; charset=utf-8' }, /answers with something other than a JSON object/)
  await refuses({ status: 500, json: { error: 'The index\nfailed.' } }, new RegExp(`^${at} answers 500: The index failed\\.$`))
  await refuses({ status: 500, json: { error: 'x'.repeat(999) } }, /answers 500: x{300}…$/)
  await refuses({ status: 503, text: 'down' }, /answers 503$/)
  await refuses({ status: 429, json: { error: 7 } }, /answers 429$/)
  await refuses({ status: 307, text: '' }, /redirects: give the final address$/)
  await refuses({ status: 200, json: { overview: 1 } }, /answers with other JSON than an ask service: overview must be a text, found 1$/)
  await refuses({ status: 200, json: [] }, /The JSON must be an object, found a list$/)
})

test('overview() gives up after its time limit, before or within the reply', async () => {
  for (const answer of ['never', 'stalled'] as const) {
    const { fetch } = scriptedFetch({ [`GET ${BASE}/overview`]: answer })
    const knowledge = createEndpointKnowledge(BASE, { fetch, timeoutMs: 20 })
    await assert.rejects(knowledge.overview(), { code: 'endpoint', message: `${BASE}/overview gave no answer within 0.02 s` })
  }
})

test('overview() stops reading a reply without end', async () => {
  await refuses('endless', /answers with more than 64 MiB$/)
})

const MOVED = { id: 'routing#static', title: 'Routing', heading: 'Static', group: null, url: '/base/routing/#static' }
const STATIC = { title: 'Routing', heading: 'Static', url: '/base/routing/#static', snippet: 's' }
const HOME = { title: 'Home', url: 'https://docs.example.com/', group: 'G', snippet: 't' }
const DATA = { title: 'Data', url: '/data/#fetch', snippet: '' }

const POST = `POST ${BASE}`
const LIST = `GET ${BASE}/sections`
const DETAILED = '{"query":"routes","mode":"keyword","detail":true}'

const found = (...results: readonly object[]): Answer => ({ json: { results, query: 'x', model: '', mode: 'keyword' } })

/** A service that ignores `detail`. */
const older = (...results: readonly object[]) => ({ [POST]: found(...results), [LIST]: { json: { sections: [MOVED] } } })

test('search() takes ids from results that have them, with one request a search', async () => {
  const { knowledge, script } = knowledgeOf({ [POST]: found({ id: 'routing#static', ...STATIC, alsoIn: ['v1'], extra: 1 }, { id: 'index', ...HOME }) })
  const results = [{ id: 'routing#static', ...STATIC, alsoIn: ['v1'] }, { id: 'index', ...HOME }]
  assert.deepEqual(await knowledge.search('routes', 10), { query: 'routes', results })
  assert.deepEqual(await knowledge.search('routes', 1), { query: 'routes', results: results.slice(0, 1) })
  assert.deepEqual(script.requests, [POST, POST])
  assert.deepEqual(script.bodies, [DETAILED, DETAILED])
})

test('search() sends a filter once it knows that the service has filters', async () => {
  const FILTERS = `GET ${BASE}/filters`
  const { knowledge, script } = knowledgeOf({ [POST]: found(), [FILTERS]: { json: { lang: ['fr'], version: [''], group: [''] } } })
  await knowledge.search('routes', 10, { filter: { lang: 'fr' } })
  await knowledge.search('routes', 10, { filter: { group: 'G' }, ids: false })
  assert.deepEqual(script.requests, [FILTERS, POST, POST])
  assert.deepEqual(script.bodies, ['{"query":"routes","mode":"keyword","filter":{"lang":"fr"},"detail":true}', '{"query":"routes","mode":"keyword","filter":{"group":"G"},"detail":true}'])
})

test('search() does not search a service that would ignore its filter', async () => {
  const { knowledge, script } = knowledgeOf({ [POST]: found(HOME), [`GET ${BASE}/filters`]: { status: 404, json: { error: 'Not found.' } } })
  for (let round = 0; round < 2; round += 1) {
    await assert.rejects(knowledge.search('routes', 10, { filter: { lang: 'fr' } }), { code: 'endpoint', message: /has no filters/ })
  }
  assert.ok(!script.requests.includes(POST))
})

test('search() takes ids from the sections list of a service that ignores detail, and reads it again if it lacks one', async () => {
  let shown: readonly object[] = [STATIC]
  const { knowledge, script } = knowledgeOf({ ...older(), [POST]: () => found(...shown) })
  const results = [{ id: 'routing#static', ...STATIC }, { id: 'index', ...HOME }, { id: 'data#fetch', ...DATA }]
  for (let round = 0; round < 2; round++) assert.deepEqual(await knowledge.search('routes', 10), { query: 'routes', results: [results[0]] })
  assert.deepEqual(script.requests, [POST, LIST, POST])
  shown = [STATIC, HOME, DATA]
  for (let round = 0; round < 2; round++) assert.deepEqual(await knowledge.search('routes', 10), { query: 'routes', results })
  assert.deepEqual(script.requests.slice(3), [POST, LIST, POST])
})

test('search() reads no list without a need for ids, or without a result', async () => {
  const { knowledge, script } = knowledgeOf(older(STATIC))
  assert.deepEqual(await knowledge.search('routes', 10, { ids: false }), { query: 'routes', results: [STATIC] })
  const none = knowledgeOf(older())
  assert.deepEqual(await none.knowledge.search('x', 5), { query: 'x', results: [] })
  assert.deepEqual([script.requests, none.script.requests], [[POST], [POST]])
})

test('the searches of one source share the list', async () => {
  const script = scriptedFetch(older(STATIC))
  const source = createEndpointSource(BASE, script.fetch)
  for (let call = 0; call < 3; call++) {
    const knowledge = await source.knowledge(new AbortController().signal)
    assert.deepEqual((await knowledge.search('routes', 10)).results, [{ id: 'routing#static', ...STATIC }])
  }
  assert.deepEqual(script.requests, [POST, LIST, POST, POST])
})

test('search() names what is missing where the service has no such route', async () => {
  const missing: Answer = { status: 404, json: { error: 'Not found.' } }
  const message = /^https:.* is not there \(404\): is this the address/
  await assert.rejects(knowledgeOf({ [POST]: missing }).knowledge.search('x', 3), { code: 'endpoint', message })
  const { knowledge } = knowledgeOf({ [POST]: found(STATIC), [LIST]: missing })
  await assert.rejects(knowledge.search('x', 3), { code: 'endpoint', message: /sections is not there \(404\): the service has/ })
})

test('search() refuses an id that is no text', async () => {
  const { knowledge } = knowledgeOf({ [POST]: found({ id: 5, ...STATIC }) })
  await assert.rejects(knowledge.search('x', 3), { code: 'endpoint', message: /results\[0\]\.id must be a text, found 5/ })
})
