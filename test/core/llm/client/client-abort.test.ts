import assert from 'node:assert/strict'
import { test } from 'node:test'
import { collectGarbage } from '../../../support/garbage.ts'
import { ask, chatDelta, chatTurn, modelAt, QUESTION } from '../../../support/model-client.ts'
import { modelServer, refusal, type Scripted } from '../../../support/model-server.ts'

const HALF = chatDelta('Half')

/** Checks that a request which the server leaves open ends as soon as it's cancelled, even after a garbage collection. */
function checkAbort(where: string, reply: Scripted) {
  test(`stream() ends at once when it is cancelled ${where}`, async (t) => {
    const server = await modelServer(t, [reply])
    const controller = new AbortController()
    const asked = ask(modelAt(server.url), { signal: controller.signal })
    while (server.requests.length === 0) await new Promise(setImmediate)
    for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate)
    await collectGarbage()
    controller.abort()
    const { error } = await asked
    assert.deepEqual([error?.code, error?.message], ['cancelled', 'The request to the model was cancelled'])
    await server.requests[0]!.left
  })
}

checkAbort('before the headers', 'silent')
checkAbort('before the body', { ending: 'stall' })
checkAbort('within the body', { body: [HALF], ending: 'stall' })
checkAbort('within an error reply', { status: 500, body: ['{'], ending: 'stall' })

test('stream() ends by its time limits even after a garbage collection', async (t) => {
  const server = await modelServer(t, () => ({ body: [HALF], ending: 'stall' as const }))
  let ended = 0
  const asked = [ask(modelAt(server.url, { idleMs: 300 })), ask(modelAt(server.url), { timeoutMs: 300 })]
  for (const one of asked) void one.then(() => (ended += 1))
  // On a slow machine a time limit may be reached before the request arrives.
  while (server.requests.length + ended < 2) await new Promise(setImmediate)
  await collectGarbage()
  for (const { error } of await Promise.all(asked)) assert.equal(error?.code, 'model-timeout')
  await Promise.all(server.requests.map(({ left }) => left))
})

test('stream() has one time limit for all attempts', { timeout: 60_000 }, async (t) => {
  let clock = 0
  const server = await modelServer(t, (_, ordinal) => {
    clock += 59_500
    return ordinal === 0 ? refusal(503, {}) : 'silent'
  })
  const { error } = await ask(modelAt(server.url, { retries: 1 }, { now: () => clock }), { timeoutMs: 60_000 })
  assert.deepEqual([error?.code, server.requests.length], ['model-timeout', 2])
})

test('stream() sends nothing once it is cancelled', async (t) => {
  const server = await modelServer(t, [])
  const { error } = await ask(modelAt(server.url), { signal: AbortSignal.abort() })
  assert.deepEqual([error?.code, server.requests.length], ['cancelled', 0])
})

test('stream() ends at once when it is cancelled between retries', async (t) => {
  const server = await modelServer(t, [refusal(429, {}, { 'retry-after': '30' })])
  const controller = new AbortController()
  const asked = ask(modelAt(server.url, { retries: 2 }), { signal: controller.signal, timeoutMs: 60_000 })
  while (server.underWay() > 0 || server.requests.length === 0) await new Promise(setImmediate)
  for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate)
  controller.abort()
  assert.equal((await asked).error?.code, 'cancelled')
  assert.equal(process.getActiveResourcesInfo().includes('Timeout'), false)
})

test('stream() closes the connection when its iterator is returned', async (t) => {
  const server = await modelServer(t, [{ body: [HALF], ending: 'stall' }])
  for await (const event of modelAt(server.url).stream(QUESTION, { signal: new AbortController().signal, timeoutMs: 60_000 })) {
    assert.equal(event.type, 'text')
    break
  }
  await server.requests[0]!.left
})

test('stream() counts no idle time while no event is requested', async () => {
  const pieces = [HALF, HALF, HALF, chatTurn('')].map((text) => new TextEncoder().encode(text))
  const pull = (controller: ReadableStreamDefaultController) => controller.enqueue(pieces.shift())
  const body = new ReadableStream<Uint8Array>({ pull }, { highWaterMark: 0 })
  const model = modelAt('http://127.0.0.1:9', { idleMs: 20 }, { fetch: async () => new Response(body) })
  let taken = 0
  for await (const _ of model.stream(QUESTION, { signal: new AbortController().signal, timeoutMs: 60_000 })) {
    taken += 1
    await new Promise((resolve) => setTimeout(resolve, 40))
  }
  assert.equal(taken, 4)
})
