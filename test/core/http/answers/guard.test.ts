import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AnswerReport } from '../../../../src/core/answer/answerer.ts'
import {
  type Admission, createDayBudget, createGuard, createMemoryLedger, DAY_MS, type Decision,
} from '../../../../src/core/http/answers/guard.ts'
import type { Fallback } from '../../../../src/core/http/answers/question.ts'
import type { AnswerSettings } from '../../../../src/core/http/wire/settings.ts'
import { SETTINGS } from '../../../support/http.ts'
import { REPORT } from '../../../support/scripted-answerer.ts'

const NEVER = new AbortController().signal
const MIDNIGHT = Date.UTC(2026, 10, 20)
const SPENT = { error: 'model-quota', outcome: 'error', cost: 0 } as const

/** A guard with a clock that is set by hand; it is noon. */
function guarded(limits: Partial<AnswerSettings> = {}) {
  let atMs = MIDNIGHT + 12 * 3_600_000
  const admit = createGuard({ ...SETTINGS.answers, ledger: createMemoryLedger(), maxWaitMs: 5, ...limits }, () => atMs)

  /** `ok`, or the reason with its seconds; an answer ends at once with this report. */
  async function ask(client: string, report: Partial<AnswerReport> = {}): Promise<string> {
    const decision = await admit(client, NEVER)
    if (decision.type === 'fallback') return toLine(decision.fallback)
    end(decision, report)
    return 'ok'
  }
  async function inTurn(...clients: readonly string[]): Promise<string> {
    const said: string[] = []
    for (const client of clients) said.push(await ask(client))
    return said.join(', ')
  }
  return { admit, ask, inTurn, passTime: (seconds: number) => (atMs += seconds * 1_000) }
}

function toLine(fallback: Fallback): string {
  return `${fallback.reason} ${'seconds' in fallback ? fallback.seconds : ''}`.trim()
}

function end({ record, release }: Admission, report: Partial<AnswerReport> = {}): void {
  record({ ...REPORT, ...report })
  release()
}

async function admitted(pending: Decision | Promise<Decision>): Promise<Admission> {
  const decision = await pending
  assert.ok(decision.type === 'admitted', JSON.stringify(decision))
  return decision
}

test('createGuard() limits each client a day', async () => {
  const { inTurn, passTime } = guarded({ perMinute: 10, perDay: 2 })
  assert.equal(await inTurn('a', 'a', 'a', 'b'), 'ok, ok, day 43200, ok')
  passTime(43_199)
  assert.equal(await inTurn('a'), 'day 1')
  passTime(1)
  assert.equal(await inTurn('a', 'a'), 'ok, day 43200')
})

test('createGuard() has only the common limits for clients without an address', async () => {
  assert.equal(await guarded({ perMinute: 1, perDay: 1 }).inTurn('', '', ''), 'ok, ok, ok')
})

test('createGuard() limits the tokens of a day, for all clients together, until midnight UTC', async () => {
  const { ask, inTurn, passTime } = guarded({ tokensPerDay: 4_500 })
  assert.equal(await inTurn('a', 'b', 'c', 'd'), 'ok, ok, ok, tokens 43200')
  passTime(43_199)
  assert.equal(await inTurn('e'), 'tokens 1')
  passTime(1)
  assert.equal(await ask('e', { cost: 3_100 }), 'ok')
  assert.equal(await inTurn('f'), 'tokens 86400')
})

test('createGuard() counts tokens on the day they were spent', async () => {
  const { admit, inTurn, passTime } = guarded({ tokensPerDay: 1_000 })
  const admission = await admitted(admit('a', NEVER))
  passTime(43_200)
  end(admission)
  assert.equal(await inTurn('b'), 'tokens 86400')
})

test('createGuard() charges no client for an answer that nobody could get', async () => {
  const { inTurn, passTime } = guarded({ perMinute: 1, perDay: 2, tokensPerDay: 1 })
  assert.equal(await inTurn('a', 'b', 'b', 'b'), 'ok, tokens 43200, tokens 43200, tokens 43200')
  passTime(43_200)
  assert.equal(await inTurn('b'), 'ok')
})

test('createGuard() pauses when the quota of the provider is spent, then lets one answer try, each time twice as long', async () => {
  const { admit, ask, inTurn, passTime } = guarded({ longestPauseMs: 100_000 })
  assert.equal(await ask('a', SPENT), 'ok')
  assert.equal(await inTurn('a'), 'quota 30')
  passTime(29)
  assert.equal(await inTurn('a'), 'quota 1')
  for (const [before, after] of [[1, 60], [60, 100], [100, 100]] as const) {
    passTime(before)
    const trial = await admitted(admit('a', NEVER))
    assert.match(await inTurn('b'), /^quota /)
    end(trial, SPENT)
    assert.equal(await inTurn('b'), `quota ${after}`)
  }
  passTime(100)
  end(await admitted(admit('b', NEVER)))
  assert.equal(await inTurn('a', 'b'), 'ok, ok')
  await ask('a', SPENT)
  assert.equal(await inTurn('a'), 'quota 30')
})

