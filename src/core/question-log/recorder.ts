/**
 * Searches, answers and feedback -> the lines of a question log. Each key that a reader types is a search: only the
 * last one before a pause or a click becomes a line. So the latest search of a page view waits in memory for a moment.
 */
import type { AnswerReport } from '../answer/answerer.ts'
import { messageOf } from '../base/errors.ts'
import { type Click, type ClickedResult, formatLine, type LogLine, type Verdict } from './line.ts'

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

interface Recorder extends RecorderDeps {
  /** By page view, in the order of their searches. */
  readonly views: Map<string, LatestSearch>
  timer: ReturnType<typeof setTimeout> | null
  hasFailed: boolean
}

/** A recorder without pending searches. */
export function createRecorder(deps: RecorderDeps): QuestionRecorder {
  const recorder: Recorder = { ...deps, views: new Map(), timer: null, hasFailed: false }
  return {
    search: (search) => recordSearch(recorder, search),
    answer: (report, view) => recordAnswer(recorder, report, view),
    click: (click) => recordClick(recorder, click),
    verdict: (verdict) => recordVerdict(recorder, verdict),
    flush: () => flush(recorder),
  }
}

function recordSearch(recorder: Recorder, made: MadeSearch): Promise<void> {
  const { views, now } = recorder
  const atMs = now()
  const { view } = made
  if (view === null) {
    writeSearch(recorder, { ...made, atMs })
    return Promise.resolve()
  }
  const latest = views.get(view)
  if (latest !== undefined) {
    if (Math.abs(atMs - latest.atMs) >= PAUSE_MS) endSearch(recorder, latest)
    release(latest)
    views.delete(view)
  }
  const [oldest] = views
  if (oldest !== undefined && views.size >= MAX_VIEWS) {
    endSearch(recorder, oldest[1])
    views.delete(oldest[0])
  }
  recorder.timer ??= setTimeout(sweep, HOLD_MS, recorder)
  return new Promise((onWritten) => views.set(view, { ...made, atMs, onWritten }))
}

function recordAnswer(recorder: Recorder, report: AnswerReport, view: string | null): void {
  const { id, question, outcome, support, cited, opened } = report
  write(recorder, {
    type: 'answer',
    at: dateOf(recorder.now()),
    ...(view !== null && { view }),
    id,
    query: recorder.clean(question),
    outcome,
    support,
    cited: cited.slice(0, MAX_LISTED),
    opened: opened.slice(0, MAX_LISTED),
  })
}

function recordClick(recorder: Recorder, { view, query, rank }: Click): void {
  const { views, now, clean } = recorder
  const latest = views.get(view)
  const search = latest?.query === query ? latest : undefined
  const id = search?.ids[rank - 1]
  const clicked = { rank, ...(id !== undefined && { id }) }
  if (search !== undefined && search.onWritten !== null) endSearch(recorder, search, clicked)
  else write(recorder, { type: 'click', at: dateOf(now()), view, query: clean(query), ...clicked })
}

function recordVerdict(recorder: Recorder, verdict: Verdict): void {
  const { note } = verdict
  const { now, clean } = recorder
  write(recorder, { ...verdict, at: dateOf(now()), ...(note !== undefined && { note: clean(note) }) })
}

function flush(recorder: Recorder): void {
  if (recorder.timer !== null) clearTimeout(recorder.timer)
  recorder.timer = null
  for (const search of recorder.views.values()) endSearch(recorder, search)
  recorder.views.clear()
}

/** Writes the searches whose click can be waited for no longer, and drops old ones. */
function sweep(recorder: Recorder): void {
  const { views, now } = recorder
  const atMs = now()
  for (const [view, search] of views) {
    const ageMs = Math.abs(atMs - search.atMs)
    if (ageMs >= HOLD_MS) endSearch(recorder, search)
    if (ageMs >= KEEP_MS) views.delete(view)
  }
  recorder.timer = views.size > 0 ? setTimeout(sweep, HOLD_MS, recorder) : null
}

/** Writes the line of a search that waits. */
function endSearch(recorder: Recorder, search: LatestSearch, click?: ClickedResult): void {
  if (search.onWritten === null) return
  writeSearch(recorder, search, click)
  release(search)
}

function release(search: LatestSearch): void {
  search.onWritten?.()
  search.onWritten = null
}

function writeSearch(
  recorder: Recorder,
  { view, query, ids, atMs }: Omit<LatestSearch, 'onWritten'>,
  click?: ClickedResult,
): void {
  write(recorder, {
    type: 'search',
    at: dateOf(atMs),
    ...(view !== null && { view }),
    query: recorder.clean(query),
    results: ids.length,
    top: ids.slice(0, MAX_LISTED),
    ...(click !== undefined && { click }),
  })
}

function write(recorder: Recorder, line: LogLine): void {
  try {
    recorder.sink.write(formatLine(line))
  } catch (error) {
    if (!recorder.hasFailed) recorder.log(`The question log can't be written: ${messageOf(error)}`)
    recorder.hasFailed = true
  }
}

function dateOf(ms: number): string {
  return new Date(ms).toISOString()
}
