/**
 * What is seen of requests -> metrics under the names that clients of Prometheus use, beside those of content, budget
 * and process, with a server of their own, so that no reader of the site reaches them; and lines of JSON for a log
 * collector, which have neither queries nor the client's address. The text format of Prometheus is version 0.0.4
 * (https://prometheus.io/docs/instrumenting/exposition_formats/).
 */
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { AskError } from '../../base/errors.ts'
import { DAY_MS } from '../../http/answers/guard.ts'
import { withHostCheck } from '../../http/wire/caller.ts'
import type { Handler } from '../../http/wire/message.ts'
import { errorReply, methodReply } from '../../http/wire/reply.ts'
import type { TokenLedger } from '../../http/wire/settings.ts'
import type { Observe } from './listener.ts'
import { type ListenOptions, type RunningServer, startServer } from './server.ts'

/** The path that scrapers ask for by default. */
const METRICS_PATH = '/metrics'
/** Connections of all scrapers. */
const MAX_CONNECTIONS = 64

const METRICS_TYPE = 'text/plain; version=0.0.4; charset=utf-8'

/**
 * A metric: its value, or samples. Each begins with what follows the name, such as `_sum`, and its labels, whose values
 * are of closed sets and need no escapes.
 */
type Metric = readonly [
  type: 'counter' | 'gauge' | 'histogram', name: string, help: string, value: number | readonly string[],
]

/** Metrics in the text format, without those that have no samples. */
function format(metrics: readonly Metric[]): string {
  return metrics.map(([type, name, help, value]) => {
    const samples = typeof value === 'number' ? [` ${value}`] : value
    const lines = samples.map((sample) => `${name}${sample}\n`)
    return lines.length === 0 ? '' : `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${lines.join('')}`
  }).join('')
}

/**
 * Starts a server that replies to `GET /metrics`; `allowedHosts` are names by which it may be called besides loopback
 * names, if it listens on loopback. Throws `AskError('listen')` that names the flag and the setting.
 */
export async function startMetricsServer(
  metrics: () => string,
  { host, port, allowedHosts }: Pick<ListenOptions, 'host' | 'port'> & { readonly allowedHosts: readonly string[] },
): Promise<RunningServer> {
  const handler: Handler = async ({ method, target }) => {
    if (target.split('?', 1)[0] !== METRICS_PATH) return errorReply(404, `The metrics are at ${METRICS_PATH}.`)
    if (method !== 'GET' && method !== 'HEAD') return methodReply(method, 'GET, HEAD, OPTIONS')
    const headers = { 'content-type': METRICS_TYPE, 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' }
    return { status: 200, headers, body: metrics() }
  }
  const limits = { maxConnections: MAX_CONNECTIONS, maxConnectionsPerClient: MAX_CONNECTIONS }
  try {
    return await startServer(withHostCheck(handler, allowedHosts), { host, port, limits })
  } catch (cause) {
    if (!(cause instanceof AskError)) throw cause
    const message = cause.message.replace('--port', '--metrics-port').replace('--host', 'the setting metricsHost')
    throw new AskError(cause.code, `Metrics: ${message}`, { cause })
  }
}

/** Upper bounds of the histogram's buckets, in seconds: from a cached read to a long answer. */
const BUCKETS_S: readonly number[] = [.001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10, 30, 60]
/** Methods with a count of their own; clients can invent any other. */
const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'OPTIONS', 'PUT', 'PATCH', 'DELETE'])
/** Label of replies that no route of the service made: pages, files and unknown paths. */
const NO_ROUTE = 'other'

interface Histogram {
  /** Observations of each bucket alone; one more for those above the last bound. */
  readonly counts: number[]
  sum: number
}

/** Metrics of the requests of one server; `now` is a monotonic clock in ms. */
export function createRequestMetrics(now: () => number) {
  /** By the labels of the sample. */
  const replies = new Map<string, number>()
  const durations = new Map<string, Histogram>()
  const open = { requests: 0, streams: 0, cut: 0 }

  function measure(route: string, seconds: number): void {
    const histogram = durations.get(route) ?? { counts: Array.from({ length: BUCKETS_S.length + 1 }, () => 0), sum: 0 }
    const bucket = BUCKETS_S.findIndex((bound) => seconds <= bound)
    const at = bucket === -1 ? BUCKETS_S.length : bucket
    histogram.counts[at] = (histogram.counts[at] ?? 0) + 1
    histogram.sum += seconds
    durations.set(route, histogram)
  }

  const observe: Observe = ({ method }) => {
    const started = now()
    let route = NO_ROUTE
    let isStream = false
    open.requests += 1
    return {
      onReply(reply) {
        route = reply.route ?? NO_ROUTE
        isStream = reply.headers['content-type']?.startsWith('text/event-stream') ?? false
        if (isStream) open.streams += 1
        const labels = `{method="${METHODS.has(method) ? method : 'OTHER'}",route="${route}",status="${reply.status}"}`
        replies.set(labels, (replies.get(labels) ?? 0) + 1)
      },
      onEnd(isWhole) {
        open.requests -= 1
        if (isStream) open.streams -= 1
        if (!isWhole) open.cut += 1
        measure(route, (now() - started) / 1_000)
      },
    }
  }

  const metrics = () => format([
    [
      'counter', 'ask_http_requests_total', 'Requests by route and status of the reply.',
      Array.from(replies, ([labels, value]) => `${labels} ${value}`),
    ],
    [
      'histogram', 'ask_http_request_duration_seconds', 'Time from the head of a request to the end of its reply.',
      [...durations].flatMap(([route, histogram]) => samplesOf(route, histogram)),
    ],
    ['gauge', 'ask_http_requests_in_progress', 'Requests whose reply is not at its end.', open.requests],
    ['gauge', 'ask_http_streams_in_progress', 'Event streams, such as answers, among them.', open.streams],
    ['counter', 'ask_http_replies_cut_total', 'Replies whose connection closed before their end.', open.cut],
  ])

  return { observe, metrics }
}

