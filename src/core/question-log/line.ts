/**
 * The lines of a question log, and the feedback of readers in them: record <-> one JSON object. A line that is read is
 * checked like any other input: its texts and lists are cut.
 */
import type { Outcome } from '../answer/answerer.ts'
import { END_OUTCOMES, type Support, SUPPORTS } from '../answer/events/event.ts'
import { isObject, isString, type JsonObject, parseJsonObject } from '../base/json.ts'

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

/** Version of the format. */
const LINE_VERSION = 1

/** UTF-16 units of a query, of an id or address, and of a note that is read. */
const MAX_QUERY_LENGTH = 300
const MAX_ID_LENGTH = 300
const MAX_NOTE_LENGTH = 300
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

const BROKEN = { type: 'broken' } as const

/** Parses the text of one line. */
export function parseLine(text: string): ParsedLine {
  const value = parseJsonObject(text)
  if (typeof value?.['v'] !== 'number') return BROKEN
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
  return Array.isArray(value) ? value.slice(0, MAX_LISTED).filter(isString).map((id) => cut(id, MAX_ID_LENGTH)) : []
}

function cut(text: string, length: number): string {
  return text.length <= length ? text : text.slice(0, length).toWellFormed()
}
