/** A line of a question log -> its record. A log is validated like any other input. */
import { END_OUTCOMES, SUPPORTS } from '../answer/events/event.ts'
import { isObject, type JsonObject, parseJson } from '../base/json.ts'
import { REASONS, VERDICTS } from '../question-log/feedback.ts'
import { LINE_VERSION, type LogLine } from '../question-log/line.ts'

/** UTF-16 units of a query, of an id or address, and of a note; longer ones are cut. */
const MAX_QUERY_LENGTH = 300
const MAX_ID_LENGTH = 300
const MAX_NOTE_LENGTH = 300
/** Ids or addresses of one line. */
const MAX_LISTED = 5

const OUTCOMES = [...END_OUTCOMES, 'error', 'cancelled'] as const

/** A line, or the reason why it has no record. */
export type ParsedLine = LogLine | { readonly type: 'broken' | 'other-version' }

const BROKEN = { type: 'broken' } as const

/** Parses the text of one line. */
export function parseLine(text: string): ParsedLine {
  const value = parseJson(text)
  if (!isObject(value) || typeof value['v'] !== 'number') return BROKEN
  if (value['v'] !== LINE_VERSION) return { type: 'other-version' }
  const at = value['at']
  if (typeof at !== 'string' || !/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/.test(at) || at.length > 30) return BROKEN
  switch (value['type']) {
    case 'search': return parseSearch(value, at)
    case 'answer': return parseAnswer(value, at)
    case 'click': return parseClick(value, at)
    case 'verdict': return parseVerdict(value, at)
    default: return BROKEN
  }
}

function parseSearch(value: JsonObject, at: string): ParsedLine {
  const { query, results, click } = value
  if (typeof query !== 'string' || query.trim() === '' || typeof results !== 'number') return BROKEN
  const clicked = isObject(click) ? rankOf(click) : null
  return {
    type: 'search', at, ...viewOf(value), query: cut(query, MAX_QUERY_LENGTH), results, top: idsOf(value['top']),
    ...(clicked !== null && { click: clicked }),
  }
}

function parseAnswer(value: JsonObject, at: string): ParsedLine {
  const { id, query } = value
  if (typeof id !== 'string' || typeof query !== 'string') return BROKEN
  const outcome = OUTCOMES.find((one) => one === value['outcome'])
  const support = SUPPORTS.find((one) => one === value['support'])
  if (outcome === undefined || support === undefined) return BROKEN
  const [cited, opened] = [idsOf(value['cited']), idsOf(value['opened'])]
  return {
    type: 'answer', at, ...viewOf(value), id: cut(id, MAX_ID_LENGTH), query: cut(query, MAX_QUERY_LENGTH),
    outcome, support, cited, opened,
  }
}

function parseClick(value: JsonObject, at: string): ParsedLine {
  const { view } = viewOf(value)
  const [query, clicked] = [value['query'], rankOf(value)]
  if (view === undefined || typeof query !== 'string' || clicked === null) return BROKEN
  return { type: 'click', at, view, query: cut(query, MAX_QUERY_LENGTH), ...clicked }
}

function parseVerdict(value: JsonObject, at: string): ParsedLine {
  const { answer, note } = value
  const verdict = VERDICTS.find((one) => one === value['verdict'])
  const reason = REASONS.find((one) => one === value['reason'])
  if (typeof answer !== 'string' || verdict === undefined) return BROKEN
  return {
    type: 'verdict', at, answer: cut(answer, MAX_ID_LENGTH), verdict, ...(reason !== undefined && { reason }),
    ...(typeof note === 'string' && { note: cut(note, MAX_NOTE_LENGTH) }),
  }
}

function viewOf({ view }: JsonObject): { readonly view?: string } {
  return typeof view === 'string' ? { view: cut(view, MAX_ID_LENGTH) } : {}
}

function rankOf({ rank, id }: JsonObject): { readonly rank: number; readonly id?: string } | null {
  if (typeof rank !== 'number') return null
  return { rank, ...(typeof id === 'string' && { id: cut(id, MAX_ID_LENGTH) }) }
}

function idsOf(value: unknown): readonly string[] {
  if (!Array.isArray(value)) return []
  if (value.length <= MAX_LISTED && value.every(isShort)) return value
  return value.slice(0, MAX_LISTED).flatMap((id: unknown) => (typeof id === 'string' ? cut(id, MAX_ID_LENGTH) : []))
}

function isShort(id: unknown): id is string {
  return typeof id === 'string' && id.length <= MAX_ID_LENGTH
}

function cut(text: string, length: number): string {
  return text.length <= length ? text : text.slice(0, length).toWellFormed()
}
