/**
 * The events of one turn of a model -> the text that may be shown, as it comes, and the record of the turn. Nothing is
 * shown while a call may still come, up to bounds in characters and time: words before a call are not part of the
 * answer.
 */
import { AskError } from '../../base/errors.ts'
import { createTimedReader, type TimedRead } from '../../base/timed-reader.ts'
import type { ModelEvent, ToolCall } from '../../llm/model.ts'
import type { AnswerGate } from './answer-gate.ts'
import { parseTextCalls } from './text-calls.ts'

/** Calls of one turn that are read. Each needs a result; a turn with more of them is malformed. */
const MAX_CALLS_READ = 64

/** A citation, which words before a call don't have. */
const CITATION = /\[\d{1,3}\]/

/** The limits for buffering text that a tool call may follow. */
export interface HoldBounds {
  /** UTF-16 units of words without a mark, and milliseconds from the first of them on. */
  readonly unmarkedLength: number
  readonly unmarkedMs: number
  /** The same for words after a mark. */
  readonly markedLength: number
  readonly markedMs: number
}

/** The end of a turn, with its tool calls. */
export interface TurnEnd extends Omit<Extract<ModelEvent, { readonly type: 'end' }>, 'type'> {
  readonly calls: readonly ToolCall[]
  /** True if the calls were written as text: their results go back as text, too. */
  readonly areText: boolean
  /** Text that looks like calls and can't be read as such; null without any. */
  readonly unreadable: string | null
  /** True if the turn has text that introduced tool calls. */
  readonly hasPreamble: boolean
}

/** Options of a turn that is read. */
export interface TurnOptions {
  /** The answer's gate, which all of its turns share. */
  readonly gate: AnswerGate
  readonly hold: HoldBounds
  /** True if calls will be run, so that text before a call is not part of the answer. */
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
  const { gate, mayCall, signal, now } = options
  const reader = createTimedReader(events, signal)
  const calls: ToolCall[] = []
  const hold = createHold(options)
  try {
    for (;;) {
      const read: TimedRead<ModelEvent> = await reader.next(hold.waitMs())
      signal.throwIfAborted()
      if (read.type === 'end') throw new AskError('model', 'The model ended its reply without saying why')
      if (read.type === 'late') {
        yield hold.release()
        continue
      }
      const event = read.item
      if (event.type === 'text') yield hold.push(event.text, now())
      else if (event.type === 'call-start') hold.seeCall()
      else if (event.type === 'tool-call') {
        hold.seeCall()
        if (calls.push(event.call) > MAX_CALLS_READ) throw tooManyCalls()
      } else if (event.type === 'end') {
        const hasWords = gate.heldLength() > 0
        yield hold.end(calls.length > 0 && mayCall)
        const text = gate.textCall()
        const written = text === null ? [] : parseTextCalls(text)
        const all = calls.length > 0 ? calls : written.map((call, i) => ({ id: `text-${i}`, ...call }))
        const { finish, turn, usage } = event
        const areText = calls.length === 0 && written.length > 0
        const unreadable = written.length === 0 && calls.length === 0 ? text : null
        yield { finish, turn, usage, calls: all, areText, unreadable, hasPreamble: hasWords && all.length > 0 }
        return
      }
    }
  } finally {
    reader.end()
  }
}

interface Hold {
  /** Milliseconds until buffered text is due; Infinity if no text is buffered, or a tool call has begun. */
  readonly waitMs: () => number
  /** Takes a piece; returns text that may be shown. */
  readonly push: (text: string, at: number) => string
  /** Returns the buffered text, which is due. */
  readonly release: () => string
  /** A tool call has begun: buffered text waits for the end of the turn. */
  readonly seeCall: () => void
  /** Ends the turn; returns the buffered text, unless it introduced tool calls that are executed. */
  readonly end: (areRun: boolean) => string
}

/** Buffers the text of one turn: text without a mark in the gate, the first text after a mark here. */
function createHold({ gate, hold, mayCall, now }: TurnOptions): Hold {
  let hasCall = false
  /** First text after a mark; null once some of it was shown. */
  let first: string | null = gate.isMarked() || hold.markedLength === 0 || !mayCall ? null : ''
  /** Time at which buffered text is due, Infinity without such text. */
  let [unmarkedDue, markedDue] = [Infinity, Infinity]

  const hasFirst = () => first !== null && first.trim() !== ''

  function show(text: string): string {
    if (first === null) return text
    first += text
    // Text without a mark was buffered long enough.
    const isDue = !gate.isMarked() || first.length >= hold.markedLength || isAnswer(first)
    return isDue && !hasCall ? showFirst() : ''
  }

  /** True if text after a mark is certainly an answer: it cites, or says that the docs don't cover the question. */
  function isAnswer(words: string): boolean {
    return gate.isNotCovered() || CITATION.test(words)
  }

  function showFirst(): string {
    const text = first ?? ''
    if (text.trim() === '') return ''
    first = null
    return text
  }

  function push(text: string, at: number): string {
    const shown = show(gate.push(text))
    if (gate.heldLength() > 0) unmarkedDue = Math.min(unmarkedDue, at + hold.unmarkedMs)
    if (hasFirst()) markedDue = Math.min(markedDue, at + hold.markedMs)
    return gate.heldLength() >= hold.unmarkedLength && !(hasCall && mayCall) ? shown + show(gate.release()) : shown
  }

  function waitMs(): number {
    if (hasCall && mayCall) return Infinity
    const due = Math.min(gate.heldLength() > 0 ? unmarkedDue : Infinity, hasFirst() ? markedDue : Infinity)
    return due === Infinity ? Infinity : Math.max(0, due - now())
  }

  return {
    waitMs,
    push,
    release: () => (gate.heldLength() > 0 && unmarkedDue <= markedDue ? show(gate.release()) : showFirst()),
    seeCall: () => {
      hasCall = true
    },
    end: (areRun) => {
      const last = gate.endStep(areRun)
      if (first === null) return last
      const all = first + last
      first = null
      if (!(areRun || gate.textCall() !== null) || isAnswer(all)) return all
      gate.restart()
      return ''
    },
  }
}

function tooManyCalls(): AskError {
  return new AskError('model', `The model made more than ${MAX_CALLS_READ} calls at once`)
}
