import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createGate } from '../../src/mcp/gate.ts'

test('pass() runs so many at once, the others in turn, and refuses when too many wait', async () => {
  const gate = createGate(2, 1)
  const started: string[] = []
  const ends: (() => void)[] = []
  const work = (name: string) => () =>
    new Promise<string>((resolve) => {
      started.push(name)
      ends.push(() => resolve(name))
    })
  const [a, , c] = [gate.pass(work('a')), gate.pass(work('b')), gate.pass(work('c'))]
  assert.equal(gate.pass(work('d')), null)
  assert.deepEqual(started, ['a', 'b'])
  ends[0]!()
  assert.equal(await a, 'a')
  assert.deepEqual(started, ['a', 'b', 'c'])
  ends[1]!()
  ends[2]!()
  assert.equal(await c, 'c')
  assert.equal(await gate.pass(() => 'e'), 'e')
})

test('pass() lets the next in after a failure', async () => {
  const gate = createGate(1, 1)
  const failed = gate.pass(() => Promise.reject(new Error('x')))
  const next = gate.pass(() => 'next')
  await assert.rejects(Promise.resolve(failed))
  assert.equal(await next, 'next')
})
