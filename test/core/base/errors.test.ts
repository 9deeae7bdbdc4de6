import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AskError, exitOf, failureLine, messageOf, statusOf } from '../../../src/core/base/errors.ts'

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

test('messageOf() gives the message of an error, and other values as text', () => {
  assert.equal(messageOf(new TypeError('a')), 'a')
  assert.equal(messageOf('a string'), 'a string')
  assert.equal(messageOf(undefined), 'undefined')
})

test('failureLine() gives the message of an AskError and the stack of a defect, on one line', () => {
  assert.equal(failureLine('GET /x failed', new AskError('content', 'a\n  b')), 'GET /x failed: a b')
  assert.match(failureLine('GET /x failed', new TypeError('c')), /^GET \/x failed: TypeError: c at [^\n]+$/)
  assert.equal(failureLine('GET /x failed', 'd'), 'GET /x failed: d')
  assert.equal(failureLine('x', Object.assign(new Error('e'), { stack: undefined })), 'x: e')
})

test('failureLine() ends a long line between words', () => {
  const line = failureLine('x', `${'a '.repeat(990)}${'k'.repeat(100)}`)
  assert.equal(line, `x: ${'a '.repeat(990)}…`)
  assert.equal(failureLine('x', 'a '.repeat(998)).length, 3 + 2 * 998 - 1)
  for (const what of ['x', 'xy']) assert.ok(failureLine(what, 'a '.repeat(1_000)).length <= 2_000)
})
