import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { createTypedSearch } from '../../../src/overlay/state/typed-search.ts'

/** A search whose replies a test gives by hand, with the replies that were shown. */
function setup() {
  const sent: { readonly query: string; readonly signal: AbortSignal; readonly reply: (value: string) => void; readonly fail: () => void }[] = []
  const shown: string[] = []
  const search = createTypedSearch<string>({
    search: (query, signal) => new Promise((reply, reject) => sent.push({ query, signal, reply, fail: () => reject(new Error('No')) })),
    onReply: (query, reply) => shown.push(`${query}: ${reply}`),
    restMs: 20,
  })
  return { ...search, sent, shown, queries: () => sent.map(({ query }) => query) }
}

test('type() sends each key at once when no request is under way', async () => {
  const { type, sent, shown, queries } = setup()
  type('a')
  sent[0]!.reply('1')
  await sleep(0)
  type('ab')
  sent[1]!.reply('2')
  await sleep(0)
  assert.deepEqual(queries(), ['a', 'ab'])
  assert.deepEqual(shown, ['a: 1', 'ab: 2'])
})

test('type() waits for a rest while a request is under way, and the reply to an earlier text is dropped', async () => {
  const { type, sent, shown, queries } = setup()
  for (const text of ['a', 'ab', 'abc']) type(text)
  assert.deepEqual(queries(), ['a'])
  await sleep(40)
  assert.deepEqual(queries(), ['a', 'abc'])
  assert.ok(sent[0]!.signal.aborted)
  sent[1]!.reply('new')
  sent[0]!.reply('old')
  await sleep(0)
  assert.deepEqual(shown, ['abc: new'])
})

test('a reply to an earlier text sends the latest at once', async () => {
  const { type, sent, shown, queries } = setup()
  type('a')
  type('ab')
  sent[0]!.reply('old')
  await sleep(0)
  assert.deepEqual(queries(), ['a', 'ab'])
  sent[1]!.reply('new')
  await sleep(40)
  assert.deepEqual(shown, ['ab: new'])
  assert.equal(sent.length, 2)
})

test('blank text ends the search', async () => {
  const { type, sent, shown } = setup()
  type('a')
  type('ab')
  type(' ')
  assert.ok(sent[0]!.signal.aborted)
  sent[0]!.reply('late')
  await sleep(40)
  assert.deepEqual(shown, [])
  assert.equal(sent.length, 1)
})

test('a failure is shown for the latest text alone', async () => {
  const { type, sent, shown } = setup()
  type('a')
  type('ab')
  sent[0]!.fail()
  await sleep(0)
  assert.deepEqual(shown, [])
  sent[1]!.fail()
  await sleep(0)
  assert.deepEqual(shown, ['ab: null'])
})
