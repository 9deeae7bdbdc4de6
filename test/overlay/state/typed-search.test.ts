import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { createTypedSearch } from '../../../src/overlay/state/typed-search.ts'

/** A search whose replies a test gives by hand, and what came of it. */
function setup() {
  const sent: { readonly query: string; readonly signal: AbortSignal; readonly reply: (value: string) => void; readonly fail: () => void }[] = []
  const told: string[] = []
  const search = createTypedSearch<string>({
    failed: 'failed',
    search: (query, signal) => new Promise((reply, reject) => sent.push({ query, signal, reply, fail: () => reject(new Error('No')) })),
    onReply: (query, reply) => told.push(`${query}: ${reply}`),
    restMs: 20,
  })
  return { ...search, sent, told, queries: () => sent.map(({ query }) => query) }
}

test('every key is sent at once when nothing is out', async () => {
  const { type, sent, told, queries } = setup()
  type('a')
  sent[0]!.reply('1')
  await sleep(0)
  type('ab')
  sent[1]!.reply('2')
  await sleep(0)
  assert.deepEqual(queries(), ['a', 'ab'])
  assert.deepEqual(told, ['a: 1', 'ab: 2'])
})

test('while a request is out keys wait for a rest, and the reply to an earlier text is dropped', async () => {
  const { type, sent, told, queries } = setup()
  for (const text of ['a', 'ab', 'abc']) type(text)
  assert.deepEqual(queries(), ['a'])
  await sleep(40)
  assert.deepEqual(queries(), ['a', 'abc'])
  assert.ok(sent[0]!.signal.aborted)
  sent[1]!.reply('new')
  sent[0]!.reply('old')
  await sleep(0)
  assert.deepEqual(told, ['abc: new'])
})

test('a reply to an earlier text sends the latest at once', async () => {
  const { type, sent, told, queries } = setup()
  type('a')
  type('ab')
  sent[0]!.reply('old')
  await sleep(0)
  assert.deepEqual(queries(), ['a', 'ab'])
  sent[1]!.reply('new')
  await sleep(40)
  assert.deepEqual(told, ['ab: new'])
  assert.equal(sent.length, 2)
})

test('blank text ends the search', async () => {
  const { type, sent, told } = setup()
  type('a')
  type('ab')
  type(' ')
  assert.ok(sent[0]!.signal.aborted)
  sent[0]!.reply('late')
  await sleep(40)
  assert.deepEqual(told, [])
  assert.equal(sent.length, 1)
})

test('a failure is told for the latest text alone', async () => {
  const { type, sent, told } = setup()
  type('a')
  type('ab')
  sent[0]!.fail()
  await sleep(0)
  assert.deepEqual(told, [])
  sent[1]!.fail()
  await sleep(0)
  assert.deepEqual(told, ['ab: failed'])
})
