import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createProgressBar, nameIfSlow } from '../../../src/cli/terminal/progress.ts'
import { fakeIo } from '../../support/io.ts'

function draw(steps: readonly (readonly [ms: number, done: number])[], { isTerminal = true, isQuiet = false } = {}): string {
  let written = ''
  let atMs = 0
  const output = { write: (text: string) => void (written += text), isTerminal, columns: 80 }
  const bar = createProgressBar(output, { now: () => atMs, isQuiet })
  for (const [ms, done] of steps) {
    atMs = ms
    bar.update(done, 100)
  }
  bar.end()
  return written
}

test('a terminal shows a line that redraws itself, with rate and time left', () => {
  assert.equal(
    draw([[0, 0], [10, 1], [10_000, 50], [20_000, 100]]),
    ['0 of 100 sections (0 %)', '50 of 100 sections (50 %), 5.0/s, 10 s left', '100 of 100 sections (100 %), 5.0/s\n'].map((line) => `\r\u001b[2K  ${line}`).join(''),
  )
})

test('a file gets a plain line now and then', () => {
  assert.equal(
    draw([[0, 0], [5_000, 10], [600_000, 30], [601_000, 100]], { isTerminal: false }),
    '  0 of 100 sections (0 %)\n  30 of 100 sections (30 %), 0.1/s, 23 min 20 s left\n  100 of 100 sections (100 %), 0.2/s\n',
  )
})

test('nothing is shown to who wants quiet', () => {
  assert.equal(draw([[0, 0], [9_000, 50]], { isQuiet: true }), '')
})

test('nameIfSlow() names work that takes more than a second, on a terminal', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  for (const [isTerminal, ms, said] of [[true, 1_000, 'Reading docs …\n'], [true, 999, ''], [false, 9_000, '']] as const) {
    const io = fakeIo()
    let finish = (_: string) => {}
    const work = nameIfSlow(new Promise<string>((resolve) => (finish = resolve)), 'Reading docs', { stderr: { ...io.stderr, isTerminal } })
    t.mock.timers.tick(ms)
    finish('done')
    assert.equal(await work, 'done')
    t.mock.timers.tick(9_000)
    assert.equal(io.written.err, said)
  }
})
