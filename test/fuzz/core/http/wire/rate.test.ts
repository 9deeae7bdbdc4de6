import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createRateLimit } from '../../../../../src/core/http/wire/rate.ts'
import { checkGrowth } from '../../../../support/fuzz.ts'

test('createRateLimit() works with a million clients', () => {
  checkGrowth(1_000_000, (clients) => {
    let atMs = 0
    const take = createRateLimit({ requests: 1, perMs: 60_000 }, () => atMs)
    for (; atMs < clients; atMs += 1) take(`client ${atMs}`)
    assert.equal(take(`client ${clients - 1}`), 60)
  })
})
