import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createDayBudget, createMemoryLedger, DAY_MS } from '../../../../src/core/http/answers/day-budget.ts'

/** A budget with a clock that is set by hand. */
function budgeted(limit: number, reserved: number) {
  let atMs = 20_000 * DAY_MS
  const ledger = createMemoryLedger()
  const budget = createDayBudget({ limit, reserved, ledger, now: () => atMs })
  const spent = () => ledger.spentOn(Math.floor(atMs / DAY_MS))
  return { budget, spent, passTime: (ms: number) => (atMs += ms) }
}

test('createDayBudget() reserves before an answer, and gives the unused part back', () => {
  const { budget, spent } = budgeted(10_000, 6_000)
  const first = budget.reserve()
  assert.equal(spent(), 6_000)
  assert.equal(budget.reserve(), null)
  assert.equal(budget.secondsToWait(), 0, 'the tokens are reserved, not spent')
  first?.spend(1_000)
  first?.spend(9_000)
  assert.equal(spent(), 1_000)
  assert.notEqual(budget.reserve(), null)
})

test('createDayBudget() carries answers that are under way at midnight into the new day', () => {
  const { budget, spent, passTime } = budgeted(10_000, 6_000)
  const late = budget.reserve()
  passTime(DAY_MS)
  assert.equal(budget.reserve(), null)
  assert.equal(spent(), 6_000)
  late?.spend(500)
  assert.equal(spent(), 500)
  passTime(-DAY_MS)
  assert.equal(spent(), 500, 'a clock that is set back gives nothing back')
})
