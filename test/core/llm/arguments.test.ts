import assert from 'node:assert/strict'
import { test } from 'node:test'
import { firstObject, parseArguments, toolNamed } from '../../../src/core/llm/arguments.ts'

const QUERY = '{"query":"back \\"off\\" {"}'
const ARGS = { query: 'back "off" {' }

test('parseArguments() accepts objects, and reads a blank text as an empty one', () => {
  for (const none of ['', ' \n', '{}']) assert.deepEqual(parseArguments(none), {})
  assert.deepEqual(parseArguments(' {"q":["a",{"b":null}]} '), { q: ['a', { b: null }] })
  for (const text of ['"back off"', "'back off'", '"\\"back off\\""']) assert.deepEqual(parseArguments(text), { text: 'back off' })
  for (const broken of ['{', '[]', '""', '"{"', '1', 'null', 'x', '"', `{"a":${'['.repeat(20_000)}${']'.repeat(20_000)}}`]) {
    assert.equal(parseArguments(broken), null, broken.slice(0, 9))
  }
})

test('parseArguments() finds the object that proxies and models surround with others', () => {
  for (const [name, text] of [
    ['an empty object before it', `{}${QUERY}`],
    ['null before it', `null${QUERY}`],
    ['all of it twice', `${QUERY}${QUERY}`],
    ['pieces that each repeat what came before', `{"que${QUERY.slice(0, 14)}${QUERY}`],
    ['an empty object after it', `${QUERY}{}`],
    ['itself as a JSON string', JSON.stringify(QUERY)],
    ['itself as a JSON string of a JSON string', JSON.stringify(JSON.stringify(QUERY))],
    ['itself, then itself as a string', `${QUERY}${JSON.stringify(QUERY)}`],
    ['a list around it', `[${QUERY}]`],
    ['no last brace', QUERY.slice(0, -1)],
    ['words around it', `Arguments: ${QUERY}.`],
    ['quotes in its key', '{"\\"query\\"":"back \\"off\\" {"}'],
    ['a comma after the last of it', `${QUERY.slice(0, -1)},\n}`],
    ['a colon in its key', '{"query:":"back \\"off\\" {"}'],
  ] as const) {
    assert.deepEqual(parseArguments(text), ARGS, name)
  }
  assert.deepEqual(parseArguments('{"q": "back\n\toff"}'), { q: 'back  off' })
  for (const quoted of ["{'q': 'back off'}", "Arguments: {'q': 'back off',}", '{"q": "back off",}']) assert.deepEqual(parseArguments(quoted), { q: 'back off' })
})

test('firstObject() gives the place of the object, and the braces that it lacks', () => {
  assert.deepEqual(firstObject('x {"a":1} {"b":2}'), { value: { a: 1 }, start: 2, end: 9 })
  assert.deepEqual(firstObject('x {"a":1} {"b":2}', 9), { value: { b: 2 }, start: 10, end: 17 })
  assert.deepEqual(firstObject('{"a":{"b":"}"}'), { value: { a: { b: '}' } }, start: 0, end: 14 })
  assert.equal(firstObject('{a} {"'), null)
})

test('toolNamed() finds the tool that a name means', () => {
  const tools = ['search', 'open']
  for (const written of [
    'search', 'Search', 'functions.search', 'functions.search:0', 'default_api.search', 'default_api:search',
    'search<|channel|>commentary', 'search<|channel|>json', 'mcp__docs__search', 'tool/search', ' search ', 'searchDocs',
  ]) assert.equal(toolNamed(written, tools), 'search', written)
  for (const other of ['research', 'find', 'search.open', '']) assert.equal(toolNamed(other, tools), other)
})
