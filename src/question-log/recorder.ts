/**
 * Searches, answers and feedback -> the lines of a question log. Each key that a reader types is a search: only the
 * last
 * one before a pause or a click becomes a line. So the latest search of a page view waits in memory for a moment.
 */
import type { AnswerReport } from '../answer/answerer.ts'
import { messageOf } from '../base/errors.ts'
import type { Click, Verdict } from './feedback.ts'
import { type ClickedResult, formatLine, type LogLine } from './line.ts'

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

  function writeSearch({ view, query, ids, atMs }: Omit<LatestSearch, 'onWritten'>, click?: ClickedResult): void {
    write({
      type: 'search',
      at: dateOf(atMs),
      ...(view !== null && { view }),
      query: clean(query),
      results: ids.length,
      top: ids.slice(0, MAX_LISTED),
      ...(click !== undefined && { click }),
    })
  }

  /** Writes the line of a search that waits. */
  function end(search: LatestSearch, click?: ClickedResult): void {
    if (search.onWritten === null) return
    writeSearch(search, click)
    release(search)
  }

  function release(search: LatestSearch): void {
    search.onWritten?.()
    search.onWritten = null
  }

  function sweep(): void {
    timer = null
    const atMs = now()
    for (const [view, search] of views) {
      const ageMs = Math.abs(atMs - search.atMs)
      if (ageMs >= HOLD_MS) end(search)
      if (ageMs >= KEEP_MS || views.size > MAX_VIEWS) views.delete(view)
    }
    if (views.size > 0) timer = setTimeout(sweep, HOLD_MS)
  }

  function search(made: MadeSearch): Promise<void> {
    const atMs = now()
    const { view } = made
    if (view === null) {
      writeSearch({ ...made, atMs })
      return Promise.resolve()
    }
    const latest = views.get(view)
    if (latest !== undefined) {
      if (Math.abs(atMs - latest.atMs) >= PAUSE_MS) end(latest)
      else release(latest)
      views.delete(view)
    }
    if (views.size >= MAX_VIEWS) dropOldest()
    timer ??= setTimeout(sweep, HOLD_MS)
    return new Promise((onWritten) => views.set(view, { ...made, atMs, onWritten }))
  }

  function dropOldest(): void {
    for (const [view, oldest] of views) {
      end(oldest)
      views.delete(view)
      return
    }
  }

  function answer({ id, question, outcome, support, cited, opened }: AnswerReport, view: string | null): void {
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
  }

  function click({ view, query, rank }: Click): void {
    const latest = views.get(view)
    const id = latest?.query === query ? latest.ids[rank - 1] : undefined
    const clicked = { rank, ...(id !== undefined && { id }) }
    if (latest?.query === query && latest.onWritten !== null) end(latest, clicked)
    else write({ type: 'click', at: dateOf(now()), view, query: clean(query), ...clicked })
  }

  function verdict(given: Verdict): void {
    const { note } = given
    write({ ...given, at: dateOf(now()), ...(note !== undefined && { note: clean(note) }) })
  }

  function flush(): void {
    if (timer !== null) clearTimeout(timer)
    timer = null
    for (const search of views.values()) end(search)
    views.clear()
  }

  return { search, answer, click, verdict, flush }
}

function dateOf(ms: number): string {
  return new Date(ms).toISOString()
}
