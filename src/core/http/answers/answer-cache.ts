/**
 * Recent answers, for other readers with the same question. Bounded in age, number and size; the oldest leave first.
 */
import type { AnswerReport } from '../../answer/answerer.ts'
import type { AnswerEvent } from '../../answer/events/event.ts'
import type { AskRequest } from './ask-request.ts'

const MAX_AGE_MS = 600_000
const MAX_ANSWERS = 500
/** UTF-16 units of all answers together. */
const MAX_LENGTH = 4_194_304
/** UTF-16 units of one answer; a longer one is not cached. */
const MAX_ANSWER_LENGTH = 262_144
/** UTF-16 units that are counted for each event besides its JSON. */
const EVENT_LENGTH = 64

/** An answer that was given. */
export interface GivenAnswer {
  /** All of its events, the last one included. */
  readonly events: readonly AnswerEvent[]
  readonly report: AnswerReport
}

interface CachedAnswer {
  readonly answer: GivenAnswer
  readonly length: number
  readonly atMs: number
}

/** An empty cache of answers by question and content; `now` is a clock in milliseconds. */
export function createAnswerCache(now: () => number) {
  /** Oldest first. */
  const answers = new Map<string, CachedAnswer>()
  let length = 0

  function drop(key: string): void {
    length -= answers.get(key)?.length ?? 0
    answers.delete(key)
  }

  function isOld({ atMs }: CachedAnswer): boolean {
    return Math.abs(now() - atMs) >= MAX_AGE_MS
  }

  return {
    /** The recent answer with this key; null if there is none. */
    get(key: string): GivenAnswer | null {
      const cached = answers.get(key)
      return cached === undefined || isOld(cached) ? null : cached.answer
    },
    /** Stores an answer, unless it is too long. */
    set(key: string, answer: GivenAnswer): void {
      // The report contains the question and the text of the answer again.
      const { question, answer: text } = answer.report
      const reportLength = key.length + question.length + text.length
      const added = answer.events.reduce((sum, event) => sum + lengthOf(event), reportLength)
      if (added > MAX_ANSWER_LENGTH) return
      drop(key)
      answers.set(key, { answer, length: added, atMs: now() })
      length += added
      for (const [oldest, cached] of answers) {
        if (answers.size <= MAX_ANSWERS && length <= MAX_LENGTH && !isOld(cached)) return
        drop(oldest)
      }
    },
  }
}

/** The key of a question in its conversation; `contentKey` identifies the content that its answer was made from. */
export function cacheKey(
  contentKey: string,
  { query, filter, history, page }: Pick<AskRequest, 'query' | 'filter' | 'history' | 'page'>,
): string {
  const { lang, version, group } = filter
  const turns = history.flatMap(({ query, answer }) => [query, answer])
  return `${contentKey} ${JSON.stringify([[lang, version, group], page, turns])} ${normalizeQuestion(query)}`
}

/** The form that equal questions share. Only plain words become lower case: `-v`, `$PATH` and `getItem()` stay. */
function normalizeQuestion(question: string): string {
  const words = question.normalize('NFC').trim().split(/\s+/)
  return words.map((word) => (/^\p{L}[\p{Ll}\p{Lo}]*[?!.,;:]*$/u.test(word) ? word.toLowerCase() : word)).join(' ')
}

function lengthOf(event: AnswerEvent): number {
  return EVENT_LENGTH + JSON.stringify(event).length
}
