import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  createDayBudget, createMemoryLedger, DAY_MS, type Reservation,
} from '../../../../src/core/http/answers/day-budget.ts'
import { createRandom } from '../../../support/random.ts'

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

test('createDayBudget() leaves a remainder that is too small for an answer', () => {
  const { budget } = budgeted(10_000, 6_000)
  budget.reserve()?.spend(8_001)
  assert.equal(budget.reserve(), null)
  assert.equal(budget.secondsToWait(), 86_400)
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

test('createDayBudget() is never exceeded by more than one answer, whatever eight answers at once do', () => {
  for (let seed = 1; seed <= 300; seed += 1) {
    const { below } = createRandom(seed)
    const limit = 1 + below(40_000)
    const reserved = 1 + below(8_000)
    const { budget, spent, passTime } = budgeted(limit, reserved)
    const open: { readonly reservation: Reservation; cost: number }[] = []
    let real = 0
    let largest = 0
    const finish = (at: number) => {
      const [{ reservation, cost } = assert.fail()] = open.splice(at, 1)
      reservation.spend(cost)
    }
    for (let round = 0; round < 400; round += 1) {
      const move = below(3)
      if (move === 0 && open.length < 8) {
        const reservation = budget.reserve()
        if (reservation !== null) open.push({ reservation, cost: 0 })
      } else if (move === 1 && open.length > 0) {
        // A request: it is sent only where the budget covers the most that it may cost.
        const answer = open[below(open.length)] ?? assert.fail()
        const most = below(6_000)
        if (!answer.reservation.covers(answer.cost + most)) continue
        const cost = below(most + 1)
        answer.cost += cost
        real += cost
        largest = Math.max(largest, answer.cost)
      } else if (open.length > 0) finish(below(open.length))
      assert.ok(real <= limit + largest, `seed ${seed}: ${real} of ${limit}, the largest answer ${largest}`)
      if (open.length === 0) assert.equal(spent(), real)
    }
    while (open.length > 0) finish(0)
    assert.equal(spent(), real, `seed ${seed}`)
    passTime(DAY_MS)
    assert.equal(budget.secondsToWait(), 0)
  }
})
