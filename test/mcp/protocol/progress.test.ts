import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createProgress } from '../../../src/mcp/protocol/progress.ts'

/** Reports at these milliseconds, and gives back those that were sent. */
function check(meta: unknown, at: readonly number[]) {
  const sent: unknown[] = []
  let now = 0
  const report = createProgress({ _meta: meta }, (_method, params) => sent.push([now, params['progressToken'], params['progress']]), () => now)
  for (now of at) report('x')
  return sent
}

test('createProgress() is silent for two seconds, then reports once a second with a rising number', () => {
  assert.deepEqual(check({ progressToken: 't' }, [0, 1_999, 2_000, 2_001, 2_999, 3_000, 9_000]), [[2_000, 't', 1], [3_000, 't', 2], [9_000, 't', 3]])
  assert.deepEqual(check({ progressToken: 0 }, [2_000]), [[2_000, 0, 1]])
})

test('createProgress() needs a token to report to', () => {
  for (const meta of [undefined, null, 'x', {}, { progressToken: null }, { progressToken: 1.5 }, { progressToken: {} }]) {
    assert.deepEqual(check(meta, [5_000]), [])
  }
  createProgress({ _meta: { progressToken: 't' } }, null, () => 0)('x')
})
