import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cutText, fill, sizeOf } from '../../../../src/core/mcp/tools/render.ts'
import { createRandom } from '../../../support/random.ts'

test('fill() takes the items that fit, in order, and skips those that do not', () => {
  const check = (sizes: readonly number[], room: number, items: readonly number[], roomLeft: number) =>
    assert.deepEqual(fill(sizes, room, (size) => size), { items, roomLeft })
  check([], 100, [], 100)
  check([50, 60], 200, [50, 60], 90)
  check([50, 500, 60], 200, [50, 60], 90)
  check([50], 10, [], 10)
  check([...Array.from({ length: 19 }, () => 50), 10], 10, [10], 0)
})

test('fill() stops once nothing more can fit', () => {
  let looked = 0
  fill(Array.from({ length: 1_000_000 }, () => 100), 1_000, (size) => {
    looked += 1
    return size
  })
  assert.equal(looked, 30)
})

test('cutText() leaves a text that fits, and cuts another at a whole character, with an ellipsis', () => {
  assert.equal(cutText('short', 7), 'short')
  assert.equal(cutText('shorter', 8), 'sho…')
  assert.equal(cutText('éééééé', 10), 'éé…')
  assert.equal(cutText('𝄞𝄞𝄞', 10), '𝄞…')
  assert.equal(cutText('text', 0), '…')
  const random = createRandom(5)
  for (let round = 0; round < 500; round += 1) {
    const text = random.text(['a', 'é', '𝄞', '\n', '"', '漢'], 60)
    const room = 5 + random.below(80)
    const cut = cutText(text, room)
    assert.ok(sizeOf(cut) <= room && cut.isWellFormed() && (cut === text || cut.endsWith('…')), `${room}: ${cut}`)
  }
})

