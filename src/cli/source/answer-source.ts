/** The source of answers for the command line: a service or a folder. */
import type { AskReply } from '../../answer/events/event.ts'
import type { HistoryTurn } from '../../answer/events/history.ts'

/** A source of answers, until it is closed. */
export interface AnswerSource {
  /** Address that relative links are resolved against, null if it is unknown. */
  readonly base: string | null
  readonly ask: (question: string, context: AskContext) => Promise<AskReply>
  readonly close: () => Promise<void>
}

/** The conversation that a question belongs to, and the signal that ends its answer. */
export interface AskContext {
  /** Oldest first, of any length. */
  readonly history: readonly HistoryTurn[]
  readonly signal: AbortSignal
}
