/** Searches in a deployed service, and the number of requests that ids cost. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createEndpointKnowledge, createEndpointSource } from '../../../src/core/client/endpoint.ts'
import { type Answer, scriptedFetch } from '../../support/scripted-fetch.ts'

const BASE = 'https://docs.example.com/api/ask'
const SUMMARY = { id: 'routing#static', title: 'Routing', heading: 'Static', group: null, url: '/base/routing/#static' }
const STATIC = { title: 'Routing', heading: 'Static', url: '/base/routing/#static', snippet: 's' }
const HOME = { title: 'Home', url: 'https://docs.example.com/', group: 'G', snippet: 't' }
const DATA = { title: 'Data', url: '/data/#fetch', snippet: '' }
const ETAG = '"one"'

const POST = `POST ${BASE}`
const LIST = `GET ${BASE}/sections`
const PLAIN = '{"query":"routes","mode":"keyword"}'
const DETAILED = '{"query":"routes","mode":"keyword","detail":true}'

const found = (...results: readonly object[]): Answer => ({ json: { results, query: 'x', model: '', mode: 'keyword' } })
const refused = (error: string): Answer => ({ status: 400, json: { error } })

/** The sections list with an entity tag, revalidated as a service does. */
const list = ({ headers }: RequestInit): Answer => {
  if (new Headers(headers).get('if-none-match') === ETAG) return { status: 304, text: '', headers: { etag: ETAG } }
  return { json: { sections: [SUMMARY] }, headers: { etag: ETAG } }
}

/** A service that does not know `detail`: it ignores the field, or refuses it. */
const older = (hasDetail: 'ignored' | 'refused', ...results: readonly object[]) => ({
  [POST]: ({ body }: RequestInit) =>
    hasDetail === 'refused' && String(body).includes('detail') ? refused('Unknown field.') : found(...results),
  [LIST]: list,
})

function searching(answers: Readonly<Record<string, Answer>>) {
  const script = scriptedFetch(answers)
  return { script, knowledge: createEndpointKnowledge(BASE, script) }
}

test('search() takes ids from results that have them, with one request a search', async () => {
  const { knowledge, script } = searching({ [POST]: found({ id: 'routing#static', ...STATIC, alsoIn: ['v1'], extra: 1 }, { id: 'index', ...HOME }) })
  const results = [{ id: 'routing#static', ...STATIC, alsoIn: ['v1'] }, { id: 'index', ...HOME }]
  assert.deepEqual(await knowledge.search('routes', 10), { query: 'routes', results })
  assert.deepEqual(await knowledge.search('routes', 1), { query: 'routes', results: results.slice(0, 1) })
  assert.deepEqual(script.requests, [POST, POST])
  assert.deepEqual(script.bodies, [DETAILED, DETAILED])
})

test('search() sends a filter once it knows that the service has filters', async () => {
  const FILTERS = `GET ${BASE}/filters`
  const { knowledge, script } = searching({ [POST]: found(), [FILTERS]: { json: { lang: ['fr'], version: [''], group: [''] } } })
  await knowledge.search('routes', 10, { filter: { lang: 'fr' } })
  await knowledge.search('routes', 10, { filter: { group: 'G' }, ids: false })
  assert.deepEqual(script.requests, [FILTERS, POST, POST])
  assert.deepEqual(script.bodies, ['{"query":"routes","mode":"keyword","filter":{"lang":"fr"},"detail":true}', '{"query":"routes","mode":"keyword","filter":{"group":"G"},"detail":true}'])
})

test('search() does not search a service that would ignore its filter', async () => {
  const { knowledge, script } = searching({ [POST]: found(HOME), [`GET ${BASE}/filters`]: { status: 404, json: { error: 'Not found.' } } })
  for (let round = 0; round < 2; round += 1) {
    await assert.rejects(knowledge.search('routes', 10, { filter: { lang: 'fr' } }), { code: 'endpoint', message: /has no filters/ })
  }
  assert.ok(!script.requests.includes(POST))
})

