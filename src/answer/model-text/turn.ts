/**
 * The events of one turn of a model -> the text that may be shown, as it comes,
 * and the record of the turn.
 */
import { AskError } from '../../base/errors.ts'
import type { ModelEvent, ToolCall } from '../../llm/model.ts'
import type { AnswerGate } from './answer-gate.ts'
import { createTimedReader } from './timed-reader.ts'

/** Calls of one turn that are read. Each needs a result; more of them are no honest turn. */
const MAX_CALLS_READ = 64

/** The end of a turn, with its calls. */
export interface TurnEnd extends Omit<Extract<ModelEvent, { readonly type: 'end' }>, 'type'> {
  readonly calls: readonly ToolCall[]
}

/** Options of a turn that is read. */
export interface TurnOptions {
  /** The answer's gate, which all of its turns share. */
  readonly gate: AnswerGate
  /** Milliseconds for which text without a mark is held, from its first words on. */
  readonly holdMs: number
  /** Whether calls will be run, so that text before a call is no part of the answer. */
  readonly mayCall: boolean
  readonly signal: AbortSignal
  /** Clock in milliseconds. */
  readonly now: () => number
}

/** Yields text that may be shown, and last the end. Rejects as the model does, and with the reason of an abort. */
export async function* readTurn(
  events: AsyncIterable<ModelEvent>,
  options: TurnOptions,
): AsyncGenerator<string | TurnEnd> {
  const { gate, holdMs, mayCall, signal, now } = options
  const reader = createTimedReader(events, signal)
  const calls: ToolCall[] = []
  let dueAt = Infinity
  try {
    for (;;) {
      if (gate.isWaiting()) dueAt = Math.min(dueAt, now() + holdMs)
      const read = await reader.next(gate.isWaiting() ? Math.max(0, dueAt - now()) : Infinity)
      signal.throwIfAborted()
      if (read.type === 'end') throw new AskError('model', 'The model ended its reply without saying why')
      if (read.type === 'late') {
        yield gate.release()
        continue
      }
      const event = read.item
      if (event.type === 'text') yield gate.push(event.text)
      else if (event.type === 'tool-call') {
        if (calls.push(event.call) > MAX_CALLS_READ) throw tooManyCalls()
        if (mayCall) gate.onToolCall()
      } else if (event.type === 'end') {
        yield gate.endStep()
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
