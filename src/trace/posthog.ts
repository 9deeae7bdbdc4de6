/**
 * Reports of answers -> a collector that speaks PostHog's capture protocol
 * (`POST /batch/`, one event a request). Traces are sent beside the answers: one
 * that can't be delivered is dropped and counted, and one line a minute tells
 * of it. Each is a delivery of its own, so that an edge host can wait for it.
 */
import type { AnswerReport } from '../answer/answerer.ts'
import { pause } from '../base/pause.ts'
import type { Redact } from '../base/redact.ts'
import { type Reason, reasonOf } from '../transport/reason.ts'
import { discard, isRedirect, send } from '../transport/send.ts'
import { startTimeout } from '../transport/timeout.ts'
import { buildGeneration } from './generation.ts'
import type { TraceSettings } from './settings.ts'
import { formatUuid, UUID_RANDOM_BYTES } from './uuid.ts'

/** Traces that wait while as many as may be are under way; the oldest gives way to the newest. */
const MAX_WAITING = 100
const MAX_UNDER_WAY = 8
const LOG_INTERVAL_MS = 60_000

/** How long deliveries may take, in ms. */
export interface TraceLimits {
  /** For one attempt. */
  readonly timeoutMs: number
  /** Before the second attempt. */
  readonly retryMs: number
  /** For all that is left when the program stops. */
  readonly flushMs: number
}

const LIMITS: TraceLimits = { timeoutMs: 3_000, retryMs: 500, flushMs: 2_000 }

/** Surroundings of a tracer. */
export interface TraceContext {
  readonly fetch: typeof fetch
  /** Ms from 1970. */
  readonly now: () => number
  /** So many random bytes. */
  readonly random: (length: number) => Uint8Array
  /** Takes lines for the site's owner. */
  readonly log: (line: string) => void
  readonly redact: Redact
  /** Of this program. */
  readonly version: string
  /** Names of the tools that models are offered. */
  readonly tools: readonly string[]
  /** Default 3 s an attempt, half a second between two, 2 s to flush. */
  readonly limits?: TraceLimits
}

/** Takes reports of answers. Neither of its functions throws or rejects. */
export interface Tracer {
  /** Settles when the trace was delivered or given up; only hosts that would freeze before need to wait for it. */
  readonly record: (report: AnswerReport) => Promise<void>
  /** Waits for all that is under way, and gives up what takes too long. */
  readonly flush: () => Promise<void>
}

/** An event on its way. */
interface Trace {
  /** As JSON. */
  readonly event: string
  readonly onDone: () => void
}

/** Without settings a tracer that does nothing. */
export function createTracer(settings: TraceSettings | null, context: TraceContext): Tracer {
  if (settings === null) return { record: async () => undefined, flush: async () => undefined }
  const { content } = settings
  const { now, limits = LIMITS } = context
  const lose = createLossLog(settings.host, context)
  const post = createPost(settings, context)
  const open = new Set<Promise<void>>()
  const waiting: Trace[] = []
  let underWay = 0
  let stop = new AbortController()

  function record(report: AnswerReport): Promise<void> {
    const delivery = enqueue(report).catch(() => lose('it could not be made'))
    open.add(delivery)
    return delivery.finally(() => open.delete(delivery))
  }

  async function enqueue(report: AnswerReport): Promise<void> {
    const endedMs = now()
    const uuid = formatUuid(endedMs, context.random(UUID_RANDOM_BYTES))
    const event = JSON.stringify(buildGeneration(report, { ...context, content, uuid, endedMs }))
    await new Promise<void>((onDone) => {
      waiting.push({ event, onDone })
      if (waiting.length > MAX_WAITING) giveUp(waiting.shift(), 'it is too slow')
      startNext()
    })
  }

  function startNext(): void {
    const trace = underWay < MAX_UNDER_WAY ? waiting.shift() : undefined
    if (trace === undefined) return
    underWay += 1
    void deliver(trace).finally(() => {
      underWay -= 1
      startNext()
    })
  }

  async function deliver({ event, onDone }: Trace): Promise<void> {
    const { signal } = stop
    let failure = await post(event, signal)
    if (failure?.isTransient === true) {
      await pause(limits.retryMs, signal)
      if (!signal.aborted) failure = await post(event, signal)
    }
    if (failure !== null) lose(failure.text)
    onDone()
  }

  function giveUp(trace: Trace | undefined, reason: string): void {
    lose(reason)
    trace?.onDone()
  }

  async function flush(): Promise<void> {
    const done = new AbortController()
    const all = Promise.all(open).then(() => done.abort())
    await pause(limits.flushMs, done.signal)
    if (done.signal.aborted) return
    for (const trace of waiting.splice(0)) giveUp(trace, 'there was no more time')
    stop.abort()
    stop = new AbortController()
    await all
  }

  return { record, flush }
}

/** Sends one event; null when it was taken. Replies are not read: nothing in them is of use. */
function createPost({ key, host }: TraceSettings, { fetch, now, limits = LIMITS }: TraceContext) {
  const { timeoutMs } = limits
  const headers = { 'content-type': 'application/json' }
  return async function post(event: string, signal: AbortSignal): Promise<Reason | null> {
    const timeout = startTimeout({ timeoutMs, firstByteMs: timeoutMs, idleMs: timeoutMs }, signal)
    const body = `{"api_key":${JSON.stringify(key)},"batch":[${event}],"sent_at":"${new Date(now()).toISOString()}"}`
    try {
      const response = await send(`${host}/batch/`, { method: 'POST', headers, body }, { fetch, timeout })
      discard(response)
      if (response.ok) return null
      if (isRedirect(response)) return { text: 'it redirects: give the final address', isTransient: false }
      return { text: `it answers ${response.status}`, isTransient: response.status >= 500 }
    } catch (error) {
      if (timeout.reached() !== null) return { text: `it gave no answer within ${timeoutMs / 1000} s`, isTransient: true }
      return signal.aborted ? { text: 'there was no more time', isTransient: false } : reasonOf(error)
    } finally {
      timeout.clear()
    }
  }
}

/** Counts what is lost, and tells of it once in a while. */
function createLossLog(host: string, { now, log }: TraceContext): (reason: string) => void {
  let lost = 0
  let toldAt = -Infinity
  return function lose(reason) {
    lost += 1
    if (now() - toldAt < LOG_INTERVAL_MS) return
    toldAt = now()
    const traces = lost === 1 ? 'A trace' : `${lost} traces`
    lost = 0
    try {
      log(`${traces} could not be delivered to ${host}: ${reason}`)
    } catch {
      // A log that fails must not end the program, and there is nobody else to tell.
    }
  }
}
