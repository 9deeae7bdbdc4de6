import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AskError, exitOf, statusOf } from '../../src/base/errors.ts'

test('AskError keeps its code, message and cause', () => {
  const cause = new Error('b')
  const error = new AskError('content', 'a', { cause })
  assert.deepEqual([error.name, error.code, error.message, error.cause], ['AskError', 'content', 'a', cause])
  assert.ok(error instanceof Error)
})

test('statusOf() and exitOf() give the status and the exit code of a code', () => {
  assert.deepEqual((['usage', 'not-found', 'content', 'model-timeout'] as const).map(statusOf), [400, 404, 500, 504])
  assert.deepEqual((['usage', 'not-found', 'content', 'model-timeout'] as const).map(exitOf), [2, 1, 1, 1])
})
