/**
 * Text of anyone -> text a terminal shows and does not obey: escape sequences,
 * other control characters and marks that turn the direction of writing.
 */
import { foldSpace } from '../../base/fold-space.ts'

const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g
const DIRECTION = /[\u061c\u200b\u200e\u200f\u2028\u2029\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g
const HARMFUL = /[\u007f-\u009f\u061c\u200b\u200e\u200f\u2028\u2029\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g

/** Control characters become U+FFFD, direction marks go; line breaks and tabs stay. */
export function safeText(text: string): string {
  return text.toWellFormed().replace(/\r\n/g, '\n').replace(CONTROL, '\ufffd').replace(DIRECTION, '')
}

/** The same on a single line. */
export function safeLine(text: string): string {
  return safeText(foldSpace(text))
}

/** A value as JSON that says the same and is safe to print: harmful characters are escaped. */
export function safeJson(value: unknown): string {
  const escape = (char: string) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`
  return `${JSON.stringify(value, null, 2).replace(HARMFUL, escape)}\n`
}
