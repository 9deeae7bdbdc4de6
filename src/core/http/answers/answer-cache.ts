/**
 * Answers that were given, by question and content, for other readers with the same question: each is replayed with a
 * report of its own, and without cost. The oldest leave first.
 */
import type { AnswerReport } from '../../answer/answerer.ts'
import type { AnswerEvent } from '../../answer/event.ts'
import { isOf } from '../../answer/tools/library.ts'
import { NO_USAGE } from '../../llm/model.ts'
import type { HttpRequest } from '../wire/message.ts'
import type { AskRequest } from './question.ts'

/** Longest time that an answer is stored. */
const MAX_AGE_MS = 600_000
const MAX_ANSWERS = 500
/** UTF-16 units of all answers together. */
const MAX_LENGTH = 4_194_304
/** UTF-16 units of one answer; a longer one is not cached. */
const MAX_ANSWER_LENGTH = 262_144
/** UTF-16 units that are counted for each event besides its JSON. */
const EVENT_LENGTH = 64

export const READER_LEFT = { outcome: 'cancelled', error: 'cancelled' } as const

export interface GivenAnswer {
  /** All of its events, the last one included. */
  readonly events: readonly AnswerEvent[]
  readonly report: AnswerReport
}

/** What the run of an answer shares with its replay: the request, and the receiver of reports. */
export interface GivenContext extends Pick<HttpRequest, 'signal' | 'waitUntil'> {
  /** Takes the report of an answer that was begun. Resolves when it is delivered; never rejects. */
  readonly deliver: (report: AnswerReport) => Promise<void>
}

/** An empty cache of answers by question and content; `now` is a clock in milliseconds. */
export function createAnswerCache(now: () => number) {
  /** Oldest first. */
  const answers = new Map<string, { readonly answer: GivenAnswer; readonly length: number; readonly atMs: number }>()
  let length = 0

  function drop(key: string): void {
    length -= answers.get(key)?.length ?? 0
    answers.delete(key)
  }

  const isOld = (atMs: number) => Math.abs(now() - atMs) >= MAX_AGE_MS

  function recent(key: string): GivenAnswer | null {
    const cached = answers.get(key)
    return cached === undefined || isOld(cached.atMs) ? null : cached.answer
  }

  return {
    /** The recent answer to a question, by its key, for readers of `page`; null if there is none. */
    get(question: string, page: string | null): GivenAnswer | null {
      const answer = recent(question)
      return recent(keyOn(page, question)) ?? (answer === null || dependsOn(page, answer) ? null : answer)
    },
    /** Stores the answer that a reader of `page` got, unless it is too long. */
    set(question: string, page: string | null, answer: GivenAnswer): void {
      const key = dependsOn(page, answer) ? keyOn(page, question) : question
      // The report contains the question and the text of the answer again.
      const reportLength = key.length + answer.report.question.length + answer.report.answer.length
      const lengths = answer.events.map((event) => EVENT_LENGTH + JSON.stringify(event).length)
      const added = lengths.reduce((sum, one) => sum + one, reportLength)
      if (added > MAX_ANSWER_LENGTH) return
      drop(key)
      answers.set(key, { answer, length: added, atMs: now() })
      length += added
      for (const [oldest, cached] of answers) {
        if (answers.size <= MAX_ANSWERS && length <= MAX_LENGTH && !isOld(cached.atMs)) return
        drop(oldest)
      }
    },
  }
}

/**
 * True if an answer may be another one for readers of other pages: sections of `page` come first where they are found,
 * so what was found without them is the same on every page. Sources have no ids: an id counts as found.
 */
function dependsOn(page: string | null, { events }: GivenAnswer): boolean {
  if (page === null) return false
  const found = events.flatMap((event) => (event.type === 'sources' ? event.sources : []))
  return !page.startsWith('/') || found.some(({ url }) => isOf({ id: '', url }, page))
}

function keyOn(page: string | null, question: string): string {
  return `${JSON.stringify(page)} ${question}`
}

/** The key of a question in its conversation; `contentKey` identifies the content that its answer was made from. */
export function cacheKey(
  contentKey: string,
  { query, filter, history }: Pick<AskRequest, 'query' | 'filter' | 'history'>,
): string {
  const { lang, version, group } = filter
  const turns = history.flatMap(({ query, answer }) => [query, answer])
  return `${contentKey} ${JSON.stringify([[lang, version, group], turns])} ${normalizeQuestion(query)}`
}

/** The form that equal questions share. Only plain words become lower case: `-v`, `$PATH` and `getItem()` stay. */
function normalizeQuestion(question: string): string {
  const words = question.normalize('NFC').trim().split(/\s+/)
  return words.map((word) => (/^\p{L}[\p{Ll}\p{Lo}]*[?!.,;:]*$/u.test(word) ? word.toLowerCase() : word)).join(' ')
}

/** The events, with a new id. The report is delivered when the reader has the last event or leaves. */
export async function* replayAnswer(
  { events, report }: GivenAnswer,
  { id, deliver, waitUntil }: Pick<GivenContext, 'deliver' | 'waitUntil'> & { readonly id: string },
): AsyncGenerator<AnswerEvent> {
  let isWhole = false
  try {
    for (const event of events) {
      isWhole = event.type === 'done'
      yield event.type === 'outcome' ? { ...event, id } : event
    }
  } finally {
    // No request to a model was made for it.
    const unasked = { steps: 0, calls: [], usage: NO_USAGE, cost: 0, isEstimated: false, finish: null }
    const replayed = { ...report, ...unasked, firstTokenMs: 0, totalMs: 0, isReplayed: true, id }
    waitUntil(deliver(isWhole ? replayed : { ...replayed, ...READER_LEFT }))
  }
}