test('createGuard() neither doubles nor ends the pause for answers that began before it', async () => {
  for (const report of [SPENT, {}]) {
    const { admit, inTurn } = guarded()
    const both = [await admitted(admit('a', NEVER)), await admitted(admit('b', NEVER))]
    end(both[0]!, SPENT)
    end(both[1]!, report)
    assert.equal(await inTurn('a'), 'quota 30')
  }
})

test('createGuard() pauses no longer when the clock is set back', async () => {
  const { ask, inTurn, passTime } = guarded()
  await ask('a', SPENT)
  passTime(-365 * 86_400)
  assert.equal(await inTurn('a'), 'quota 30')
  passTime(30)
  assert.equal(await inTurn('a'), 'ok')
})

test('createGuard() lets the next answer try when the trial of a quota was inconclusive', async () => {
  for (const report of [{ outcome: 'cancelled' }, { outcome: 'error', error: 'model-timeout' }] as const) {
    const { ask, passTime } = guarded()
    await ask('a', SPENT)
    passTime(30)
    assert.equal(await ask('a', report), 'ok')
    assert.equal(await ask('a', SPENT), 'ok')
    assert.equal(await ask('a'), 'quota 60')
  }
})

test('createGuard() has no tokens for a question while answers under way hold them', async () => {
  const { admit, inTurn } = guarded({ tokensPerDay: 5_000, reservedTokens: 3_000 })
  const first = await admitted(admit('a', NEVER))
  assert.equal(await inTurn('b'), 'reserved')
  end(first, { cost: 500 })
  const admission = await admitted(admit('b', NEVER))
  assert.deepEqual([admission.mayCost(4_500), admission.mayCost(40_000)], [true, true])
  end(admission, { cost: 4_500 })
  assert.equal((await admit('c', NEVER)).type, 'fallback')
})

test('createGuard() gives more tokens to an answer only where there are some', async () => {
  const { admit } = guarded({ tokensPerDay: 8_000, reservedTokens: 3_000 })
  const [first, second] = [await admitted(admit('a', NEVER)), await admitted(admit('b', NEVER))]
  assert.deepEqual([first.mayCost(3_000), first.mayCost(5_000), first.mayCost(5_001), second.mayCost(3_001)], [true, true, false, false])
  end(first, { cost: 1_000 })
  assert.equal(second.mayCost(7_000), true)
})

test('createGuard() does not pause after another failure', async () => {
  const { ask, inTurn } = guarded()
  await ask('a', { outcome: 'error', error: 'model-busy' })
  assert.equal(await inTurn('a'), 'ok')
})

test('createGuard() checks the budget again after a wait', async () => {
  const { admit } = guarded({ atOnce: 1, tokensPerDay: 1_000, maxWaitMs: 60_000 })
  const first = await admitted(admit('a', NEVER))
  const waiting = [admit('b', NEVER), admit('c', NEVER)]
  end(first)
  for (const decision of await Promise.all(waiting)) {
    assert.deepEqual(decision, { type: 'fallback', fallback: { reason: 'tokens', seconds: 43_200 } })
  }
})

test('createGuard() rejects when the client leaves while it waits, and frees its part', async () => {
  const { admit, inTurn } = guarded({ atOnce: 1, maxWaitMs: 60_000 })
  const first = await admitted(admit('a', NEVER))
  const gone = new AbortController()
  const waiting = admit('b', gone.signal)
  gone.abort()
  await assert.rejects(async () => waiting, { code: 'cancelled' })
  end(first)
  assert.throws(() => admit('b', AbortSignal.abort()), { code: 'cancelled' })
  assert.equal(await inTurn('c', 'c'), 'ok, ok')
})

/** A budget with a clock that is set by hand. */
function budgeted(tokensPerDay: number, reservedTokens: number) {
  let atMs = 20_000 * DAY_MS
  const ledger = createMemoryLedger()
  const budget = createDayBudget({ tokensPerDay, reservedTokens, ledger }, () => atMs)
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

test('createDayBudget() begins a day when a clock that was years ahead is set right', () => {
  const { budget, spent, passTime } = budgeted(10_000, 6_000)
  budget.reserve()?.spend(10_000)
  passTime(-1_000 * DAY_MS)
  assert.deepEqual([spent(), budget.secondsToWait()], [0, 0])
  budget.reserve()?.spend(10_000)
  assert.equal(budget.secondsToWait(), DAY_MS / 1_000)
})
