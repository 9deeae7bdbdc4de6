/**
 * An object in a JSON file -> the text with other values of some members, which keep the style of the old ones: on one
 * line or on several, with their indentation. All other members stay as they are.
 */
import { isObject } from '../../base/json.ts'
import { appendEntry } from './insertion.ts'
import { propertiesOf } from './syntax.ts'
import { type Script, tokenAt } from './tokens.ts'

/** Text that replaces what is between two offsets. */
interface Edit {
  readonly start: number
  readonly end: number
  readonly text: string
}

type Members = Readonly<Record<string, unknown>>

/** The text with the members in the object that opens at a token; `present` is its value. */
export function setMembers(
  script: Script,
  open: number,
  { present, members }: { readonly present: Members; readonly members: Members },
): string {
  const { text } = script
  const edits: Edit[] = []
  const added: string[] = []
  for (const [key, value] of Object.entries(members)) {
    const property = propertiesOf(script, open).findLast((one) => one.key === key)
    if (typeof property?.value !== 'number') added.push(`${JSON.stringify(key)}: ${formatValue(value)}`)
    else if (JSON.stringify(present[key]) !== JSON.stringify(value)) {
      const [start, end] = [tokenAt(script, property.value).start, tokenAt(script, property.last).end]
      edits.push({ start, end, text: formatLike(value, text.slice(start, end)) })
    }
  }
  const lines = added.map((line, i) => (i < added.length - 1 ? `${line},` : line))
  const insertions = lines.length === 0 ? [] : appendEntry(script, open, lines)
  return replace(text, [...edits, ...insertions.map(({ at, text: line }) => ({ start: at, end: at, text: line }))])
}

/** A value on one line, with a space after each comma and colon. */
export function formatValue(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(formatValue).join(', ')}]`
  if (!isObject(value)) return JSON.stringify(value)
  const members = Object.entries(value).map(([key, item]) => `${JSON.stringify(key)}: ${formatValue(item)}`)
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`
}

/** A value as the old one was written: a list with an item on each line stays one. */
function formatLike(value: unknown, old: string): string {
  const [, lineBreak, indent] = /^\[[ \t]*(\r?\n)([ \t]*)(?=\S)/.exec(old) ?? []
  const isList = Array.isArray(value) && value.length > 0
  if (!isList || lineBreak === undefined || indent === undefined) return formatValue(value)
  const closing = /[ \t]*\]$/.exec(old)?.[0] ?? ']'
  return `[${lineBreak}${value.map((item) => indent + formatValue(item)).join(`,${lineBreak}`)}${lineBreak}${closing}`
}

function replace(text: string, edits: readonly Edit[]): string {
  const pieces: string[] = []
  let from = 0
  for (const { start, end, text: added } of edits.toSorted((a, b) => a.start - b.start)) {
    pieces.push(text.slice(from, start), added)
    from = end
  }
  return pieces.join('') + text.slice(from)
}
