/**
 * A question to a deployed service -> the times at which the parts of its answer
 * arrived. The service sends each part at once, the first before it asks the
 * model: parts that arrive together were buffered on the way.
 */
import type { AnswerEvent } from '../answer/events/event.ts'
import { AskError } from '../base/errors.ts'
import { askEndpoint } from '../client/answer.ts'

/** Time limit of the whole answer, in ms; that of the service is 120 s by default. */
const TIMEOUT_MS = 130_000
/** Time limit without a byte, in ms; the service sends one every 15 s. */
const SILENCE_MS = 45_000

/** Headers of the reply by lower-case name; empty without a reply. */
type Headers = Readonly<Record<string, string>>

/** The result of the question. */
export type StreamedReply =
  | {
      readonly type: 'stream'
      readonly headers: Headers
      /** Arrival of each event, in ms since the question was sent. */
      readonly timesMs: readonly number[]
      /** Text of an `error` event; null for a complete answer. */
      readonly error: string | null
    }
  /** Search results instead of an answer; `warning` says why. */
  | { readonly type: 'keyword'; readonly warning: string | null }
  | FailedStream

/** No answer, or part of one. */
export interface FailedStream {
  readonly type: 'failed'
  /** Null without a reply. */
  readonly status: number | null
  readonly headers: Headers
  /** The reason, on one line. */
  readonly problem: string
  /** Number of events before the failure. */
  readonly events: number
  /** Time of the failure, in ms since the question was sent. */
  readonly ms: number
}

/** Network and clock of a probe; `now` is in ms. */
export interface StreamIo {
  readonly fetch: typeof fetch
  readonly now: () => number
  /** Makes the question unique: a cached answer would arrive at once. */
  readonly nonce: string
  /** Default 130 s. */
  readonly timeoutMs?: number
}

/** Asks the service at `address`, which may end in a slash, and reads the answer to its end. */
export async function probeStream(address: string, io: StreamIo): Promise<StreamedReply> {
  const { fetch, now, nonce, timeoutMs = TIMEOUT_MS } = io
  const heads: { readonly status: number; readonly headers: Headers }[] = []
  const watched: typeof fetch = async (_, init) => {
    // The client removes the slash at the end, which this address may need.
    const response = await fetch(address, init)
    heads.push({ status: response.status, headers: Object.fromEntries(response.headers) })
    return response
  }
  const started = now()
  const timesMs: number[] = []
  try {
    const question = `In one sentence, what is this documentation about? (${nonce})`
    const reply = await askEndpoint(address, question, { fetch: watched, timeoutMs, idleMs: SILENCE_MS })
    if (reply.type === 'keyword') return { type: 'keyword', warning: reply.response.warning ?? null }
    let last: AnswerEvent | null = null
    for await (const event of reply.events) {
      timesMs.push(now() - started)
      last = event
    }
    const error = last?.type === 'error' ? last.error : null
    return { type: 'stream', headers: heads[0]?.headers ?? {}, timesMs, error }
  } catch (error) {
    if (!(error instanceof AskError)) throw error
    const { status = null, headers = {} } = heads[0] ?? {}
    return { type: 'failed', status, headers, problem: error.message, events: timesMs.length, ms: now() - started }
  }
}
