import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  MAX_KEPT_BUFFERS, WINDOW, createWorkspace, listBuffer, lowestSlot,
} from '../../../../src/core/search/rank/workspace.ts'

test('createWorkspace() has a bound for each window of chunks', () => {
  for (const [size, windows] of [[0, 0], [1, 1], [WINDOW, 1], [WINDOW + 1, 2]] as const) {
    assert.equal(createWorkspace(size).maxScores.length, windows)
  }
})

test('listBuffer() gives each list of a search another buffer, and the next search the same ones', () => {
  const workspace = createWorkspace(3 * WINDOW)
  const open = (lists: number) => Array.from({ length: lists }, (_, list) => listBuffer(workspace, list))
  const first = open(3)
  assert.equal(new Set(first).size, 3)
  assert.deepEqual(first.map(({ windowMax }) => windowMax.length), [3, 3, 3])
  open(3).forEach((buffer, list) => assert.equal(buffer, first[list]))
})

test('listBuffer() keeps a bounded number of buffers', () => {
  const workspace = createWorkspace(1)
  const buffers = Array.from({ length: MAX_KEPT_BUFFERS + 50 }, (_, list) => listBuffer(workspace, list))
  assert.equal(new Set(buffers).size, buffers.length)
  assert.equal(workspace.lists.length, MAX_KEPT_BUFFERS)
})

test('lowestSlot() finds the lowest bit of a number of a set', () => {
  assert.deepEqual([[0, 1], [0, 0b1100], [1, 1 << 31], [2, -1]].map(([number, bits]) => lowestSlot(number!, bits!)), [0, 2, 63, 64])
})
