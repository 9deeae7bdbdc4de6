import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { createFetch } from '../../../../src/core/http/wire/fetch.ts'
import type { Handler, HttpRequest } from '../../../../src/core/http/wire/message.ts'

const EMPTY = { status: 204, headers: {}, body: null }

/** The record that the handler gets for a Request. */
async function seen<T>(request: Request, look: (request: HttpRequest) => T | Promise<T>): Promise<T | undefined> {
  let value: T | undefined
  await createFetch(async (neutral) => {
    value = await look(neutral)
    return EMPTY
  })(request, { client: '203.0.113.7' })
  return value
}

const streaming = (body: AsyncIterable<string | Uint8Array>): Handler => async () => ({ status: 200, headers: { 'x-a': 'b' }, body })
const GET = () => new Request('http://site.test/')
const posting = (body: string | ReadableStream) => {
  return new Request('http://site.test/', { method: 'POST', body, duplex: 'half' } as RequestInit)
}

describe('createFetch() shows the handler', () => {
  test('no more of a body than its limit', async () => {
    let pulled = 0
    let isCancelled = false
    const body = new ReadableStream({
      pull: (controller) => controller.enqueue(new Uint8Array(10).fill(++pulled)),
      cancel: () => void (isCancelled = true),
    })
    assert.equal(await seen(posting(body), (request) => request.body(25)), null)
    assert.ok(pulled <= 5 && isCancelled, `pulled ${pulled}`)
  })

  test('that the request was aborted, before or after it came', async () => {
    const controller = new AbortController()
    const request = new Request('http://site.test/', { signal: controller.signal })
    const look = async ({ signal }: HttpRequest) => {
      const before = signal.aborted
      controller.abort()
      return [before, signal.aborted]
    }
    assert.deepEqual(await seen(request, look), [false, true])
    assert.equal(await seen(request, ({ signal }) => signal.aborted), true)
  })
})

test('createFetch() makes the host wait for work after the reply, where the host can', async () => {
  const work: Promise<unknown>[] = []
  const handler: Handler = async ({ waitUntil }) => (waitUntil(Promise.resolve('trace')), EMPTY)
  await createFetch(handler)(GET(), { waitUntil: (one) => work.push(one) })
  await createFetch(handler)(GET())
  assert.deepEqual(await Promise.all(work), ['trace'])
})

describe('createFetch() streams', () => {
  test('bytes as they are', async () => {
    async function* pieces() {
      yield Uint8Array.of(0xff, 0)
      yield 'é'
    }
    const response = await createFetch(streaming(pieces()))(GET())
    assert.deepEqual([...new Uint8Array(await response.arrayBuffer())], [0xff, 0, 0xc3, 0xa9])
  })

  test('pieces when they are requested, and none before', async () => {
    let made = 0
    async function* pieces() {
      while (made < 3) yield `piece ${++made} é`
    }
    const response = await createFetch(streaming(pieces()))(GET())
    assert.equal(response.headers.get('x-a'), 'b')
    const reader = response.body!.getReader()
    await sleep(10)
    assert.equal(made, 0)
    assert.equal(new TextDecoder().decode((await reader.read()).value), 'piece 1 é')
    await sleep(10)
    assert.equal(made, 1)
    await reader.read()
    await reader.read()
    assert.equal((await reader.read()).done, true)
  })

  test('until the reader cancels, which ends handler and stream, or an iterable without a return method', async () => {
    let made = 0
    let isReturned = false
    async function* pieces() {
      try {
        for (;;) yield `piece ${(made += 1)}`
      } finally {
        isReturned = true
      }
    }
    const next = async () => ({ done: false, value: `piece ${(made += 1)}` })
    for (const body of [pieces(), { [Symbol.asyncIterator]: () => ({ next }) }]) {
      let isAborted = () => false
      const handler: Handler = async ({ signal }) => {
        isAborted = () => signal.aborted
        return { status: 200, headers: {}, body }
      }
      made = 0
      const reader = (await createFetch(handler)(GET())).body!.getReader()
      await reader.read()
      await reader.cancel()
      assert.deepEqual([isAborted(), isReturned, made], [true, true, 1])
    }
  })

  test('the failure of a stream that breaks', async () => {
    async function* pieces() {
      yield 'piece'
      throw new Error('broken')
    }
    const response = await createFetch(streaming(pieces()))(GET())
    await assert.rejects(response.text(), { message: 'broken' })
  })
})

describe('createFetch() sends bytes', () => {
  const LENGTH = 300_000
  const sharedBytes = () => new Uint8Array(LENGTH).fill(7)
  const fetchBytes = async (body: Uint8Array) => (await createFetch(async () => ({ status: 200, headers: {}, body }))(GET()))

  test('long ones in pieces when they are requested', async () => {
    const reader = (await fetchBytes(sharedBytes())).body!.getReader()
    assert.equal((await reader.read()).value?.length, 65_536)
    await reader.cancel()
  })

  test('that a host may change or detach without harm to other replies', async () => {
    const bytes = sharedBytes()
    for (const body of [bytes, bytes.subarray(0, 9)]) {
      const reader = (await fetchBytes(body)).body!.getReader()
      const piece = (await reader.read()).value
      assert.ok(piece !== undefined)
      piece.fill(0)
      structuredClone(piece, { transfer: [piece.buffer] })
      await reader.cancel()
    }
    assert.deepEqual(bytes, sharedBytes())
  })
})
