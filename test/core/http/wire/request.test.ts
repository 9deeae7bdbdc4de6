import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AskError } from '../../../../src/core/base/errors.ts'
import { parseTarget } from '../../../../src/core/http/wire/request.ts'
import { createRandom } from '../../../support/random.ts'

function check(target: string, segments: readonly string[], query = ''): void {
  assert.deepEqual(parseTarget(target), { path: target.split('?', 1)[0], segments, query })
}

test('parseTarget() reverses encodeURIComponent()', () => {
  const random = createRandom(1)
  const alphabet = ['a', '/', '%', '#', '?', '&', '+', ' ', '.', '\\', 'ö', '🎉', '\u202e', "'", '%2F']
  for (let round = 0; round < 2_000; round++) {
    const name = random.text(alphabet, 12)
    if (name !== '') check(`/sections/${encodeURIComponent(name)}`, ['sections', name])
  }
})

test('parseTarget() fails on random text only with a bad request', () => {
  const random = createRandom(2)
  const alphabet = ['/', '%', '%2', '%C3', 'f', '?', '\\', '\u0001', '\ud800', '🎉', 'a']
  for (let round = 0; round < 5_000; round++) {
    try {
      parseTarget(`/${random.text(alphabet, 20)}`)
    } catch (error) {
      assert.ok(error instanceof AskError && error.code === 'bad-request')
    }
  }
})
