import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { createTypedSearch } from '../../../src/overlay/state/typed-search.ts'

const REST_MS = 20

/** A search whose replies a test gives by hand, a clock that it moves, and the replies that were shown. */
function setup(t: TestContext) {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const rest = () => t.mock.timers.tick(REST_MS)
  const sent: { readonly query: string; readonly signal: AbortSignal; readonly reply: (value: string) => void; readonly fail: () => void }[] = []
  const shown: string[] = []
  const search = createTypedSearch<string>({
    search: (query, signal) => new Promise((reply, reject) => sent.push({ query, signal, reply, fail: () => reject(new Error('No')) })),
    onReply: (query, reply) => shown.push(`${query}: ${reply}`),
    restMs: REST_MS,
  })
  return { ...search, sent, shown, rest, queries: () => sent.map(({ query }) => query) }
}

/** Lets what was replied arrive. */
const replied = () => new Promise((resolve) => setImmediate(resolve))

test('type() sends each key at once when no request is under way', async (t) => {
  const { type, sent, shown, queries } = setup(t)
  type('a')
  sent[0]!.reply('1')
  await replied()
  type('ab')
  sent[1]!.reply('2')
  await replied()
  assert.deepEqual(queries(), ['a', 'ab'])
  assert.deepEqual(shown, ['a: 1', 'ab: 2'])
})

test('type() waits for a rest while a request is under way, and the reply to an earlier text is dropped', async (t) => {
  const { type, rest, sent, shown, queries } = setup(t)
  for (const text of ['a', 'ab', 'abc']) type(text)
  assert.deepEqual(queries(), ['a'])
  rest()
  await replied()
  assert.deepEqual(queries(), ['a', 'abc'])
  assert.ok(sent[0]!.signal.aborted)
  sent[1]!.reply('new')
  sent[0]!.reply('old')
  await replied()
  assert.deepEqual(shown, ['abc: new'])
})

test('a reply to an earlier text sends the latest at once', async (t) => {
  const { type, rest, sent, shown, queries } = setup(t)
  type('a')
  type('ab')
  sent[0]!.reply('old')
  await replied()
  assert.deepEqual(queries(), ['a', 'ab'])
  sent[1]!.reply('new')
  rest()
  await replied()
  assert.deepEqual(shown, ['ab: new'])
  assert.equal(sent.length, 2)
})

test('blank text ends the search', async (t) => {
  const { type, rest, sent, shown } = setup(t)
  type('a')
  type('ab')
  type(' ')
  assert.ok(sent[0]!.signal.aborted)
  sent[0]!.reply('late')
  rest()
  await replied()
  assert.deepEqual(shown, [])
  assert.equal(sent.length, 1)
})

test('a failure is shown for the latest text alone', async (t) => {
  const { type, sent, shown } = setup(t)
  type('a')
  type('ab')
  sent[0]!.fail()
  await replied()
  assert.deepEqual(shown, [])
  sent[1]!.fail()
  await replied()
  assert.deepEqual(shown, ['ab: null'])
})
