/**
 * Reports of answers -> a collector with PostHog's capture protocol (`POST /batch/`, one event a request). Answers
 * never wait for their traces: a trace that can't be delivered is dropped and counted, with one log line a minute.
 * Each trace has its own promise, so that an edge host can wait for it.
 */
import type { AnswerReport } from '../answer/answerer.ts'
import { pause } from '../base/abort.ts'
import { createSemaphore } from '../base/semaphore.ts'
import type { Verdict } from '../question-log.ts'
import { discard, isRedirect, type Reason, reasonOf, send, startTimeout } from '../transport/send.ts'
import { buildFeedback, buildGeneration, type EventContext, type TraceEvent } from './event.ts'
import type { TraceSettings } from './settings.ts'

/** Traces that may wait for a request; further ones are dropped. */
const MAX_WAITING = 100
/** Requests at once. */
const MAX_SENDING = 8
const LOG_INTERVAL_MS = 60_000

/** Time in ms for one attempt, before the second one, and for the remaining traces when the program stops. */
const SEND_LIMITS = { timeoutMs: 3_000, retryMs: 500, flushMs: 2_000 }

/** Of a trace that `flush` gives up. */
const LATE: Reason = { text: 'there was no more time', isTransient: false }

export interface TraceContext extends Pick<EventContext, 'redact' | 'version' | 'tools'> {
  readonly fetch: typeof fetch
  /** Ms from 1970. */
  readonly now: () => number
  readonly newUuid: () => string
  readonly log: (line: string) => void
  readonly limits?: Readonly<typeof SEND_LIMITS>
}

/** A sender of traces. Its functions never throw or reject. */
export interface Tracer {
  /** Resolves when the trace was delivered or dropped; only hosts that would freeze earlier need to wait for it. */
  readonly record: (report: AnswerReport) => Promise<void>
  /** The same for a verdict on an answer; null if there is no tracing. */
  readonly verdict: ((verdict: Verdict) => Promise<void>) | null
  /** Waits for all open deliveries, and drops those that take too long. */
  readonly flush: () => Promise<void>
}

/** A tracer; null settings give one that does nothing. */
export function createTracer(settings: TraceSettings | null, context: TraceContext): Tracer {
  if (settings === null) return { record: async () => undefined, verdict: null, flush: async () => undefined }
  const { content } = settings
  const { now, limits = SEND_LIMITS } = context
  const logLoss = createLossLog(settings.host, context)
  const post = createPost(settings, context)
  const acquire = createSemaphore({ slots: MAX_SENDING, maxWaiting: MAX_WAITING, maxWaitMs: Infinity })
  /** Deliveries that are not done, each with what stops it: Node warns of more than ten listeners on one signal. */
  const open = new Map<Promise<void>, AbortController>()

  function track(build: (context: EventContext) => TraceEvent): Promise<void> {
    const stop = new AbortController()
    const delivery = deliver(build, stop.signal).catch(() => logLoss('it could not be made'))
    open.set(delivery, stop)
    return delivery.finally(() => open.delete(delivery))
  }

  async function deliver(build: (context: EventContext) => TraceEvent, signal: AbortSignal): Promise<void> {
    const event = JSON.stringify(build({ ...context, content, uuid: context.newUuid(), atMs: now() }))
    const release = await acquire(signal)
    if (release === null) return logLoss(signal.aborted ? LATE.text : 'it is too slow')
    try {
      let failure = await post(event, signal)
      if (failure?.isTransient === true) {
        await pause(limits.retryMs, signal)
        if (!signal.aborted) failure = await post(event, signal)
      }
      if (failure !== null) logLoss(failure.text)
    } finally {
      release()
    }
  }

  async function flush(): Promise<void> {
    const done = new AbortController()
    const all = Promise.all(open.keys()).then(() => done.abort())
    await pause(limits.flushMs, done.signal)
    if (done.signal.aborted) return
    for (const stop of open.values()) stop.abort()
    await all
  }

  return {
    record: (report) => track((eventContext) => buildGeneration(report, eventContext)),
    verdict: (verdict) => track((eventContext) => buildFeedback(verdict, eventContext)),
    flush,
  }
}

/** A function that sends one event and resolves to null on success. The bodies of replies are not needed. */
function createPost({ key, host }: TraceSettings, { fetch, now, limits = SEND_LIMITS }: TraceContext) {
  const { timeoutMs } = limits
  const headers = { 'content-type': 'application/json' }
  return async function post(event: string, signal: AbortSignal): Promise<Reason | null> {
    const timeout = startTimeout({ timeoutMs }, signal)
    const body = `{"api_key":${JSON.stringify(key)},"batch":[${event}],"sent_at":"${new Date(now()).toISOString()}"}`
    try {
      const response = await send(`${host}/batch/`, { method: 'POST', headers, body }, { fetch, timeout })
      discard(response)
      if (response.ok) return null
      if (isRedirect(response)) return { text: 'it redirects: give the final address', isTransient: false }
      return { text: `it answers ${response.status}`, isTransient: response.status >= 500 }
    } catch (error) {
      const isLate = timeout.reached() !== null
      if (isLate) return { text: `it gave no answer within ${timeoutMs / 1000} s`, isTransient: true }
      return signal.aborted ? LATE : reasonOf(error)
    } finally {
      timeout.clear()
    }
  }
}

/** A function that counts lost traces and logs them, once a minute at most. */
function createLossLog(host: string, { now, log }: TraceContext): (reason: string) => void {
  let lost = 0
  let loggedAt = -Infinity
  return function logLoss(reason) {
    lost += 1
    if (Math.abs(now() - loggedAt) < LOG_INTERVAL_MS) return
    loggedAt = now()
    const traces = lost === 1 ? 'A trace' : `${lost} traces`
    lost = 0
    try {
      log(`${traces} could not be delivered to ${host}: ${reason}`)
    } catch {
      // A log that fails must not end the program, and there is no other place to report it.
    }
  }
}
