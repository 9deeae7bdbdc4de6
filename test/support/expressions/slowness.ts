/** How the work of a regular expression grows with texts that are made against it. */
import { type Attack, attacksOn } from './attacks.ts'
import { createStepCounter } from './matcher.ts'
import { parseExpression } from './syntax.ts'

/** Pieces of the texts: each time twice as many. */
const COUNTS = [16, 32, 64] as const
/** Repetitions with a bound get this one, far below the number of pieces: growth up to a bound is no growth. */
const MAX_REPEAT = 4
/** Steps for a character that are linear without a second look. */
const FREE_STEPS = 5
/** The power of a linear expression is 1, that of a quadratic one 2, on texts that are long. */
const MAX_POWER = 1.6
/** Times as many steps for twice the length: more is the power 6, in practice an exponential expression. */
const MAX_GROWTH = 64
/** An exponential expression ends here. */
const MAX_STEPS = 10_000_000

/** A text that makes an expression slow, and the power of the length that its steps grow with: `Infinity` for exponential. */
export interface Slowness extends Attack {
  readonly power: number
}

export interface Expression {
  readonly source: string
  readonly flags: string
}

/** A text with which an expression is slow; null if all take time in proportion to their length. Ends after `maxSteps`. */
export function slownessOf({ source, flags }: Expression, maxSteps: number): Slowness | null {
  const syntax = parseExpression(source, flags)
  const times = (written: number) => (written === Infinity ? written : Math.min(written, MAX_REPEAT))
  const countSteps = createStepCounter(syntax.root, { flags, times })
  let left = maxSteps

  function stepsOf(attack: Attack, count: number, most = Infinity): number {
    const limit = Math.min(most, MAX_STEPS)
    const steps = countSteps(textOf(attack, count), limit)
    left -= Math.min(steps, limit)
    return steps
  }

  for (const attack of attacksOn(syntax)) {
    if (left < 0) break
    const few = stepsOf(attack, COUNTS[0])
    if (few <= FREE_STEPS * textOf(attack, COUNTS[0]).length) continue
    const some = stepsOf(attack, COUNTS[1], MAX_GROWTH * few)
    const power = some === Infinity ? Infinity : Math.log2((stepsOf(attack, COUNTS[2]) - some) / (some - few))
    if (power > MAX_POWER) return { ...attack, power }
  }
  return null
}

/** The text of an attack with a number of pieces. */
export function textOf({ prefix, piece, suffix }: Attack, count: number): string {
  return prefix + piece.repeat(count) + suffix
}
