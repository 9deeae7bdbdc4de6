/**
 * A question to a deployed service -> when each part of its answer arrived.
 * The service sends each part as it has it, the first before the model is
 * asked: parts that come together were held back on the way.
 */
import type { AnswerEvent } from '../answer/events/event.ts'
import { askEndpoint } from '../client/answer.ts'
import { AskError } from '../base/errors.ts'

/** For the whole answer, in ms; the service gives one 120 s by default. */
const TIMEOUT_MS = 130_000
/** Without a byte, in ms; the service sends one every 15 s. */
const SILENCE_MS = 45_000

/** Headers of the reply by lower-case name; none where no reply came. */
type Headers = Readonly<Record<string, string>>

/** What came of the question. */
export type StreamedReply =
  | {
      readonly type: 'stream'
      readonly headers: Headers
      /** When each event came, in ms since the question was sent. */
      readonly timesMs: readonly number[]
      /** Words of an `error` event; null for a whole answer. */
      readonly error: string | null
    }
  /** Search results instead of an answer; `warning` says why. */
  | { readonly type: 'keyword'; readonly warning: string | null }
  | FailedStream

/** No answer, or half of one. */
export interface FailedStream {
  readonly type: 'failed'
  /** Null where no reply came. */
  readonly status: number | null
  readonly headers: Headers
  /** Why, on one line. */
  readonly problem: string
  /** How many events had come by then. */
  readonly events: number
  /** When it failed, in ms since the question was sent. */
  readonly ms: number
}

/** What asking needs of the world; `now` is a clock in ms. */
export interface StreamIo {
  readonly fetch: typeof fetch
  readonly now: () => number
  /** Makes the question a new one: an answer that is kept comes at once. */
  readonly nonce: string
  /** Default 130 s. */
  readonly timeoutMs?: number
}

/** Asks the service at `address`, which may end in a slash; reads the answer to its end. */
export async function askQuestion(address: string, io: StreamIo): Promise<StreamedReply> {
  const { fetch, now, nonce, timeoutMs = TIMEOUT_MS } = io
  const heads: { readonly status: number; readonly headers: Headers }[] = []
  const watched: typeof fetch = async (_, init) => {
    // The client takes addresses without the slash that this one may need.
    const response = await fetch(address, init)
    heads.push({ status: response.status, headers: Object.fromEntries(response.headers) })
    return response
  }
  const started = now()
  const timesMs: number[] = []
  try {
    const question = `In one sentence, what is this documentation about? (${nonce})`
    const asked = await askEndpoint(address, question, { fetch: watched, timeoutMs, idleMs: SILENCE_MS })
    if (asked.type === 'keyword') return { type: 'keyword', warning: asked.response.warning ?? null }
    let last: AnswerEvent | null = null
    for await (const event of asked.events) {
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
