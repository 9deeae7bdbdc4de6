import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type BodyLimit, readPieces, readText } from '../../src/transport/body.ts'
import { startWait } from '../../src/transport/wait.ts'

const FAR = { timeoutMs: 60_000, firstByteMs: 60_000, silenceMs: 60_000 }
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

test('readText() joins letters that come in pieces, and replaces what is no UTF-8', async () => {
  const wait = startWait(FAR, null)
  assert.equal(await readText(bodyOf([0x61, 0xc3], [0xa9], [0xff]).body, wait, limit(4)), 'aé\ufffd')
  assert.equal(await readText(null, wait, limit(4)), '')
  wait.end()
})

test('readText() refuses what is too long, and closes it', async () => {
  const wait = startWait(FAR, null)
  const { body, state } = bodyOf([1, 2], [3, 4, 5], [6])
  await assert.rejects(readText(body, wait, limit(4)), /too long/)
  assert.equal(state.isCancelled, true)
  wait.end()
})

test('readPieces() closes the body when it is returned', async () => {
  const wait = startWait(FAR, null)
  const { body, state } = bodyOf([1], [2])
  for await (const _ of readPieces(body, wait, limit(9))) break
  assert.equal(state.isCancelled, true)
  wait.end()
})

test('readPieces() rejects when the wait is over, before and within a read', async () => {
  const outer = new AbortController()
  const wait = startWait(FAR, outer.signal)
  const stalled = new ReadableStream<Uint8Array>({ pull: () => new Promise(() => undefined) })
  const reading = readPieces(stalled, wait, limit(9)).next()
  outer.abort()
  await assert.rejects(reading, { name: 'AbortError' })
  const { body, state } = bodyOf([1])
  await assert.rejects(readPieces(body, wait, limit(9)).next(), { name: 'AbortError' })
  assert.equal(state.isCancelled, true)
})
