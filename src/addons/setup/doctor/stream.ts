/**
 * A question to a deployed service -> a finding: its answer streams, or a proxy buffers it. The service sends each part
 * at once, the first before it asks the model: parts that arrive together were buffered on the way.
 */
import type { AnswerEvent } from '../../../core/answer.ts'
import { AskError } from '../../../core/base.ts'
import { askEndpoint } from '../../../core/transport.ts'
import { type Check, checksOf } from './check.ts'
import { mediaType } from './exchange.ts'

/** Time limit of the whole answer, in ms; that of the service is 120 s by default. */
const TIMEOUT_MS = 130_000
/** Time limit without a byte, in ms; the service sends one every 15 s. */
const SILENCE_MS = 45_000

/** An answer that is complete sooner proves nothing, in ms. */
const MIN_ANSWER_MS = 500
/** Share of an answer's time in which all parts arrive if the answer was buffered as a whole. */
const AT_ONCE_SHARE = 0.1
/** Share of an answer's time that its first part may take: the service sends it before it asks the model. */
const FIRST_SHARE = 0.5

const { ok, warn, fail, skip } = checksOf('stream')

/** Headers of the reply by lower-case name; empty without a reply. */
type Headers = Readonly<Record<string, string>>

/** Network and clock of a probe; `now` is in ms. */
interface StreamIo {
  readonly fetch: typeof fetch
  readonly now: () => number
  /** Makes the question unique: a cached answer would arrive at once. */
  readonly nonce: string
  /** Default 130 s. */
  readonly timeoutMs?: number
}

/** Asks the service at `address`, which may end in a slash, and reads the answer to its end. */
export async function checkStream(address: string, io: StreamIo): Promise<Check> {
  const { fetch, now, nonce, timeoutMs = TIMEOUT_MS } = io
  let status: number | null = null
  let headers: Headers = {}
  const watched: typeof fetch = async (_, init) => {
    // The client removes the slash at the end, which this address may need.
    const response = await fetch(address, init)
    if (status === null) [status, headers] = [response.status, Object.fromEntries(response.headers)]
    return response
  }
  const started = now()
  const timesMs: number[] = []
  try {
    const question = `In one sentence, what is this documentation about? (${nonce})`
    const reply = await askEndpoint(address, question, { fetch: watched, timeoutMs, idleMs: SILENCE_MS })
    if (reply.type === 'keyword') return noAnswer(reply.response.warning ?? null)
    let last: AnswerEvent | null = null
    for await (const event of reply.events) {
      timesMs.push(now() - started)
      last = event
    }
    return checkTimes({ timesMs, headers, error: last?.type === 'error' ? last.error : null })
  } catch (error) {
    if (!(error instanceof AskError)) throw error
    if (timesMs.length === 0) return checkFailure(error.message, status, headers)
    const remedy = 'Raise the time-out of the proxy above 15 s, the longest pause: nginx `proxy_read_timeout 120s`'
    return fail(`The answer was cut off after ${seconds(now() - started)}: ${error.message}`, remedy)
  }
}

/**
 * The finding about the times at which the events of an answer arrived, in ms since the question was sent; `error` is
 * the text of an `error` event, null for a complete answer.
 */
export function checkTimes(
  { timesMs, headers, error }: { readonly timesMs: readonly number[]; headers: Headers; error: string | null },
): Check {
  const [first = 0, last = first] = [timesMs[0], timesMs.at(-1)]
  const parts = `${timesMs.length} parts`
  if (error !== null) {
    const remedy = 'See the log of the service, or test the model with `ask doctor` on the machine of the service'
    return fail(`The answer ended with an error after ${seconds(last)}: “${error}”`, remedy)
  }
  if (last < MIN_ANSWER_MS) return ok(`The answer arrived in ${seconds(last)}, too fast to tell if it is streamed`)
  if (last - first < last * AT_ONCE_SHARE) {
    const message = `Nothing arrived for ${seconds(first)}, then the whole answer at once (${parts})`
    return fail(`${message}: a proxy buffers it`, bufferingCauses(headers))
  }
  if (first > last * FIRST_SHARE) {
    const message = `The first part arrived after ${seconds(first)} of ${seconds(last)}`
    return warn(`${message}: a proxy sends the answer in large blocks`, bufferingCauses(headers))
  }
  return ok(`The answer streams: ${parts}, the first after ${seconds(first)}, the last after ${seconds(last)}`)
}

function noAnswer(warning: string | null): Check {
  const why = warning === null ? '' : ` (“${warning}”)`
  return skip(
    `The service returns search results instead of an answer${why}: streaming was not tested`,
    'Set LLM_API_KEY where it runs, or wait until its budget allows an answer, then run this again',
  )
}

/** The finding about a question without any event; `problem` is one line, the status null without a reply. */
function checkFailure(problem: string, status: number | null, headers: Headers): Check {
  const type = mediaType({ headers })
  if (status === 200 && type !== 'application/json' && type !== 'text/event-stream') {
    const remedy = 'A proxy changes `Content-Type`, or replies itself: forward the reply unchanged'
    const actual = type === '' ? 'no content type' : `the type ${type}`
    return fail(`The answer must be text/event-stream, but has ${actual}`, remedy)
  }
  return fail(problem, 'Search works, questions do not: check the time-outs of the proxy and the log of the service')
}

/**
 * Causes of buffering. The service forbids it with a header: nginx obeys and
 * removes the header, others forward it and buffer nevertheless.
 */
function bufferingCauses(headers: Headers): string {
  const { 'x-accel-buffering': accelBuffering, 'cache-control': caching = '', 'content-encoding': encoding } = headers
  const causes = [
    accelBuffering === undefined
      ? '`X-Accel-Buffering: no` is missing: set `proxy_buffering off` in nginx, without `proxy_ignore_headers`'
      : 'It is not nginx, which removes `X-Accel-Buffering: no`: turn off response buffering in the proxy, CDN or host',
    ...(caching.includes('no-transform') ? [] : ['`Cache-Control: no-transform` is missing: forward the header']),
    ...(encoding === undefined ? [] : [`the answer is compressed (${encoding}): do not compress text/event-stream`]),
  ]
  return causes.join('; ')
}

function seconds(ms: number): string {
  return `${(ms / 1_000).toFixed(ms < 10_000 ? 2 : 0)} s`
}
