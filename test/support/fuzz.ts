/**
 * The sizes of the tests in `test/fuzz/`, and how work grows with its input. `npm run fuzz` takes a quarter of the rounds
 * and counts work; `npm run long` takes all rounds, the long counts that some tests name, and measures time, too;
 * `npm run unit -- test/fuzz/AREA` takes a twentieth of the rounds and looks at no growth.
 */
import assert from 'node:assert/strict'
import { countSteps } from './steps.ts'

/** Set by the runner for `npm run fuzz` and `npm run long`. */
export const isFuzz = process.env['ASK_FUZZ'] === '1'
/** Set by the runner for `npm run long`. */
const isLong = process.env['ASK_LONG'] === '1'

const FUZZ_PART = 4
const UNIT_PART = 20
/** Factor between the two lengths that are compared. Quadratic work takes its square: 64 times as much. */
const GROWTH = 8
/** Times as many steps as at the shorter length: twice what is linear, for logarithms and for bounds above that length. */
const MAX_STEPS_RATIO = 16
/** Times as long: four times what is linear, for caches and garbage. */
const MAX_TIME_RATIO = 32
/** Fewer steps, in sum, are those of setting something up. */
const FLOOR_STEPS = 4_000
/** Shorter times are noise. */
const FLOOR_MS = 2
const MAX_TRIES = 5

/** Rounds of a random test out of all of them; `long` is their number in `npm run long`. */
export function rounds(all: number, long = all): number {
  if (isLong) return long
  return Math.ceil(all / (isFuzz ? FUZZ_PART : UNIT_PART))
}

/** Checks that some work grows no faster than the length it is given. */
export function checkGrowth(length: number, work: (length: number) => void, name = ''): void {
  const part = Math.ceil(length / GROWTH)
  if (!isFuzz) {
    work(Math.ceil(part / UNIT_PART))
    return
  }
  if (isLong) {
    checkTime(part, length, work, name)
    return
  }
  const [short, long] = [Math.ceil(part / FUZZ_PART), Math.ceil(length / FUZZ_PART)]
  const [few, many] = [countSteps(() => work(short)), countSteps(() => work(long))]
  assert.ok(many <= MAX_STEPS_RATIO * Math.max(few, FLOOR_STEPS), `${name} takes ${few} steps for a length of ${short}, ${many} for ${long}`)
}

/** The same for a text of each piece, repeated to the length. */
export function checkLinear(length: number, pieces: readonly string[], work: (text: string) => void): void {
  for (const piece of pieces) checkGrowth(length, (size) => work(piece.repeat(Math.ceil(size / piece.length))), JSON.stringify(piece))
}

/** Checks the processor time, best of some tries: it sees what steps don't, the work inside of regular expressions and copies. */
function checkTime(part: number, length: number, work: (length: number) => void, name: string): void {
  let [short, long] = [Infinity, Infinity]
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    short = Math.min(short, cpuMs(() => work(part)))
    long = Math.min(long, cpuMs(() => work(length)))
    if (long <= MAX_TIME_RATIO * Math.max(short, FLOOR_MS)) return
  }
  assert.fail(`${name} takes ${short.toFixed(1)} ms for a length of ${part}, ${long.toFixed(1)} ms for ${length}`)
}

/** Processor time of the work, in milliseconds: other programs on the machine count little. */
function cpuMs(work: () => void): number {
  const start = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(start)
  return (user + system) / 1_000
}
