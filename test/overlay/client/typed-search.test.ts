import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { createTypedSearch } from '../../../src/overlay/client/typed-search.ts'

const REST_MS = 20

/** A search whose replies a test gives by hand, a clock that it moves, and what came of both. */
function setup(t: TestContext) {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const rest = () => t.mock.timers.tick(REST_MS)
  const sent: { readonly query: string; readonly signal: AbortSignal; readonly reply: (value: string) => void; readonly fail: () => void }[] = []
  const told: string[] = []
  const search = createTypedSearch<string>({
    failed: 'failed',
    search: (query, signal) => new Promise((reply, reject) => sent.push({ query, signal, reply, fail: () => reject(new Error('No')) })),
    onReply: (query, reply) => told.push(`${query}: ${reply}`),
    restMs: REST_MS,
  })
  return { ...search, sent, told, rest, queries: () => sent.map(({ query }) => query) }
}

/** Lets what was replied arrive. */
const replied = () => new Promise((resolve) => setImmediate(resolve))

test('every key is sent at once when nothing is out', async (t) => {
  const { type, sent, told, queries } = setup(t)
  type('a')
  sent[0]!.reply('1')
  await replied()
  type('ab')
  sent[1]!.reply('2')
  await replied()
  assert.deepEqual(queries(), ['a', 'ab'])
  assert.deepEqual(told, ['a: 1', 'ab: 2'])
})

test('while a request is out keys wait for a rest, and the reply to an earlier text is dropped', async (t) => {
  const { type, rest, sent, told, queries } = setup(t)
  for (const text of ['a', 'ab', 'abc']) type(text)
  assert.deepEqual(queries(), ['a'])
  rest()
  await replied()
  assert.deepEqual(queries(), ['a', 'abc'])
  assert.ok(sent[0]!.signal.aborted)
  sent[1]!.reply('new')
  sent[0]!.reply('old')
  await replied()
  assert.deepEqual(told, ['abc: new'])
})

test('a reply to an earlier text sends the latest at once', async (t) => {
  const { type, rest, sent, told, queries } = setup(t)
  type('a')
  type('ab')
  sent[0]!.reply('old')
  await replied()
  assert.deepEqual(queries(), ['a', 'ab'])
  sent[1]!.reply('new')
  rest()
  await replied()
  assert.deepEqual(told, ['ab: new'])
  assert.equal(sent.length, 2)
})

test('blank text ends the search', async (t) => {
  const { type, rest, sent, told } = setup(t)
  type('a')
  type('ab')
  type(' ')
  assert.ok(sent[0]!.signal.aborted)
  sent[0]!.reply('late')
  rest()
  await replied()
  assert.deepEqual(told, [])
  assert.equal(sent.length, 1)
})

test('a failure is told for the latest text alone', async (t) => {
  const { type, sent, told } = setup(t)
  type('a')
  type('ab')
  sent[0]!.fail()
  await replied()
  assert.deepEqual(told, [])
  sent[1]!.fail()
  await replied()
  assert.deepEqual(told, ['ab: failed'])
})
