/** The watch over a reply's connection, with a connection of numbers and a clock of its own. */
import assert from 'node:assert/strict'
import { EventEmitter } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { TestContext } from 'node:test'
import { test } from 'node:test'
import { watchStall } from '../../../../src/core/node/server/listener.ts'

const STALLED_MS = 30_000

/** A watched reply whose socket has been given `written` bytes; `waiting` of them it has not taken. */
function watched(t: TestContext) {
  t.mock.timers.enable({ apis: ['setInterval'] })
  const socket = { bytesWritten: 0, writableLength: 0, destroyed: false, remoteAddress: '192.0.2.1' }
  const res = Object.assign(new EventEmitter(), { destroyed: false, writableFinished: false })
  const breakOff = () => {
    socket.destroyed = true
    res.emit('close')
  }
  const req = { httpVersionMajor: 1, socket: Object.assign(socket, { resetAndDestroy: breakOff }) }
  const watch = watchStall({ req: req as unknown as IncomingMessage, res: res as unknown as ServerResponse }, STALLED_MS)
  t.after(watch.stop)
  return {
    watch, res, socket,
    set: (written: number, waiting: number) => Object.assign(socket, { bytesWritten: written, writableLength: waiting }),
    pass: (ms: number) => t.mock.timers.tick(ms),
  }
}

test('watchStall() breaks off a connection that takes nothing for the limit, at most a tenth later', (t) => {
  const { socket, set, pass } = watched(t)
  set(100, 40)
  pass(STALLED_MS)
  assert.equal(socket.destroyed, false)
  pass(STALLED_MS / 10)
  assert.equal(socket.destroyed, true)
})

test('watchStall() counts bytes that are added as no progress, such as heartbeats', (t) => {
  const { socket, set, pass } = watched(t)
  for (let beat = 0; beat < 3; beat += 1) {
    set(100 + beat * 6, 40 + beat * 6)
    pass(STALLED_MS / 2)
  }
  assert.equal(socket.destroyed, true)
})

test('watchStall() leaves a connection alone that takes a byte within the limit', (t) => {
  const { socket, set, pass } = watched(t)
  for (let taken = 0; taken < 100; taken += 1) {
    set(200, 200 - taken)
    pass(STALLED_MS * 0.9)
  }
  assert.equal(socket.destroyed, false)
})

test('watchStall() leaves a connection alone that has nothing to take', (t) => {
  const { socket, set, pass } = watched(t)
  set(100, 0)
  pass(STALLED_MS * 100)
  assert.equal(socket.destroyed, false)
})

test('watchStall() begins anew when there is nothing to take in between', (t) => {
  const { socket, set, pass } = watched(t)
  set(100, 40)
  pass(STALLED_MS * 0.9)
  set(100, 0)
  pass(STALLED_MS * 0.1)
  set(140, 40)
  pass(STALLED_MS * 0.9)
  assert.equal(socket.destroyed, false)
})

test('watchStall() settles waits for an event, one that came before, a close, and a close without an event', async (t) => {
  const { watch, res, socket, pass } = watched(t)
  const drain = watch.until('drain')
  res.emit('drain')
  await drain
  const close = watch.until('drain')
  res.emit('close')
  await close
  const silent = watch.until('drain')
  socket.destroyed = true
  pass(STALLED_MS / 10)
  await silent
  await watch.until('drain')
  Object.assign(socket, { destroyed: false })
  res.writableFinished = true
  await watch.until('finish')
  assert.equal(res.listenerCount('close') + res.listenerCount('drain'), 0)
})

test('watchStall() stops when it is told to', (t) => {
  const { watch, socket, set, pass } = watched(t)
  set(100, 40)
  watch.stop()
  pass(STALLED_MS * 2)
  assert.equal(socket.destroyed, false)
})
