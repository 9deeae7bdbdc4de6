/**
 * The lines of a question log, and the feedback of readers in them: record <-> one JSON object. A line that is read is
 * checked like any other input: its texts and lists are cut.
 */
import type { Outcome } from '../answer/answerer.ts'
import { END_OUTCOMES, type Support, SUPPORTS } from '../answer/events/event.ts'
import { isString, parseJsonObject } from '../base/json.ts'
import { type Decode, decodeOrNull, filledText, formatError, objectOf, oneOf, text } from '../graph/shape.ts'

/** A reader's judgment of an answer. */
export const VERDICTS = ['up', 'down'] as const
/** Reasons for a verdict, from a closed list. */
export const REASONS = ['wrong', 'incomplete', 'outdated', 'unclear', 'other'] as const

/** A verdict on one answer. Of several on the same answer the last counts. */
export interface Verdict {
  readonly type: 'verdict'
  /** Id of the answer, as its `outcome` event has it. */
  readonly answer: string
  readonly verdict: (typeof VERDICTS)[number]
  readonly reason?: (typeof REASONS)[number]
  /** A text by the reader. */
  readonly note?: string
}

/** A click on a result of a search. */
export interface Click {
  readonly type: 'click'
  /** Id of the page view that searched. */
  readonly view: string
  readonly query: string
  /** Position of the result in its list, from 1 on. */
  readonly rank: number
}

/** Any feedback. */
export type Feedback = Verdict | Click

const LINE_VERSION = 1

/** UTF-16 units of a query, of an id or address, and of a note that is read. */
const MAX_QUERY_LENGTH = 300
const MAX_ID_LENGTH = 300
const MAX_NOTE_LENGTH = 300
const MAX_DATE_LENGTH = 30
/** Ids or addresses of one line that is read. */
const MAX_LISTED = 5

const OUTCOMES = [...END_OUTCOMES, 'error', 'cancelled'] as const

/** A completed search: the last query before a pause or a click. */
export interface SearchLine {
  readonly type: 'search'
  /** Time in UTC, ISO 8601. */
  readonly at: string
  /** Random id of the page view; absent for clients that send none. */
  readonly view?: string
  readonly query: string
  /** Number of results, at most 20. */
  readonly results: number
  /** Ids of the best results. */
  readonly top: readonly string[]
  /** The first result that was clicked; absent without a click. */
  readonly click?: ClickedResult
}

/** A result that was clicked. */
export interface ClickedResult {
  /** Position from 1 on. */
  readonly rank: number
  /** Id of its section; absent if the search is no longer in memory. */
  readonly id?: string
}

/** An answer that has ended. */
export interface AnswerLine {
  readonly type: 'answer'
  readonly at: string
  readonly view?: string
  readonly id: string
  readonly query: string
  readonly outcome: Outcome
  readonly support: Support
  /** Addresses of cited sections. */
  readonly cited: readonly string[]
  /** Addresses of sections that the model has read. */
  readonly opened: readonly string[]
}

/** A click that came after the line of its search was written. */
export interface ClickLine extends ClickedResult {
  readonly type: 'click'
  readonly at: string
  readonly view: string
  readonly query: string
}

/** A verdict on an answer. */
export interface VerdictLine extends Verdict {
  readonly at: string
}

/** Any line. */
export type LogLine = SearchLine | AnswerLine | ClickLine | VerdictLine

/** The text of a line, without a line break. */
export function formatLine(line: LogLine): string {
  return JSON.stringify({ v: LINE_VERSION, ...line })
}

/** A line that was read, or the reason why it has no record. */
export type ParsedLine = LogLine | { readonly type: 'broken' } | { readonly type: 'other-version' }

/** Texts and lists of a line that is read are cut. */
const cutText = (length: number): Decode<string> => (value, path) => cut(text(value, path), length)
const id = cutText(MAX_ID_LENGTH)
const query = cutText(MAX_QUERY_LENGTH)
const ids: Decode<readonly string[]> = (value) => {
  return Array.isArray(value) ? value.slice(0, MAX_LISTED).filter(isString).map((one) => cut(one, MAX_ID_LENGTH)) : []
}
const date: Decode<string> = (value, path) => {
  const at = text(value, path)
  if (/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/.test(at) && at.length <= MAX_DATE_LENGTH) return at
  throw formatError(path, 'must be a date')
}
const number: Decode<number> = (value, path) => {
  if (typeof value === 'number') return value
  throw formatError(path, 'must be a number')
}

/** A field that is left out if it can't be read. */
function readable<T>(decode: Decode<T>): Decode<T | undefined> {
  return (value) => (value === undefined ? undefined : (decodeOrNull(value, decode) ?? undefined))
}

const TYPES = ['search', 'answer', 'click', 'verdict'] as const
const CLICKED = { rank: number, id: readable(id) }

const DECODERS: Readonly<Record<LogLine['type'], Decode<LogLine>>> = {
  search: objectOf<SearchLine>({
    type: oneOf(['search']), at: date, view: readable(id), query: (value, path) => query(filledText(value, path), path),
    results: number, top: ids, click: readable(objectOf<ClickedResult>(CLICKED)),
  }),
  answer: objectOf<AnswerLine>({
    type: oneOf(['answer']), at: date, view: readable(id), id, query, outcome: oneOf(OUTCOMES), support: oneOf(SUPPORTS),
    cited: ids, opened: ids,
  }),
  click: objectOf<ClickLine>({ type: oneOf(['click']), at: date, view: id, query, ...CLICKED }),
  verdict: objectOf<VerdictLine>({
    type: oneOf(['verdict']), at: date, answer: id, verdict: oneOf(VERDICTS), reason: readable(oneOf(REASONS)),
    note: readable(cutText(MAX_NOTE_LENGTH)),
  }),
}

/** Parses the text of one line. */
export function parseLine(text: string): ParsedLine {
  const value = parseJsonObject(text)
  const version = value?.['v']
  if (typeof version === 'number' && version !== LINE_VERSION) return { type: 'other-version' }
  const type = version === LINE_VERSION ? TYPES.find((one) => one === value?.['type']) : undefined
  return (type && decodeOrNull(value, DECODERS[type])) ?? { type: 'broken' }
}

function cut(text: string, length: number): string {
  return text.length <= length ? text : text.slice(0, length).toWellFormed()
}
