/**
 * Searches, answers and feedback -> the lines of a question log, each one JSON object, and back: a line that is read is
 * checked like any other input, its texts and lists are cut. Each key that a reader types is a search: only the last
 * one before a pause or a click becomes a line. So the latest search of a page view waits in memory for a moment.
 */
import type { AnswerReport, Outcome } from './answer/answerer.ts'
import { END_OUTCOMES, type Support, SUPPORTS } from './answer/event.ts'
import { messageOf } from './base/errors.ts'
import { isCount, isString, parseJsonObject } from './base/json.ts'
import { firstUnits } from './base/text.ts'
import { type Decode, decodeOrNull, filledText, formatError, objectOf, oneOf, text } from './graph/shape.ts'

/** Silence after which the next query of a page view is another search. */
const PAUSE_MS = 3_000
/** Time for which the line of a search waits for its click. */
const HOLD_MS = 10_000
/** Time for which a later click finds the id of its result. */
const KEEP_MS = 600_000
/** Page views in memory; the oldest are dropped first. */
const MAX_VIEWS = 5_000
/** Ids of results, and addresses of sections, in one line. */
const MAX_LISTED = 5

/** A receiver of lines, such as `openQuestionLog()` of `ask-service/node`. */
export interface QuestionSink {
  /** Takes one line of JSON, without a line break. Must return at once. */
  readonly write: (line: string) => void
}

/** A search that was made. */
export interface MadeSearch {
  /** Id of the page view, null if the client sends none. */
  readonly view: string | null
  readonly query: string
  /** Ids of all results, best first. */
  readonly ids: readonly string[]
}

/** A recorder that writes a question log. Its functions never throw or reject. */
export interface QuestionRecorder {
  /** Resolves when the line is written, or replaced by a later search of the same page view. */
  readonly search: (search: MadeSearch) => Promise<void>
  readonly answer: (report: AnswerReport, view: string | null) => void
  readonly click: (click: Click) => void
  readonly verdict: (verdict: Verdict) => void
  /** Writes the searches that wait. */
  readonly flush: () => void
}

/** Dependencies of a recorder. */
export interface RecorderDeps {
  readonly sink: QuestionSink
  /** Redacts readers' text: removes what must not be stored. */
  readonly clean: (text: string) => string
  /** Clock in milliseconds since 1970. */
  readonly now: () => number
  /** Takes lines for the site's owner. */
  readonly log: (line: string) => void
}

/** The latest search of a page view. */
interface LatestSearch extends MadeSearch {
  readonly atMs: number
  /** Called once, when the line is written or dropped; null from then on. */
  onWritten: (() => void) | null
}

/** A recorder without pending searches. */
export function createRecorder({ sink, clean, now, log }: RecorderDeps): QuestionRecorder {
  /** By page view, in the order of their searches. */
  const views = new Map<string, LatestSearch>()
  let timer: ReturnType<typeof setTimeout> | null = null
  let hasFailed = false

  function write(line: LogLine): void {
    try {
      sink.write(formatLine(line))
    } catch (error) {
      if (!hasFailed) log(`The question log can't be written: ${messageOf(error)}`)
      hasFailed = true
    }
  }

  function endSearch(search: LatestSearch, click?: ClickedResult): void {
    if (search.onWritten === null) return
    const { view, query, ids, atMs } = search
    write({
      type: 'search',
      at: dateOf(atMs),
      ...(view !== null && { view }),
      query: clean(query),
      results: ids.length,
      top: ids.slice(0, MAX_LISTED),
      ...(click !== undefined && { click }),
    })
    release(search)
  }

  /** Writes the searches whose click can be waited for no longer, and drops old ones. */
  function sweep(): void {
    const atMs = now()
    for (const [view, search] of views) {
      const ageMs = Math.abs(atMs - search.atMs)
      if (ageMs >= HOLD_MS) endSearch(search)
      if (ageMs >= KEEP_MS) views.delete(view)
    }
    timer = views.size > 0 ? setTimeout(sweep, HOLD_MS) : null
  }

  return {
    search: (made) => new Promise((onWritten) => {
      const { view } = made
      const search: LatestSearch = { ...made, atMs: now(), onWritten }
      if (view === null) return endSearch(search)
      const latest = views.get(view)
      if (latest !== undefined) {
        if (Math.abs(search.atMs - latest.atMs) >= PAUSE_MS) endSearch(latest)
        release(latest)
        views.delete(view)
      }
      const [oldest] = views
      if (oldest !== undefined && views.size >= MAX_VIEWS) {
        endSearch(oldest[1])
        views.delete(oldest[0])
      }
      timer ??= setTimeout(sweep, HOLD_MS)
      views.set(view, search)
    }),
    answer({ id, question, outcome, support, cited, opened }, view) {
      write({
        type: 'answer',
        at: dateOf(now()),
        ...(view !== null && { view }),
        id,
        query: clean(question),
        outcome,
        support,
        cited: cited.slice(0, MAX_LISTED),
        opened: opened.slice(0, MAX_LISTED),
      })
    },
    click({ view, query, rank }) {
      const latest = views.get(view)
      const search = latest?.query === query ? latest : undefined
      const id = search?.ids[rank - 1]
      const clicked = { rank, ...(id !== undefined && { id }) }
      if (search !== undefined && search.onWritten !== null) endSearch(search, clicked)
      else write({ type: 'click', at: dateOf(now()), view, query: clean(query), ...clicked })
    },
    verdict(verdict) {
      const { note } = verdict
      write({ ...verdict, at: dateOf(now()), ...(note !== undefined && { note: clean(note) }) })
    },
    flush() {
      if (timer !== null) clearTimeout(timer)
      timer = null
      for (const search of views.values()) endSearch(search)
      views.clear()
    },
  }
}

function release(search: LatestSearch): void {
  search.onWritten?.()
  search.onWritten = null
}

function dateOf(ms: number): string {
  return new Date(ms).toISOString()
}

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
const MAX_LOGGED_QUERY_LENGTH = 300
const MAX_ID_LENGTH = 300
const MAX_NOTE_LENGTH = 300
const MAX_DATE_LENGTH = 30

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

interface ClickedResult {
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
interface ClickLine extends ClickedResult {
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
const cutText = (length: number): Decode<string> => (value, path) => firstUnits(text(value, path), length)
const id = cutText(MAX_ID_LENGTH)
const query = cutText(MAX_LOGGED_QUERY_LENGTH)
const ids: Decode<readonly string[]> = (value) => {
  const listed = Array.isArray(value) ? value.slice(0, MAX_LISTED).filter(isString) : []
  return listed.map((one) => firstUnits(one, MAX_ID_LENGTH))
}
const date: Decode<string> = (value, path) => {
  const at = text(value, path)
  const isDate = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/.test(at) && !Number.isNaN(Date.parse(at))
  if (isDate && at.length <= MAX_DATE_LENGTH) return at
  throw formatError(path, 'must be a date')
}
const number: Decode<number> = (value, path) => {
  if (isCount(value)) return value
  throw formatError(path, 'must be a whole number')
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
    type: oneOf(['answer']), at: date, view: readable(id), id, query, outcome: oneOf(OUTCOMES),
    support: oneOf(SUPPORTS), cited: ids, opened: ids,
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
