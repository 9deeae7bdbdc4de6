import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { HttpReply } from '../../../../src/core/http/wire/message.ts'
import { formatMetrics } from '../../../../src/core/node/metrics/prometheus.ts'
import { createRequestMetrics } from '../../../../src/core/node/metrics/request-metrics.ts'

const STREAM = { 'content-type': 'text/event-stream; charset=utf-8' }

function bench() {
  let now = 0
  const { observe, metrics } = createRequestMetrics(() => now)
  return {
    /** Begins a request; the function returned ends it after some ms. */
    begin(method: string, reply: Partial<HttpReply>) {
      const { onReply, onEnd } = observe({ method, path: '/secret', id: null })
      onReply({ status: 200, headers: {}, body: null, ...reply })
      return (ms: number, isWhole = true) => {
        now += ms
        onEnd(isWhole)
      }
    },
    text: () => formatMetrics(metrics()),
  }
}

test('createRequestMetrics() counts by method, route and status, and invents no labels', () => {
  const { begin, text } = bench()
  for (const method of ['GET', 'GET', 'X-1', 'X-2']) begin(method, { route: '/api/ask' })(1)
  begin('GET', { status: 404 })(1)
  const counts = text().split('\n').filter((line) => line.startsWith('ask_http_requests_total'))
  assert.deepEqual(counts, [
    'ask_http_requests_total{method="GET",route="/api/ask",status="200"} 2',
    'ask_http_requests_total{method="OTHER",route="/api/ask",status="200"} 2',
    'ask_http_requests_total{method="GET",route="other",status="404"} 1',
  ])
  assert.doesNotMatch(text(), /secret/)
})

test('createRequestMetrics() gives durations in cumulative buckets', () => {
  const { begin, text } = bench()
  for (const ms of [1, 4, 70_000]) begin('GET', { route: '/a' })(ms)
  for (const line of ['_bucket{route="/a",le="0.001"} 1', '_bucket{route="/a",le="0.005"} 2', '_bucket{route="/a",le="60"} 2', '_bucket{route="/a",le="+Inf"} 3', '_sum{route="/a"} 70.005', '_count{route="/a"} 3']) {
    assert.ok(text().includes(`ask_http_request_duration_seconds${line}\n`), line)
  }
})

test('createRequestMetrics() shows what is in progress, and counts replies that were cut', () => {
  const { begin, text } = bench()
  const ends = [begin('GET', {}), begin('POST', { headers: STREAM })]
  assert.match(text(), /\nask_http_requests_in_progress 2\n[^]*\nask_http_streams_in_progress 1\n/)
  for (const end of ends) end(1, false)
  assert.match(text(), /\nask_http_requests_in_progress 0\n[^]*\nask_http_streams_in_progress 0\n[^]*\nask_http_replies_cut_total 2\n/)
})
