/** When the parts of an answer arrived -> whether something on the way holds them back. */
import { type Check, checksOf } from './check.ts'
import { mediaType } from './exchange.ts'
import type { FailedStream, StreamedReply } from './stream.ts'

/** An answer that is complete this soon shows nothing, in ms. */
const TELLING_MS = 500
/** Share of an answer's time within which it all comes when it was held back as a whole. */
const AT_ONCE_SHARE = 0.1
/** Share of an answer's time that its first part may take: it is sent before the model is asked. */
const FIRST_SHARE = 0.5

const { ok, warn, fail, skip } = checksOf('stream')

/** The finding. */
export function checkStream(reply: StreamedReply): Check {
  if (reply.type === 'keyword') return checkKeywords(reply.warning)
  if (reply.type === 'failed') return checkFailure(reply)
  const { timesMs, headers, error } = reply
  const [first, last] = [timesMs[0] ?? 0, timesMs.at(-1) ?? 0]
  const parts = `${timesMs.length} parts`
  if (error !== null) {
    const remedy = 'The log of the service says why; `ask doctor` on that machine asks the model itself'
    return fail(`The answer ended with an error after ${seconds(last)}: “${error}”`, remedy)
  }
  if (last < TELLING_MS) return ok(`The answer came in ${seconds(last)}, too soon to see whether it was held back`)
  if (last - first < last * AT_ONCE_SHARE) {
    const message = `Nothing came for ${seconds(first)}, then the whole answer at once (${parts})`
    return fail(`${message}: something on the way holds it back`, heldBack(headers))
  }
  if (first > last * FIRST_SHARE) {
    const message = `The first part came after ${seconds(first)} of ${seconds(last)}`
    return warn(`${message}: something on the way collects the answer into blocks`, heldBack(headers))
  }
  return ok(`The answer streams: the first of ${parts} came after ${seconds(first)}, the last after ${seconds(last)}`)
}

function checkKeywords(warning: string | null): Check {
  const why = warning === null ? '' : `, and says “${warning}”`
  return skip(
    `The service answers with search results${why}: there is no answer to watch`,
    'Set LLM_API_KEY where it runs, or wait until its budget allows an answer; then run this again',
  )
}

function checkFailure({ status, headers, problem, events, ms }: FailedStream): Check {
  if (events > 0) {
    const remedy = 'Give the proxy more than the 15 s between two signs of life: nginx `proxy_read_timeout 120s`'
    return fail(`The answer broke off after ${seconds(ms)}: ${problem}`, remedy)
  }
  const type = mediaType({ headers })
  if (status === 200 && type !== 'application/json' && type !== 'text/event-stream') {
    const remedy = 'Something on the way changes `Content-Type`, or answers itself: let the reply through as it is'
    return fail(`The answer comes as ${type || 'no type'}, not as text/event-stream`, remedy)
  }
  return fail(problem, 'Searches come through, questions do not: look for a time-out, and into the log of the service')
}

/**
 * What may hold the stream back. The service asks by header not to be held:
 * nginx obeys and takes the header out, others leave it and hold all the same.
 */
function heldBack(headers: Readonly<Record<string, string>>): string {
  const { 'x-accel-buffering': asked, 'cache-control': caching = '', 'content-encoding': encoding } = headers
  const causes = [
    asked === undefined
      ? '`X-Accel-Buffering: no` does not arrive: say `proxy_buffering off` in nginx, no `proxy_ignore_headers`'
      : '`X-Accel-Buffering: no` arrives, so it is not nginx: turn response buffering off in the proxy, CDN or host',
    ...(caching.includes('no-transform') ? [] : ['`Cache-Control: no-transform` does not arrive: leave the header in']),
    ...(encoding === undefined ? [] : [`it comes compressed (${encoding}): leave text/event-stream out of that`]),
  ]
  return causes.join('; ')
}

function seconds(ms: number): string {
  return `${(ms / 1_000).toFixed(ms < 10_000 ? 2 : 0)} s`
}
