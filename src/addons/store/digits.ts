/** Numbers from 0 <-> text, in digits of base 32. The last digit of a number has a character set of its own. */

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
const BASE = 32
const BITS = 5
/** Bits of the greatest number that is read. */
const MAX_BITS = 30
/** Value of each digit by its UTF-16 unit; -1 for other characters. */
const NUMBERS = Int8Array.from({ length: 128 }, (_, unit) => DIGITS.indexOf(String.fromCharCode(unit)))

/** A position in a text from which numbers are read one after another. */
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
