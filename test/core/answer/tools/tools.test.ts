import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decodeCall, TOOLS } from '../../../../src/core/answer/tools/tools.ts'

type Args = Readonly<Record<string, unknown>> | null

function check(name: string, args: Args, expected: unknown) {
  assert.deepEqual(decodeCall({ id: 'c', name, args }), expected)
}

function checkWrong(name: string, args: Args, expected: RegExp) {
  assert.match(String(decodeCall({ id: 'c', name, args })), expected)
}

test('decodeCall() reads a search', () => {
  check('search', { query: ' trailing\n slash ' }, { type: 'search', query: 'trailing slash' })
  check('search', { query: 'a', limit: 3 }, { type: 'search', query: 'a' })
})

test('decodeCall() reads an opening', () => {
  check('open', { id: 'a#b' }, { type: 'open', id: 'a#b', from: null })
  check('open', { id: 'a#b', from: null }, { type: 'open', id: 'a#b', from: null })
  check('open', { id: 'a#b', from: '' }, { type: 'open', id: 'a#b', from: null })
  check('open', { id: 'a#b', from: 0 }, { type: 'open', id: 'a#b', from: 0 })
  check('open', { id: 3, from: '120' }, { type: 'open', id: '3', from: 120 })
})

test('decodeCall() takes the only text for the argument that is needed, whatever its name is', () => {
  const expected = { type: 'search', query: 'trailing slash' } as const
  for (const args of [{ q: 'trailing slash' }, { keywords: ['trailing', 'slash'] }, { query: ['trailing', 'slash'] }, { input: { query: 'trailing slash' } }, { query: { query: 'trailing slash' } }, { text: 'trailing slash', limit: 3 }]) {
    check('search', args, expected)
  }
  check('open', { section_id: 'a#b', from: 7 }, { type: 'open', id: 'a#b', from: 7 })
})

test('decodeCall() says what is wrong, and how it is done', () => {
  checkWrong('find', { text: 'x' }, /no such tool; the tools are search and open/)
  checkWrong('toString', {}, /no such tool/)
  checkWrong('search', null, /not a JSON object; write them like \{"query": "trailing slash config"\}/)
  checkWrong('open', null, /not a JSON object; write them like \{"id": /)
  for (const args of [{}, { query: 7 }, { query: '  ' }, { a: 'x', b: 'y' }]) checkWrong('search', args, /needs a query; .*\{"query": /)
  checkWrong('search', { query: 'x'.repeat(401) }, /at most 400 characters/)
  for (const args of [{}, { id: '' }, { id: {} }]) checkWrong('open', args, /needs an id; .*\{"id": /)
  for (const from of [-1, 1.5, 'end', {}, 1e20]) checkWrong('open', { id: 'a', from }, /from must be a whole number/)
})

test('TOOLS describe each argument, and have an example that can be run', () => {
  for (const { name, description, parameters } of TOOLS) {
    const example = /Example: (\{.*\})/.exec(description)![1]!
    assert.equal(typeof decodeCall({ id: 'c', name, args: JSON.parse(example) }), 'object')
    assert.equal(parameters['type'], 'object')
  }
})

test('TOOLS have only keywords of JSON Schema that every provider takes', () => {
  const keywords = TOOLS.flatMap(({ parameters: { properties, ...rest } }) => [rest, ...Object.values(properties as object)].flatMap(Object.keys))
  assert.deepEqual([...new Set(keywords)].sort(), ['description', 'minimum', 'required', 'type'])
})