test('search() takes ids from the sections list of a service that ignores detail, and revalidates it', async () => {
  const { knowledge, script } = searching(older('ignored', STATIC, HOME, DATA))
  const results = [{ id: 'routing#static', ...STATIC }, { id: 'index', ...HOME }, { id: 'data#fetch', ...DATA }]
  for (let round = 0; round < 3; round++) {
    assert.deepEqual(await knowledge.search('routes', 10), { query: 'routes', results })
  }
  assert.deepEqual(script.requests, [POST, LIST, POST, LIST, POST, LIST])
  assert.deepEqual(script.statuses, [200, 200, 200, 304, 200, 304])
})

test('search() reads a sections list again that has changed, or that has no entity tag', async () => {
  let id = 'first'
  const { knowledge, script } = searching({
    [POST]: found(STATIC),
    [LIST]: () => ({ json: { sections: [{ ...SUMMARY, id }] }, headers: id === 'third' ? {} : { etag: `"${id}"` } }),
  })
  for (id of ['first', 'second', 'third', 'fourth']) {
    assert.deepEqual((await knowledge.search('routes', 10)).results, [{ id, ...STATIC }])
  }
  assert.equal(script.requests.length, 8)
})

test('search() asks a service that refuses detail once more without it, and remembers that', async () => {
  const { knowledge, script } = searching(older('refused', STATIC))
  for (let round = 0; round < 2; round++) {
    assert.deepEqual((await knowledge.search('routes', 10)).results, [{ id: 'routing#static', ...STATIC }])
  }
  assert.deepEqual(script.requests, [POST, POST, LIST, POST, LIST])
  assert.deepEqual(script.bodies, [DETAILED, PLAIN, PLAIN])
})

test('search() does not take a refused query for refused detail', async () => {
  let isLong = true
  const { knowledge, script } = searching({
    [POST]: () => (isLong ? refused('query is too long.') : found({ id: 'index', ...HOME })),
  })
  await assert.rejects(knowledge.search('routes', 3), { code: 'endpoint', message: `${BASE} answers 400: query is too long.` })
  isLong = false
  await knowledge.search('routes', 3)
  assert.deepEqual(script.bodies, [DETAILED, PLAIN, DETAILED])
})

test('search() without a need for ids reads no list', async () => {
  const { knowledge, script } = searching(older('ignored', STATIC))
  assert.deepEqual(await knowledge.search('routes', 10, { ids: false }), { query: 'routes', results: [STATIC] })
  assert.deepEqual(script.requests, [POST])
})

test('search() without a result reads no list', async () => {
  const { knowledge, script } = searching(older('ignored'))
  assert.deepEqual(await knowledge.search('x', 5), { query: 'x', results: [] })
  assert.deepEqual(script.requests, [POST])
})

test('the searches of one source share the list and the refused detail', async () => {
  const script = scriptedFetch(older('refused', STATIC))
  const source = createEndpointSource(BASE, script.fetch)
  for (let call = 0; call < 3; call++) {
    const knowledge = await source.knowledge(new AbortController().signal)
    assert.deepEqual((await knowledge.search('routes', 10)).results, [{ id: 'routing#static', ...STATIC }])
  }
  assert.deepEqual(script.requests, [POST, POST, LIST, POST, LIST, POST, LIST])
  assert.deepEqual(script.statuses, [400, 200, 200, 200, 304, 200, 304])
})

test('search() names what is missing where the service has no such route', async () => {
  const missing: Answer = { status: 404, json: { error: 'Not found.' } }
  const message = /^https:.* is not there \(404\): is this the address/
  await assert.rejects(searching({ [POST]: missing }).knowledge.search('x', 3), { code: 'endpoint', message })
  const { knowledge } = searching({ [POST]: found(STATIC), [LIST]: missing })
  await assert.rejects(knowledge.search('x', 3), { code: 'endpoint', message: /sections is not there \(404\): the service has/ })
})

test('search() refuses a 304 that it has not asked for, and an id that is no text', async () => {
  const unasked = searching({ [POST]: found(STATIC), [LIST]: { status: 304, text: '' } })
  await assert.rejects(unasked.knowledge.search('x', 3), { code: 'endpoint', message: /sections redirects/ })
  const wrong = searching({ [POST]: found({ id: 5, ...STATIC }) })
  await assert.rejects(wrong.knowledge.search('x', 3), { code: 'endpoint', message: /results\[0\]\.id must be a text, found 5/ })
})
