/** Untrusted text -> text that no terminal obeys: without control characters and marks of the direction of writing. */
import { escapeUnits } from '../../core/base/json.ts'
import { foldSpace } from '../../core/base/text.ts'

const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g
const DIRECTION = /[\u061c\u200b\u200e\u200f\u2028\u2029\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g
const LOW = /[\0-\x1f]/g
const HARMFUL = /[\u007f-\u009f\u061c\u200b\u200e\u200f\u2028\u2029\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g

/** Sanitizes text: control characters become U+FFFD, direction marks are removed, line breaks and tabs stay. */
export function sanitizeText(text: string): string {
  return text.toWellFormed().replace(/\r\n/g, '\n').replace(CONTROL, '\ufffd').replace(DIRECTION, '')
}

export function sanitizeLine(text: string): string {
  return sanitizeText(foldSpace(text))
}

/** Sanitizes a path to a single line, in which a line break is `\u000a`: its owner has to find the file. */
export function sanitizePath(path: string): string {
  return sanitizeLine(escapeUnits(path, LOW))
}

/** Formats a value as JSON, with characters that are unsafe on a terminal escaped. */
export function formatJson(value: unknown): string {
  return `${escapeUnits(JSON.stringify(value, null, 2), HARMFUL)}\n`
}
