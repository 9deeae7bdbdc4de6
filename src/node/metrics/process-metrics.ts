/** The process -> its memory, processor time and delays, under the names that clients of Prometheus use. */
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { gauge, type Metric } from './prometheus.ts'

/** Nanoseconds of a second. */
const SECOND_NS = 1e9
/** Microseconds of a second. */
const SECOND_US = 1e6
/** Interval at which the delay of the event loop is measured, in ms. */
const DELAY_RESOLUTION_MS = 20

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
