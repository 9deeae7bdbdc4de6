import assert from 'node:assert/strict'
import { mock, test } from 'node:test'
import type { AnswerEvent } from '../../../src/core/answer/event.ts'
import { type AnswerSetting, type StartedAnswer, startAnswer } from '../../support/play-answer.ts'
import { FOREVER, type Turn } from '../../support/scripted-model.ts'

const ENDLESS: Turn = ['ANSWER:\nIt is 4321 [1].', ' And so on.', { until: FOREVER }]

/** Timers of this process that have not run. */
const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length

/** Takes events up to the first of a type. */
async function takeUntil({ events }: StartedAnswer, type: AnswerEvent['type']): Promise<AnswerEvent> {
  for (let next = await events.next(); next.done !== true; next = await events.next()) {
    if (next.value.type === type) return next.value
  }
  return assert.fail(`no ${type} came`)
}

/** All is over: one report of a cancelled answer, nothing in the owner's log, no stream and no timer left. */
function checkLeft({ model, reports, log }: StartedAnswer, timersBefore: number) {
  assert.deepEqual(reports.map(({ outcome, error }) => [outcome, error]), [['cancelled', 'cancelled']])
  assert.deepEqual([log, model.openStreams(), timers()], [[], 0, timersBefore])
  assert.ok(model.asked.every(({ signal }) => signal.aborted))
}

test('an answer does nothing before its first event is asked for', () => {
  const before = timers()
  const { model, reports } = startAnswer(() => assert.fail('the model was asked'))
  assert.deepEqual([model.asked, reports, timers()], [[], [], before])
})

test('a reader who leaves between events ends the answer', async () => {
  const before = timers()
  for (const type of ['search', 'sources', 'token'] as const) {
    const started = startAnswer([ENDLESS])
    await takeUntil(started, type)
    assert.deepEqual(await started.events.return!(), { done: true, value: undefined })
    checkLeft(started, before)
  }
})

test('a reader who leaves while the model is silent ends the answer at once', async () => {
  const before = timers()
  const started = startAnswer([[{ until: FOREVER }]])
  await takeUntil(started, 'search')
  const waiting = started.events.next()
  const left = started.events.return!()
  assert.deepEqual((await waiting).value, { type: 'error', error: 'The answer failed. Please try again.' })
  assert.equal((await left).done, true)
  checkLeft(started, before)
})

test('a signal that aborts ends the answer with one error event', async () => {
  const before = timers()
  const started = startAnswer([ENDLESS])
  await takeUntil(started, 'token')
  await takeUntil(started, 'token')
  const waiting = started.events.next()
  started.reader.abort()
  assert.deepEqual(await waiting, { done: false, value: { type: 'error', error: 'The answer failed. Please try again.' } })
  assert.equal((await started.events.next()).done, true)
  checkLeft(started, before)
})

test('a signal that has aborted already lets nothing begin', async () => {
  const started = startAnswer(() => assert.fail('the model was asked'))
  started.reader.abort()
  assert.equal((await takeUntil(started, 'error')).type, 'error')
  assert.equal((await started.events.next()).done, true)
  checkLeft(started, timers())
})

test('an answer that is returned before it began is reported', async () => {
  const started = startAnswer(() => assert.fail('the model was asked'))
  await started.events.return!()
  checkLeft(started, timers())
  assert.equal((await started.events.next()).done, true)
})

test('a reader who leaves at the last event has had the whole answer', async () => {
  const started = startAnswer([['ANSWER:\nIt is 4321 [1].']])
  await takeUntil(started, 'done')
  await started.events.return!()
  assert.deepEqual(started.reports.map(({ outcome }) => outcome), ['answered'])
})

/** Plays with a clock that stands still until the test moves it. */
async function withClock(turn: Turn, setting: AnswerSetting, play: (started: StartedAnswer) => Promise<void>) {
  mock.timers.enable({ apis: ['setTimeout', 'Date'] })
  try {
    await play(startAnswer([turn], { ...setting, now: Date.now }))
  } finally {
    mock.timers.reset()
  }
}

/** Lets everything run that waits for nothing but its turn. */
async function settle() {
  for (let i = 0; i < 500; i += 1) await null
}

test('an answer that takes too long ends with one error event', async () => {
  await withClock([{ until: FOREVER }], {}, async (started) => {
    await takeUntil(started, 'search')
    const waiting = started.events.next()
    await settle()
    mock.timers.tick(119_999)
    await settle()
    assert.equal(started.model.openStreams(), 1)
    mock.timers.tick(1)
    assert.equal((await waiting).value.type, 'sources', 'readers still get what was found')
    assert.deepEqual((await started.events.next()).value, { type: 'error', error: 'The answer took too long. Please try again.' })
    await started.events.next()
    assert.deepEqual(started.reports.map(({ error, totalMs }) => [error, totalMs]), [['model-timeout', 120_000]])
    assert.deepEqual(started.log, ['An answer failed (model-timeout): The answer was not done within 120 s'])
  })
})

test('time runs out for a reader who does not read, too', async () => {
  await withClock(ENDLESS, {}, async (started) => {
    await takeUntil(started, 'token')
    mock.timers.tick(120_000)
    assert.equal(started.model.asked[0]!.signal.aborted, true)
    assert.equal((await takeUntil(started, 'error')).type, 'error')
  })
})
