/** What the command line takes answers from, whichever it is. */
import type { AskReply } from '../../answer/events/event.ts'

/** Answers questions until it is closed. */
export interface AnswerSource {
  /** Address that relative links are resolved against, null where none is known. */
  readonly base: string | null
  readonly ask: (question: string, signal: AbortSignal) => Promise<AskReply>
  readonly close: () => Promise<void>
}
