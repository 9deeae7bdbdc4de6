/**
 * The events of one turn of a model -> what of its words may be shown, as they
 * come, and what the turn was.
 */
import { AskError } from '../../base/errors.ts'
import type { ModelEvent, ToolCall } from '../../llm/model.ts'
import type { Hold } from './answer-gate.ts'
import { createTimedReader } from '../../base/timed-reader.ts'

/** Calls of one turn that are read; each must be answered, and no model means well with more. */
const MAX_CALLS_READ = 64

/** How a turn ended. */
export interface TurnEnd extends Omit<Extract<ModelEvent, { readonly type: 'end' }>, 'type'> {
  readonly calls: readonly ToolCall[]
}

export interface TurnOptions {
  /** Decides what is shown. */
  readonly hold: Hold
  /** How long words without a mark are held, from the first of them on. */
  readonly holdMs: number
  /** Whether calls will be run, so that words before them are none of the answer. */
  readonly mayCall: boolean
  readonly signal: AbortSignal
  /** Clock in milliseconds. */
  readonly now: () => number
}

/** Yields what may be shown, and the end last. Rejects as the model does, and with the reason of an abort. */
export async function* readTurn(
  events: AsyncIterable<ModelEvent>,
  options: TurnOptions,
): AsyncGenerator<string | TurnEnd> {
  const { hold, holdMs, mayCall, signal, now } = options
  const reader = createTimedReader(events, signal)
  const calls: ToolCall[] = []
  let dueAt = Infinity
  try {
    for (;;) {
      if (hold.isWaiting()) dueAt = Math.min(dueAt, now() + holdMs)
      const read = await reader.next(hold.isWaiting() ? Math.max(0, dueAt - now()) : Infinity)
      signal.throwIfAborted()
      if (read.type === 'end') throw new AskError('model', 'The model ended its reply without saying why')
      if (read.type === 'late') {
        yield hold.release()
        continue
      }
      const event = read.item
      if (event.type === 'text') yield hold.push(event.text)
      else if (event.type === 'tool-call') {
        if (calls.push(event.call) > MAX_CALLS_READ) throw tooManyCalls()
        if (mayCall) hold.callCame()
      } else if (event.type === 'end') {
        yield hold.endStep()
        yield { finish: event.finish, turn: event.turn, usage: event.usage, calls }
        return
      }
    }
  } finally {
    reader.end()
  }
}

function tooManyCalls(): AskError {
  return new AskError('model', `The model made more than ${MAX_CALLS_READ} calls at once`)
}
