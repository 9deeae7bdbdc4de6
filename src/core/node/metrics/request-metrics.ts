/** Requests of a server -> counts and durations by route and status. */
import type { Observe } from '../server/observer.ts'
import { gauge, type Metric, type Sample } from './prometheus.ts'

/** Upper bounds of the histogram's buckets, in seconds: from a cached read to a long answer. */
const BUCKETS_S: readonly number[] = [.001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10, 30, 60]
/** Methods with a count of their own; clients can invent any other. */
const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'OPTIONS', 'PUT', 'PATCH', 'DELETE'])
/** Label of replies that no route of the service made: pages, files and unknown paths. */
const NO_ROUTE = 'other'

/** Metrics of requests. */
export interface RequestMetrics {
  readonly observe: Observe
  readonly metrics: () => readonly Metric[]
}

interface Counter {
  readonly labels: Readonly<Record<string, string>>
  value: number
}

interface Histogram {
  /** Observations of each bucket alone; one more for those above the last bound. */
  readonly counts: number[]
  sum: number
}

/** Metrics of the requests of one server; `now` is a monotonic clock in ms. */
export function createRequestMetrics(now: () => number): RequestMetrics {
  const replies = new Map<string, Counter>()
  const durations = new Map<string, Histogram>()
  const open = { requests: 0, streams: 0, cut: 0 }

  function count(method: string, route: string, status: number): void {
    const labels = { method: METHODS.has(method) ? method : 'OTHER', route, status: String(status) }
    const key = Object.values(labels).join(' ')
    const counter = replies.get(key) ?? { labels, value: 0 }
    counter.value += 1
    replies.set(key, counter)
  }

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
        count(method, route, reply.status)
      },
      onEnd(isWhole) {
        open.requests -= 1
        if (isStream) open.streams -= 1
        if (!isWhole) open.cut += 1
        measure(route, (now() - started) / 1_000)
      },
    }
  }

  const metrics = (): readonly Metric[] => [
    {
      name: 'ask_http_requests_total',
      type: 'counter',
      help: 'Requests by route and status of the reply.',
      samples: [...replies.values()].map(({ labels, value }) => ({ labels: { ...labels }, value })),
    },
    {
      name: 'ask_http_request_duration_seconds',
      type: 'histogram',
      help: 'Time from the head of a request to the end of its reply.',
      samples: [...durations].flatMap(([route, histogram]) => samplesOf(route, histogram)),
    },
    gauge('ask_http_requests_in_progress', 'Requests whose reply is not at its end.', open.requests),
    gauge('ask_http_streams_in_progress', 'Event streams, such as answers, among them.', open.streams),
    {
      name: 'ask_http_replies_cut_total',
      type: 'counter',
      help: 'Replies whose connection closed before their end.',
      samples: [{ value: open.cut }],
    },
  ]

  return { observe, metrics }
}

function samplesOf(route: string, { counts, sum }: Histogram): Sample[] {
  let total = 0
  const buckets = counts.map((count, i) => {
    total += count
    return {
      suffix: '_bucket',
      labels: { route, le: i < BUCKETS_S.length ? String(BUCKETS_S[i]) : '+Inf' },
      value: total,
    }
  })
  return [
    ...buckets,
    { suffix: '_sum', labels: { route }, value: sum },
    { suffix: '_count', labels: { route }, value: total },
  ]
}
