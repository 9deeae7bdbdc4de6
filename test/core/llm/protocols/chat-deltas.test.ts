import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createCallAssembly } from '../../../../src/core/llm/protocols/chat.ts'

type Text = string | null | undefined
type Fragment = readonly [index: number | null | undefined, id: Text, name: Text, args: unknown]

/** Checks the calls that fragments make, each as `id name arguments`. */
function check(fragments: readonly Fragment[], expected: readonly string[]) {
  const assembly = createCallAssembly()
  for (const [index, id, name, args] of fragments) assembly.add({ index, id, function: { name, arguments: args } })
  assert.deepEqual(assembly.calls().map(({ id, name, text }) => `${id} ${name} ${text}`), expected)
}

test('a fragment with the id of a call continues that call, with its name or without', () => {
  check([[0, 'a', 'f', '{"x"'], [1, 'b', 'g', '{'], [null, 'a', '', ':1}'], [5, 'b', 'g', '}']], ['a f {"x":1}', 'b g {}'])
})

test('a fragment with the index of a call continues that call, unless its id is another', () => {
  check([[0, 'a', 'f', '{'], [0, undefined, undefined, '}']], ['a f {}'])
  check([[0, '', 'f', '{'], [0, 'a', '', '}']], ['a f {}'])
  check([[0, 'a', 'f', '{}'], [0, 'b', 'f', '{'], [0, null, null, '}']], ['a f {}', 'b f {}'])
})

test('a name that comes again continues an open call, and begins another after a complete one', () => {
  check([[0, '', 'f', '{"x":'], [0, '', 'f', '1}']], [' f {"x":1}'])
  check([[0, '', 'f', '{"x":"}"}'], [0, '', 'f', '{"x":2}']], [' f {"x":"}"}', ' f {"x":2}'])
  check([[0, '', 'f', '{"x":"}'], [0, '', 'f', '"}']], [' f {"x":"}"}'])
  check([[0, '', 'f', '{"x":"\\"}'], [0, '', 'f', '"}']], [' f {"x":"\\"}"}'])
  check([[0, 'a', 'f', '{}'], [0, 'a', 'g', '{}']], ['a f {}', 'a g {}'])
})

test('without index and name the last call goes on, and a name begins a new one', () => {
  check([[undefined, '', 'f', '{"x":'], [null, '', '', '1}'], [null, null, 'g', '{}']], [' f {"x":1}', ' g {}'])
})

test('names and ids are never joined from pieces, and calls without a name are dropped', () => {
  check([[0, 'a', 'f', ''], [0, 'a', 'f', '{}']], ['a f {}'])
  check([[0, ' ', ' ', '{'], [1, 'b', 'g', '']], ['b g '])
  check([[undefined, '', '', '{}']], [])
})

test('arguments may be an object, and calls may carry extra content that goes back', () => {
  check([[0, 'a', 'f', { x: [1] }], [0, 'b', 'f', null]], ['a f {"x":[1]}', 'b f '])
  const assembly = createCallAssembly()
  assembly.add({ index: 0, function: { name: 'f' }, extra_content: { google: { thought_signature: 's' } } })
  assembly.add({ index: 0, extra_content: null })
  for (const odd of [null, 'x', [], { function: 3 }]) assembly.add(odd)
  assert.deepEqual(assembly.calls().map(({ extra }) => extra), [{ google: { thought_signature: 's' } }])
})

test('calls too many, and arguments too long, are an error', () => {
  const many = (count: number) => {
    const ids = Array.from({ length: count }, (_, i) => `c${i}`)
    check(ids.map((id, i) => [i, id, 'f', '']), ids.map((id) => `${id} f `))
  }
  many(16)
  assert.throws(() => many(17), { code: 'model', message: "The model's reply has more than 16 tool calls" })
  const long = (length: number) => {
    const text = 'x'.repeat(length)
    check([[0, '', 'f', text], [0, '', '', 'y']], [` f ${text}y`])
  }
  long(65_535)
  assert.throws(() => long(65_536), { code: 'model' })
})
