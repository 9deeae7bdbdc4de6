/**
 * Answers given lately, for the next reader with the same question. Bounded in
 * age, number and size; the oldest go first.
 */
import type { AnswerEvent } from '../../answer/events/event.ts'

const MAX_AGE_MS = 600_000
const MAX_ANSWERS = 500
/** UTF-16 units of all answers together, and of one. */
const MAX_LENGTH = 4_194_304
const MAX_ANSWER_LENGTH = 262_144
/** Units that an event counts besides its text. */
const EVENT_LENGTH = 64

/** The events of a whole answer, its last one included. */
type Events = readonly AnswerEvent[]

interface Kept {
  readonly events: Events
  readonly length: number
  readonly atMs: number
}

/** Answers by question, each for one state of the content. */
export interface AnswerCache {
  /** Null where there is none, or none that is recent. */
  readonly find: (key: string) => Events | null
  /** Keeps an answer, unless it is too long. */
  readonly keep: (key: string, events: Events) => void
}

/** Nothing is kept at first; `now` is a clock in milliseconds. */
export function createAnswerCache(now: () => number): AnswerCache {
  /** In the order of their age. */
  const answers = new Map<string, Kept>()
  let length = 0

  function drop(key: string): void {
    length -= answers.get(key)?.length ?? 0
    answers.delete(key)
  }

  function isOld({ atMs }: Kept): boolean {
    return Math.abs(now() - atMs) >= MAX_AGE_MS
  }

  return {
    find(key) {
      const kept = answers.get(key)
      return kept === undefined || isOld(kept) ? null : kept.events
    },
    keep(key, events) {
      const added = events.reduce((sum, event) => sum + lengthOf(event), key.length)
      if (added > MAX_ANSWER_LENGTH) return
      drop(key)
      answers.set(key, { events, length: added, atMs: now() })
      length += added
      for (const [oldest, kept] of answers) {
        if (answers.size <= MAX_ANSWERS && length <= MAX_LENGTH && !isOld(kept)) return
        drop(oldest)
      }
    },
  }
}

/** Where an answer to this question is kept while the content is of this state. */
export function cacheKey(contentKey: string, question: string): string {
  return `${contentKey} ${normalizeQuestion(question)}`
}

/**
 * The form that questions of one meaning share. Case goes from plain words
 * alone: `-v` and `-V`, `$PATH` and `getItem()` are what they are.
 */
function normalizeQuestion(question: string): string {
  const words = question.normalize('NFC').trim().split(/\s+/)
  return words.map((word) => (/^\p{L}[\p{Ll}\p{Lo}]*[?!.,;:]*$/u.test(word) ? word.toLowerCase() : word)).join(' ')
}

function lengthOf(event: AnswerEvent): number {
  return EVENT_LENGTH + JSON.stringify(event).length
}
