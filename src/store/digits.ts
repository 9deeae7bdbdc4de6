/** Numbers from 0 <-> text, in digits of base 32: a digit that others follow is another character than the last one. */

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
const BASE = 32
const BITS = 5
/** Bits of the greatest number that is read. */
const MAX_BITS = 30
/** By UTF-16 unit the number of a digit; -1 for other characters. */
const NUMBERS = Int8Array.from({ length: 128 }, (_, unit) => DIGITS.indexOf(String.fromCharCode(unit)))

/** Numbers that are read one after another from a text. */
export interface DigitReader {
  readonly text: string
  /** Offset of the next digit. */
  at: number
}

/** The digits of a number, the lowest first. */
export function formatDigits(number: number): string {
  if (number < BASE) return DIGITS.charAt(number)
  return DIGITS.charAt(BASE + (number % BASE)) + formatDigits(Math.floor(number / BASE))
}

/** The next number; -1 where there is none. */
export function readDigits(reader: DigitReader): number {
  let number = 0
  for (let shift = 0; shift < MAX_BITS; shift += BITS) {
    const digit = NUMBERS[reader.text.charCodeAt(reader.at)] ?? -1
    if (digit < 0) return -1
    reader.at += 1
    if (digit < BASE) return number + (digit << shift)
    number += (digit - BASE) << shift
  }
  return -1
}
