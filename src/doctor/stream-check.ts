/** The arrival of the parts of an answer -> a finding: it streams, or a proxy buffers it. */
import { type Check, checksOf } from './check.ts'
import { mediaType } from './exchange.ts'
import type { FailedStream, StreamedReply } from './stream.ts'

/** An answer that is complete sooner proves nothing, in ms. */
const MIN_ANSWER_MS = 500
/** Share of an answer's time in which all parts arrive if the answer was buffered as a whole. */
const AT_ONCE_SHARE = 0.1
/** Share of an answer's time that its first part may take: the service sends it before it asks the model. */
const FIRST_SHARE = 0.5

const { ok, warn, fail, skip } = checksOf('stream')

/** Checks the answer. */
export function checkStream(reply: StreamedReply): Check {
  if (reply.type === 'keyword') return checkKeywords(reply.warning)
  if (reply.type === 'failed') return checkFailure(reply)
  const { timesMs, headers, error } = reply
  const [first, last] = [timesMs[0] ?? 0, timesMs.at(-1) ?? 0]
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

function checkKeywords(warning: string | null): Check {
  const why = warning === null ? '' : ` (“${warning}”)`
  return skip(
    `The service returns search results instead of an answer${why}: streaming was not tested`,
    'Set LLM_API_KEY where it runs, or wait until its budget allows an answer, then run this again',
  )
}

function checkFailure({ status, headers, problem, events, ms }: FailedStream): Check {
  if (events > 0) {
    const remedy = 'Raise the time-out of the proxy above 15 s, the longest pause: nginx `proxy_read_timeout 120s`'
    return fail(`The answer was cut off after ${seconds(ms)}: ${problem}`, remedy)
  }
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
function bufferingCauses(headers: Readonly<Record<string, string>>): string {
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
