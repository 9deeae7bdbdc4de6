import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AnswerEvent, AskReply } from '../../../../src/core/answer/event.ts'
import { AskError } from '../../../../src/core/base/errors.ts'
import type { JsonObject } from '../../../../src/core/base/json.ts'
import { createTestServer, errorOf, listIn, resultOf } from '../../../support/mcp.ts'

const tools = listIn(await resultOf(createTestServer({ title: 'A site whose title is as long as titles may reasonably be' }), 'tools/list'), 'tools')

/** A source that fails with this error. */
const failing = (error: AskError) => createTestServer({ source: { knowledge: async () => Promise.reject(error), origin: null, ask: null } })

/** All schemas inside of one. */
function* schemasIn(schema: unknown): Generator<Record<string, unknown>> {
  if (typeof schema !== 'object' || schema === null) return
  if ('type' in schema && typeof schema.type !== 'object') yield schema as Record<string, unknown>
  for (const inner of Object.values(schema)) yield* schemasIn(inner)
}

test('the seven tools are listed in a fixed order', () => {
  assert.deepEqual(
    tools.map(({ name }) => name),
    ['search', 'sections_list', 'section_get', 'overview', 'glossary_list', 'glossary_get', 'answer'],
  )
})

test('every tool has a description within the limits of hosts', () => {
  for (const { name, title, description } of tools) {
    assert.match(String(name), /^[a-z_]{1,40}$/)
    assert.ok(String(title).length > 0 && String(description).length <= 500, `${name}: ${String(description).length}`)
  }
  // About 2,500 tokens in a model's window.
  assert.ok(JSON.stringify(tools).length < 10_000, String(JSON.stringify(tools).length))
})

test('every tool is read-only, and only answer is open to the world', () => {
  for (const { name, title, annotations } of tools) {
    const isOpen = name === 'answer'
    assert.deepEqual(annotations, { title, readOnlyHint: true, destructiveHint: false, idempotentHint: !isOpen, openWorldHint: isOpen })
  }
})

test('input schemas are as plain as the strictest host demands', () => {
  for (const { name, inputSchema } of tools) {
    assert.ok(typeof inputSchema === 'object' && inputSchema !== null && 'properties' in inputSchema, `${name} has properties, were it none`)
    for (const schema of schemasIn(inputSchema)) {
      assert.equal(typeof schema['type'], 'string')
      assert.ok(schema['type'] === 'object' || typeof schema['description'] === 'string', `${name}: every argument is described`)
    }
    assert.doesNotMatch(JSON.stringify(inputSchema), /"(?:anyOf|oneOf|allOf|if|not|\$ref|\$schema|pattern)"/)
  }
})

test('output schemas are open objects, with items for every list', () => {
  for (const { name, outputSchema } of tools) {
    for (const schema of schemasIn(outputSchema)) {
      assert.ok(schema['type'] !== 'array' || typeof schema['items'] === 'object', `${name}: a list says what of`)
      assert.ok(!('additionalProperties' in schema))
    }
    assert.match(JSON.stringify(outputSchema), /^\{"type":"object"/)
  }
})

test('a graph that is missing or broken is an error that says what to run', async () => {
  assert.equal(
    await errorOf(failing(new AskError('graph-missing', 'No graph at kg.json; run `ask kg build` to make one')), 'overview'),
    'No graph at kg.json; run `ask kg build` to make one. Then call the tool again.',
  )
  assert.equal(
    await errorOf(failing(new AskError('graph-format', 'kg.json: sections[0].id must be a text, found nothing')), 'search', { query: 'x' }),
    'kg.json: sections[0].id must be a text, found nothing. Run `ask kg build` to build the graph again. Then call the tool again.',
  )
})

test('any other failure is an error with its own message, cut when a service is verbose', async () => {
  assert.equal(await errorOf(failing(new AskError('endpoint', 'It is gone')), 'glossary_list'), 'It is gone.')
  assert.ok((await errorOf(failing(new AskError('endpoint', 'x'.repeat(100_000))), 'glossary_list')).length <= 1_001)
})

test('wrong arguments are errors that name the argument and the rule', async () => {
  const server = createTestServer()
  const check = async (tool: string, args: Record<string, unknown>, expected: string) => assert.equal(await errorOf(server, tool, args), expected)
  await check('glossary_get', {}, 'glossary_get: "term" is required and must be a string.')
  await check('glossary_get', { term: '  ' }, 'glossary_get: "term" must be a string that is not empty.')
  await check('section_get', { id: 5 }, 'section_get: "id" must be a string that is not empty.')
  await check('section_get', { id: 'x'.repeat(2_001) }, 'section_get: "id" must be at most 2000 characters.')
  await check('sections_list', { group: ['a'] }, 'sections_list: "group" must be a string that is not empty.')
  await check('search', {}, 'search: "query" is required and must be a string.')
  await check('search', { query: '𝄞'.repeat(1_001) }, 'search: "query" must be at most 1000 characters.')
  for (const maxResults of [0, 51, 1.5, 'three', '51', '', -1, Number.NaN]) {
    await check('search', { query: 'x', maxResults }, 'search: "maxResults" must be a whole number from 1 to 50.')
  }
  await check('answer', { query: null }, 'answer: "query" is required and must be a string.')
})

test('texts have addresses with the origin of the service, and the objects have them as they are', async () => {
  const ORIGIN = 'https://docs.acme.dev'
  const events: readonly AnswerEvent[] = [
    { type: 'sources', sources: [{ url: '/routing/#static' }, { url: '/f/(g)/' }, { url: 'https://other.dev/a/' }], model: 'm-1' },
    { type: 'token', text: 'See [1](/routing/#static), [2](</f/(g)/>) and [3](https://other.dev/a/), not `[1](/routing/#static)`.' },
    { type: 'outcome', id: 'a1', outcome: 'answered', support: 'grounded', cited: ['/routing/#static'], opened: ['/f/(g)/'] },
    { type: 'done' },
  ]
  const ask = async (): Promise<AskReply> => ({ type: 'events', events: (async function* () { yield* events })() })
  const server = createTestServer({ origin: ORIGIN, ask })
  const call = async (name: string, args: JsonObject) => {
    const { structuredContent, content } = await resultOf(server, 'tools/call', { name, arguments: args })
    return { data: JSON.stringify(structuredContent), text: JSON.stringify(content) }
  }
  for (const [name, args, shown] of [
    ['sections_list', {}, ' | https://docs.acme.dev/routing/#static'],
    ['section_get', { id: 'routing#static' }, 'url: https://docs.acme.dev/routing/#static'],
    ['search', { query: 'found' }, 'url: https://docs.acme.dev/routing/#static'],
    ['answer', { query: 'How?' }, 'See [1](https://docs.acme.dev/routing/#static), [2](<https://docs.acme.dev/f/(g)/>) and [3](https://other.dev/a/), not `[1](/routing/#static)`.'],
    ['answer', { query: 'How?' }, '- https://docs.acme.dev/f/(g)/'],
    ['answer', { query: 'How?' }, 'Cited: https://docs.acme.dev/routing/#static'],
  ] as const) {
    const { data, text } = await call(name, args)
    assert.ok(text.includes(JSON.stringify(shown).slice(1, -1)), text)
    assert.ok(data.includes('/routing/#static') && !data.includes(ORIGIN), data)
  }
})
