import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type BodyLimit, readPieces, readText } from '../../src/transport/body.ts'
import { startTimeout } from '../../src/transport/timeout.ts'

const FAR = { timeoutMs: 60_000, firstByteMs: 60_000, idleMs: 60_000 }
const limit = (maxBytes: number): BodyLimit => ({ maxBytes, tooLong: () => new Error('too long') })

/** A body of these bytes a piece, and whether it was cancelled. */
function bodyOf(...pieces: readonly (readonly number[])[]) {
  const state = { isCancelled: false }
  const rest = pieces.map((piece) => Uint8Array.from(piece))
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      const piece = rest.shift()
      if (piece === undefined) controller.close()
      else controller.enqueue(piece)
    },
    cancel: () => void (state.isCancelled = true),
  }, { highWaterMark: 0 })
  return { body, state }
}

test('readText() joins letters that come in pieces, and replaces invalid UTF-8', async () => {
  const timeout = startTimeout(FAR, null)
  assert.equal(await readText(bodyOf([0x61, 0xc3], [0xa9], [0xff]).body, timeout, limit(4)), 'aé\ufffd')
  assert.equal(await readText(null, timeout, limit(4)), '')
  timeout.clear()
})

test('readText() rejects a body that is too long, and closes it', async () => {
  const timeout = startTimeout(FAR, null)
  const { body, state } = bodyOf([1, 2], [3, 4, 5], [6])
  await assert.rejects(readText(body, timeout, limit(4)), /too long/)
  assert.equal(state.isCancelled, true)
  timeout.clear()
})

test('readPieces() closes the body when it is returned', async () => {
  const timeout = startTimeout(FAR, null)
  const { body, state } = bodyOf([1], [2])
  for await (const _ of readPieces(body, timeout, limit(9))) break
  assert.equal(state.isCancelled, true)
  timeout.clear()
})

test('readPieces() rejects when the timeout aborts, before and within a read', async () => {
  const outer = new AbortController()
  const timeout = startTimeout(FAR, outer.signal)
  const stalled = new ReadableStream<Uint8Array>({ pull: () => new Promise(() => undefined) })
  const reading = readPieces(stalled, timeout, limit(9)).next()
  outer.abort()
  await assert.rejects(reading, { name: 'AbortError' })
  const { body, state } = bodyOf([1])
  await assert.rejects(readPieces(body, timeout, limit(9)).next(), { name: 'AbortError' })
  assert.equal(state.isCancelled, true)
})
