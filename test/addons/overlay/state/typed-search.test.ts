import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { NO_RESULTS } from '../../../../src/addons/overlay/client/messages.ts'
import { createTypedSearch } from '../../../../src/addons/overlay/state/typed-search.ts'

const INTERVAL_MS = 150

/** A search whose replies a test gives by hand, a clock that it moves, and the replies that were shown. */
function setup(t: TestContext) {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const sent: { readonly query: string; readonly signal: AbortSignal; readonly reply: (value: string) => void; readonly fail: () => void }[] = []
  const shown: string[] = []
  const type = createTypedSearch(
    (query, signal) => new Promise((resolve, reject) => {
      const reply = (notice: string) => resolve({ ...NO_RESULTS, notice, fault: notice === 'failed' ? 'searchFailed' : '', more: notice === 'some' })
      sent.push({ query, signal, reply, fail: () => reject(new Error('No')) })
    }),
    (query, { notice }) => shown.push(`${query}: ${notice}`),
  )
  return { type, sent, shown, wait: (ms: number) => t.mock.timers.tick(ms), queries: () => sent.map(({ query }) => query) }
}

/** Lets what was replied arrive. */
const replied = () => new Promise((resolve) => setImmediate(resolve))

test('the first key after a pause is sent at once, the next ones once in an interval, the newest alone', (t) => {
  const { type, wait, sent, queries } = setup(t)
  for (const text of ['a', 'ab', 'abc']) type(text)
  assert.deepEqual(queries(), ['a'])
  wait(INTERVAL_MS - 1)
  assert.equal(sent.length, 1)
  wait(1)
  assert.deepEqual(queries(), ['a', 'abc'])
  assert.ok(sent[0]!.signal.aborted && !sent[1]!.signal.aborted)
  wait(INTERVAL_MS)
  type('abcd')
  assert.deepEqual(queries(), ['a', 'abc', 'abcd'])
})

test('a reply comes while its request is the newest one, and not after', async (t) => {
  const { type, wait, sent, shown } = setup(t)
  type('a')
  type('ab')
  sent[0]!.reply('1')
  await replied()
  wait(INTERVAL_MS)
  type('abc')
  wait(INTERVAL_MS)
  sent[1]!.reply('late')
  sent[2]!.reply('3')
  await replied()
  assert.deepEqual(shown, ['a: 1', 'abc: 3'])
})

test('a reader who goes back sees what came before without a request; a failure is tried again', async (t) => {
  const { type, wait, sent, shown, queries } = setup(t)
  type('a')
  sent[0]!.reply('1')
  await replied()
  wait(INTERVAL_MS)
  type('ab')
  sent[1]!.reply('failed')
  await replied()
  wait(INTERVAL_MS)
  type('a')
  type('ab')
  assert.deepEqual(queries(), ['a', 'ab', 'ab'])
  assert.deepEqual(shown, ['a: 1', 'ab: failed', 'a: 1'])
})

test('blank text ends the search, and a request that fails shows nothing', async (t) => {
  const { type, wait, sent, shown } = setup(t)
  type('a')
  type('ab')
  type(' ')
  assert.ok(sent[0]!.signal.aborted)
  sent[0]!.reply('late')
  wait(INTERVAL_MS)
  type('b')
  sent[1]!.fail()
  await replied()
  assert.deepEqual(shown, [])
  assert.equal(sent.length, 2)
})
