/** The check of options with a range. */
import { AskError } from './errors.ts'

/** The value; throws `AskError('usage')` with the option's name and range (both ends included) for any other. */
export function wholeNumber(name: string, value: number, [min, max]: readonly [number, number]): number {
  if (Number.isInteger(value) && value >= min && value <= max) return value
  throw new AskError('usage', `${name} must be a whole number from ${min} to ${max}, not ${value}`)
}
