/** The check of all regular expressions, with the list of those that need not pass it. */
import assert from 'node:assert/strict'
import { allExpressions, type SourceExpression } from './all.ts'
import { EXCEPTIONS } from './exceptions.ts'
import { isDense, slownessOf } from './slowness.ts'

/** Steps that prove an exception: a few are most often enough. */
const EXCEPTION_STEPS = [200_000, 20_000_000]

/** Fails for expressions that are slow and no exceptions, and for exceptions that are not needed. */
export function checkExpressions(maxSteps: number): void {
  const all = allExpressions()
  const isFor = ([file, name]: (typeof EXCEPTIONS)[number]) => (one: SourceExpression) => one.file === file && one.name === name
  const excepted = EXCEPTIONS.map((exception) => all.filter(isFor(exception)))
  const others = all.filter((one) => !excepted.flat().includes(one))
  const slow = others.flatMap((one) => describe(one, maxSteps))
  assert.ok(slow.length === 0, `slow: repair it, or bound its texts and name the bound in exceptions.ts\n${slow.join('\n')}`)
  const isNeeded = (those: readonly SourceExpression[] = []) => {
    return EXCEPTION_STEPS.some((steps) => those.some((one) => slownessOf(one, steps) !== null))
  }
  const unneeded = EXCEPTIONS.filter((_, at) => !isNeeded(excepted[at]))
  assert.ok(unneeded.length === 0, `fast now: take it out of exceptions.ts\n${unneeded.map(([file, name]) => `${file} ${name}`).join('\n')}`)
}

/** Fails for expressions whose bounds allow more than `most` steps for a character, among those with large bounds. */
export function checkBounds(most: number, maxSteps: number): void {
  const isExcepted = (one: SourceExpression) => EXCEPTIONS.some(([file, name]) => file === one.file && name === one.name)
  const bounded = allExpressions().filter((one) => /\{\d*,?\d{2,}\}/.test(one.source) && !isExcepted(one))
  const dense = bounded.filter((one) => isDense(one, most, maxSteps))
  assert.ok(dense.length === 0, `bounds too large\n${dense.map(({ file, line, name }) => `src/${file}:${line} ${name}`).join('\n')}`)
}

function describe(one: SourceExpression, maxSteps: number): string[] {
  const slowness = slownessOf(one, maxSteps)
  if (slowness === null) return []
  const { prefix, piece, suffix, power } = slowness
  const [start, end] = [JSON.stringify(prefix), JSON.stringify(suffix)]
  return [`src/${one.file}:${one.line} ${one.name}: length to the power ${power.toFixed(1)} for ${start} + ${JSON.stringify(piece)}.repeat(n) + ${end}`]
}
