/**
 * A model that plays what a test wrote, turn by turn, and keeps what it was
 * asked. It holds to the contract of `Model`: an abort ends it, whatever it is
 * waiting for, and `end` comes last.
 */
import { AskError } from '../../src/core/base/errors.ts'
import type { AssistantTurn, Finish, Model, ModelCall, ModelEvent, ModelRequest, Usage } from '../../src/core/llm/model.ts'

/** What happens next in a turn; a string is a delta of its text. */
export type Play =
  | string
  | { readonly reasoning: string }
  /** The text before it was thinking. */
  | { readonly retract: string }
  /** The request is sent again. */
  | { readonly again: true }
  /** A whole call; its id is made up. */
  | { readonly call: string; readonly args: Readonly<Record<string, unknown>> | null }
  /** Nothing more before this is settled: a delay that the test ends by hand. */
  | { readonly until: Promise<unknown> }
  /** The stream breaks. */
  | { readonly fail: Error }
  /** Why the turn ends, and at what cost; default `tool-calls` after a call, else `stop`, at `USAGE`. */
  | { readonly finish: Finish; readonly usage?: Usage }

/** One turn, or what makes it from the request; `number` counts requests from 1. */
export type EveryTurn = (request: ModelRequest, number: number) => readonly Play[]
export type Turn = readonly Play[] | EveryTurn

/** One request as it was when it was made. */
export interface Asked extends ModelRequest {
  readonly timeoutMs: number
  readonly signal: AbortSignal
}

export interface ScriptedModel extends Model {
  readonly asked: readonly Asked[]
  /** Streams that are neither at their end nor returned. */
  readonly openStreams: () => number
}

/** What a turn costs. */
export const USAGE: Usage = { input: 100, output: 10, cached: 5, cacheWrite: 2, reasoning: 1 }

/** Never settles. */
export const FOREVER: Promise<never> = new Promise(() => undefined)

/** Plays the turns in order, and a function for ever; a request beyond the last turn is a failure. */
export function createScriptedModel(turns: readonly Turn[] | EveryTurn): ScriptedModel {
  const asked: Asked[] = []
  let open = 0

  async function* stream(request: ModelRequest, { signal, timeoutMs }: ModelCall): AsyncGenerator<ModelEvent> {
    asked.push({ ...request, messages: [...request.messages], timeoutMs, signal })
    const number = asked.length
    const turn = typeof turns === 'function' ? turns : turns[number - 1]
    if (turn === undefined) throw new Error(`The model was asked ${number} times and has ${turns.length} turns`)
    open += 1
    try {
      yield* play(typeof turn === 'function' ? turn(request, number) : turn, number, signal)
    } finally {
      open -= 1
    }
  }

  return {
    name: 'scripted-1', provider: 'scripted', baseUrl: 'http://127.0.0.1/v1', stream, asked,
    openStreams: () => open,
  }
}

async function* play(turn: readonly Play[], number: number, signal: AbortSignal): AsyncGenerator<ModelEvent> {
  const content: Play[] = []
  let end: { readonly finish: Finish; readonly usage?: Usage } | null = null
  for (const part of turn) {
    if (signal.aborted) throw cancelled()
    content.push(part)
    if (typeof part === 'string') yield { type: 'text', text: part }
    else if ('reasoning' in part) yield { type: 'reasoning', text: part.reasoning }
    else if ('retract' in part) yield { type: 'retract', mark: part.retract }
    else if ('again' in part) yield { type: 'again' }
    else if ('call' in part) {
      yield { type: 'tool-call', call: { id: `call-${number}-${content.length}`, name: part.call, args: part.args } }
    } else if ('until' in part) await settled(part.until, signal)
    else if ('fail' in part) throw part.fail
    else end = part
  }
  const turnBack: AssistantTurn = { protocol: 'chat', content }
  const hasCalls = turn.some((part) => typeof part === 'object' && 'call' in part)
  yield { type: 'end', finish: end?.finish ?? (hasCalls ? 'tool-calls' : 'stop'), turn: turnBack, usage: end?.usage ?? USAGE }
}

/** Rejects as soon as the signal aborts. */
function settled(until: Promise<unknown>, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(cancelled())
    if (signal.aborted) return abort()
    signal.addEventListener('abort', abort)
    until.then(() => resolve(), reject).finally(() => signal.removeEventListener('abort', abort))
  })
}

function cancelled(): AskError {
  return new AskError('cancelled', 'The request was cancelled')
}
