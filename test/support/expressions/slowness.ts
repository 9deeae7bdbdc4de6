/** How the work of a regular expression grows with texts that are made against it. */
import { type Attack, attacksOn } from './attacks.ts'
import { createStepCounter } from './matcher.ts'
import { parseExpression } from './syntax.ts'

/** Pieces of the texts: each time twice as many. */
const COUNTS = [16, 32, 64] as const
/** Repetitions with a bound get this one, far below the number of pieces: growth up to a bound is no growth. */
const MAX_REPEAT = 4
/** Steps for a character that are linear without a second look. */
const FREE_STEPS = 8
/** The power of a linear expression is 1, that of a quadratic one 2, on texts that are long. */
const MAX_POWER = 1.6
/** Times as many steps for twice the length: more is the power 6, in practice an exponential expression. */
const MAX_GROWTH = 64
/** UTF-16 units of a text that is longer than most bounds. */
const BOUNDED_LENGTH = 1_500
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

/**
 * True if a text takes more than `most` steps a character, with the bounds of repetitions as they are written: what is
 * bounded twice takes the product of both. Ends after `maxSteps`.
 */
export function isDense({ source, flags }: Expression, most: number, maxSteps: number): boolean {
  const syntax = parseExpression(source, flags)
  const countSteps = createStepCounter(syntax.root, { flags, times: (written) => written })
  let left = maxSteps
  for (const attack of attacksOn(syntax)) {
    if (left < 0) break
    const text = textOf(attack, Math.ceil(BOUNDED_LENGTH / attack.piece.length))
    const limit = most * text.length
    const steps = countSteps(text, limit)
    if (steps > limit) return true
    left -= steps
  }
  return false
}

/** The text of an attack with a number of pieces. */
export function textOf({ prefix, piece, suffix }: Attack, count: number): string {
  return prefix + piece.repeat(count) + suffix
}
