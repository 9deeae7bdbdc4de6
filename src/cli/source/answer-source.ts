/** The source of answers for the command line: a service or a folder. */
import type { AskReply } from '../../answer/events/event.ts'

/** A source of answers, until it is closed. */
export interface AnswerSource {
  /** Address that relative links are resolved against, null if it is unknown. */
  readonly base: string | null
  readonly ask: (question: string, signal: AbortSignal) => Promise<AskReply>
  readonly close: () => Promise<void>
}
