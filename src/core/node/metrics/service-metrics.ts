/** The content, the budget of answers and the process -> metrics, under the names that clients of Prometheus use. */
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { DAY_MS } from '../../http/answers/day-budget.ts'
import type { TokenLedger } from '../../http/wire/settings.ts'
import { gauge, type Metric } from './prometheus.ts'

/** Nanoseconds of a second. */
const SECOND_NS = 1e9
/** Microseconds of a second. */
const SECOND_US = 1e6
/** Interval at which the delay of the event loop is measured, in ms. */
const DELAY_RESOLUTION_MS = 20

/** Figures of the content that is served. */
export interface SiteFigures {
  readonly pages: number
  readonly sections: number
  /** Time at which its index was built, in ms since 1970. */
  readonly indexedAt: number
}

/** Metrics of the content; none before it is read. */
export function siteMetrics(content: SiteFigures | null): readonly Metric[] {
  if (content === null) return []
  const { pages, sections, indexedAt } = content
  return [
    gauge('ask_pages', 'Pages that are served.', pages),
    gauge('ask_sections', 'Sections in the index.', sections),
    gauge('ask_index_timestamp_seconds', 'When the index was built, in seconds from 1970.', indexedAt / 1_000),
  ]
}

/** The budget of all answers of a day. */
export interface AnswerBudget {
  readonly ledger: Pick<TokenLedger, 'spentOn'>
  /** Tokens of a day. */
  readonly limit: number
}

/** Metrics of the budget at a moment, in ms from 1970. Tokens that answers in progress have reserved count as spent. */
export function budgetMetrics({ ledger, limit }: AnswerBudget, now: number): readonly Metric[] {
  const left = Math.max(0, limit - ledger.spentOn(Math.floor(now / DAY_MS)))
  return [
    gauge('ask_answer_tokens_limit', 'Tokens that all answers of a day (UTC) may cost.', limit),
    gauge('ask_answer_tokens_left', 'Those of today that are neither spent nor reserved.', left),
  ]
}

/** A function that gives the metrics of this process. The delay is that since the call before. */
export function createProcessMetrics(): () => readonly Metric[] {
  const delay = monitorEventLoopDelay({ resolution: DELAY_RESOLUTION_MS })
  delay.enable()
  const startSeconds = performance.timeOrigin / 1_000

  return function processMetrics() {
    const { rss, heapUsed, external } = process.memoryUsage()
    const { user, system } = process.cpuUsage()
    const p99 = delay.percentile(99) / SECOND_NS
    delay.reset()
    return [
      gauge('process_resident_memory_bytes', 'Resident memory.', rss),
      gauge('nodejs_heap_size_used_bytes', 'Used part of the heap.', heapUsed),
      gauge('nodejs_external_memory_bytes', 'Memory of objects outside of the heap.', external),
      {
        name: 'process_cpu_seconds_total',
        type: 'counter',
        help: 'User and system time.',
        samples: [{ value: (user + system) / SECOND_US }],
      },
      gauge('process_start_time_seconds', 'Start of the process, in seconds from 1970.', startSeconds),
      gauge('nodejs_eventloop_lag_p99_seconds', 'Delay of the event loop since the last scrape, 99th percentile.', p99),
    ]
  }
}
