import assert from 'node:assert/strict'
import { test } from 'node:test'
import { playAnswer } from '../../support/play-answer.ts'
import type { Turn } from '../../support/scripted-model.ts'

const LOOK: Turn = ['Let me look.', { call: 'search', args: { query: 'static' } }, { call: 'grep', args: null }]

test('the report tells all of an answer', async () => {
  let clock = 0
  const answer: Turn = ['ANSWER:\nPass `--port` [1]. Not `--harbour`.', { finish: 'stop' }]
  const { report } = await playAnswer([LOOK, answer], { now: () => (clock += 5) })
  const { firstTokenMs, totalMs, ...rest } = report
  assert.deepEqual(rest, {
    id: 'k1',
    question: 'Which port?',
    answer: 'Pass `--port` [1](/guide/server/#port). Not `--harbour`.\n\n' +
      "*Check this before you use it, the sections above don't have it:* `--harbour`",
    outcome: 'answered',
    support: 'weak',
    error: null,
    model: 'scripted-1',
    provider: 'scripted',
    baseUrl: 'http://127.0.0.1/v1',
    steps: 2,
    calls: [{ name: 'search', args: { query: 'static' } }, { name: 'grep', args: null }],
    sources: 2,
    cited: ['/guide/server/#port'],
    opened: ['/guide/server/#port', '/guide/routing/#static-routes'],
    invented: ['--harbour'],
    usage: { input: 200, output: 20, cached: 10, cacheWrite: 4, reasoning: 2 },
    cost: 220,
    isEstimated: false,
    isReplayed: false,
    finish: 'stop',
  })
  assert.ok(firstTokenMs! > 0 && totalMs > firstTokenMs!)
})

test('the report of an answer that failed tells what it came to', async () => {
  const { report } = await playAnswer([LOOK, [{ fail: new Error('broken') }]])
  const { answer, outcome, support, error, steps, sources, usage, isEstimated, finish, firstTokenMs } = report
  assert.deepEqual([answer, outcome, support, error, steps, sources], ['', 'error', 'ungrounded', 'model', 2, 0])
  // The request that broke is counted by its bytes.
  assert.ok(usage.input > 200 && isEstimated)
  assert.deepEqual([finish, firstTokenMs], ['tool-calls', null])
})

test('the report tells how well an answer rests on its sources', async () => {
  const rows = [
    ['The port is 4321 [1]. That is a number [1].', 'grounded'],
    ['The port is 4321 [1]. That is a number.', 'grounded'],
    ['The port is 4321 [1]. That is a number. The flag is another one. It is a word.', 'weak'],
    ['The port is 4321. That is a number.', 'ungrounded'],
    ['The port is 4321 [9].', 'ungrounded'],
  ] as const
  for (const [text, support] of rows) assert.equal((await playAnswer([[`ANSWER:\n${text}`]])).report.support, support, text)
})
