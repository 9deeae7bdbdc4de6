/**
 * The sizes of the tests in `test/fuzz/`: `npm run fuzz` takes every round and measures how work grows; `npm run long`
 * takes the long counts that some tests name, too; `npm run unit -- test/fuzz/AREA` takes a twentieth of the rounds and
 * measures nothing.
 */
import assert from 'node:assert/strict'

/** Set by the runner for `npm run fuzz` and `npm run long`. */
export const isFuzz = process.env['ASK_FUZZ'] === '1'
/** Set by the runner for `npm run long`. */
const isLong = process.env['ASK_LONG'] === '1'

const UNIT_PART = 20
/** Factor between the two lengths that are measured. Quadratic work takes its square: 64 times as long. */
const GROWTH = 8
/** Times as long as eight times the length may take: four times what is linear, for caches and garbage. */
const MAX_RATIO = 32
/** Shorter times are noise. */
const FLOOR_MS = 2
const MAX_TRIES = 5

/** Rounds of a random test out of all of them; `long` is their number in `npm run long`. */
export function rounds(all: number, long = all): number {
  if (isLong) return long
  return isFuzz ? all : Math.ceil(all / UNIT_PART)
}

/** Checks that the processor time of some work grows no faster than the length it is given, best of some tries. */
export function checkGrowth(length: number, work: (length: number) => void, name = ''): void {
  const part = Math.ceil(length / GROWTH)
  if (!isFuzz) {
    work(Math.ceil(part / UNIT_PART))
    return
  }
  let [short, long] = [Infinity, Infinity]
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    short = Math.min(short, cpuMs(() => work(part)))
    long = Math.min(long, cpuMs(() => work(length)))
    if (long <= MAX_RATIO * Math.max(short, FLOOR_MS)) return
  }
  assert.fail(`${name} takes ${short.toFixed(1)} ms for a length of ${part}, ${long.toFixed(1)} ms for ${length}`)
}

/** The same for a text of each piece, repeated to the length. */
export function checkLinear(length: number, pieces: readonly string[], work: (text: string) => void): void {
  for (const piece of pieces) checkGrowth(length, (size) => work(piece.repeat(Math.ceil(size / piece.length))), JSON.stringify(piece))
}

/** Processor time of the work, in milliseconds: other programs on the machine count little. */
function cpuMs(work: () => void): number {
  const start = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(start)
  return (user + system) / 1_000
}
