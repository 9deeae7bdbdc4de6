/** The check that every option with a range goes through. */
import { AskError } from './errors.ts'

/** The value, or `AskError('usage')` that names the option and its range, both ends included. */
export function wholeNumber(name: string, value: number, [least, most]: readonly [number, number]): number {
  if (Number.isInteger(value) && value >= least && value <= most) return value
  throw new AskError('usage', `${name} must be a whole number from ${least} to ${most}, not ${value}`)
}