function samplesOf(route: string, { counts, sum }: Histogram): readonly string[] {
  let total = 0
  const buckets = counts.map((count, i) => {
    total += count
    return `_bucket{route="${route}",le="${BUCKETS_S[i] ?? '+Inf'}"} ${total}`
  })
  return [...buckets, `_sum{route="${route}"} ${sum}`, `_count{route="${route}"} ${total}`]
}

const SECOND_NS = 1e9
const SECOND_US = 1e6
/** Interval at which the delay of the event loop is measured, in ms. */
const DELAY_RESOLUTION_MS = 20

export interface SiteFigures {
  readonly pages: number
  readonly sections: number
  /** Time at which its index was built, in ms since 1970. */
  readonly indexedAt: number
}

/** Metrics of the content; none before it is read. */
export function siteMetrics(content: SiteFigures | null): string {
  if (content === null) return ''
  const { pages, sections, indexedAt } = content
  return format([
    ['gauge', 'ask_pages', 'Pages that are served.', pages],
    ['gauge', 'ask_sections', 'Sections in the index.', sections],
    ['gauge', 'ask_index_timestamp_seconds', 'When the index was built, in seconds from 1970.', indexedAt / 1_000],
  ])
}

/** Metrics of the tokens of a day, at a moment in ms from 1970. Those that answers have reserved count as spent. */
export function budgetMetrics(
  { ledger, limit }: { readonly ledger: Pick<TokenLedger, 'spentOn'>; readonly limit: number },
  now: number,
): string {
  const left = Math.max(0, limit - ledger.spentOn(Math.floor(now / DAY_MS)))
  return format([
    ['gauge', 'ask_answer_tokens_limit', 'Tokens that all answers of a day (UTC) may cost.', limit],
    ['gauge', 'ask_answer_tokens_left', 'Those of today that are neither spent nor reserved.', left],
  ])
}

/** A function that gives the metrics of this process. The delay is that since the call before. */
export function createProcessMetrics(): () => string {
  const delay = monitorEventLoopDelay({ resolution: DELAY_RESOLUTION_MS })
  delay.enable()
  const startSeconds = performance.timeOrigin / 1_000

  return function processMetrics() {
    const { rss, heapUsed, external } = process.memoryUsage()
    const { user, system } = process.cpuUsage()
    const p99 = delay.percentile(99) / SECOND_NS
    delay.reset()
    return format([
      ['gauge', 'process_resident_memory_bytes', 'Resident memory.', rss],
      ['gauge', 'nodejs_heap_size_used_bytes', 'Used part of the heap.', heapUsed],
      ['gauge', 'nodejs_external_memory_bytes', 'Memory of objects outside of the heap.', external],
      ['counter', 'process_cpu_seconds_total', 'User and system time.', (user + system) / SECOND_US],
      ['gauge', 'process_start_time_seconds', 'Start of the process, in seconds from 1970.', startSeconds],
      [
        'gauge', 'nodejs_eventloop_lag_p99_seconds', 'Delay of the event loop since the last scrape, 99th percentile.',
        p99,
      ],
    ])
  }
}

/** UTF-16 units of a path in a line. */
const MAX_PATH_LENGTH = 500

export type JsonLog = ReturnType<typeof createJsonLog>

interface JsonLogDeps {
  readonly write: (text: string) => void
  /** Monotonic clock in ms. */
  readonly now: () => number
  /** Wall clock in ms from 1970. */
  readonly date: () => number
  /** A random id, for a request that a proxy gave none. */
  readonly id: () => string
}

/** A log that writes one JSON object a line: `time` (RFC 3339), `level`, `message`, and fields. */
export function createJsonLog({ write, now, date, id }: JsonLogDeps) {
  function line(level: 'info' | 'warn', message: string, fields: Readonly<Record<string, unknown>> = {}): void {
    write(`${JSON.stringify({ time: new Date(date()).toISOString(), level, message, ...fields })}\n`)
  }

  const observe: Observe = ({ method, path, id: givenId }) => {
    const started = now()
    const requestId = givenId ?? id()
    let status = 0
    let route: string | null = null
    return {
      onReply(reply) {
        status = reply.status
        route = reply.route ?? null
      },
      onEnd(isWhole) {
        const ms = Math.round((now() - started) * 10) / 10
        const shown = path.slice(0, MAX_PATH_LENGTH)
        line('info', 'request', { id: requestId, method, path: shown, route, status, ms, isWhole })
      },
    }
  }

  return {
    observe,
    /** Writes a line for the site's owner. */
    warn: (message: string) => line('warn', message),
    /** Writes a line about the service, such as its start. */
    info: (message: string) => line('info', message),
  }
}
