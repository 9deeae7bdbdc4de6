import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { HttpReply } from '../../../../src/core/http/wire/message.ts'
import {
  budgetMetrics, createJsonLog, createProcessMetrics, createRequestMetrics, siteMetrics, startMetricsServer,
} from '../../../../src/core/node/server/observers.ts'
import { overSocket } from '../../../support/http.ts'

const ADDRESS = { host: '127.0.0.1', port: 0, allowedHosts: [] }

test('startMetricsServer() replies to GET /metrics alone, and to its own hosts', async (t) => {
  const content = { pages: 2, sections: 3, indexedAt: 4_000 }
  const processMetrics = createProcessMetrics()
  const { url, port, stop } = await startMetricsServer(() => siteMetrics(content) + siteMetrics(null) + processMetrics(), ADDRESS)
  t.after(stop)
  const reply = await fetch(`${url}/metrics?x`)
  assert.deepEqual([reply.status, reply.headers.get('content-type')], [200, 'text/plain; version=0.0.4; charset=utf-8'])
  const text = await reply.text()
  for (const line of ['ask_pages 2', 'ask_sections 3', 'ask_index_timestamp_seconds 4']) assert.ok(text.includes(`\n${line}\n`), line)
  assert.match(text, /\nprocess_resident_memory_bytes \d{7,}\n/)
  assert.match(text, /\nprocess_cpu_seconds_total \d+\.\d+\n/)
  assert.equal((await fetch(url)).status, 404)
  assert.equal((await fetch(`${url}/metrics`, { method: 'POST' })).status, 405)
  assert.equal((await overSocket(port, { target: '/metrics', headers: { host: 'evil.test' } })).status, 421)
})

test('startMetricsServer() names its own flags where it can\'t listen', async (t) => {
  const { port, stop } = await startMetricsServer(() => '', ADDRESS)
  t.after(stop)
  const message = `Metrics: Port ${port} on 127.0.0.1 is in use: choose another with --metrics-port, or stop the program that uses it`
  await assert.rejects(startMetricsServer(() => '', { ...ADDRESS, port }), { code: 'listen', message })
})

test('budgetMetrics() gives what is left of the tokens of a day, never less than none', () => {
  const ledger = { spentOn: (day: number) => (day === 1 ? 300 : 0) }
  const values = (limit: number, now: number) => Array.from(budgetMetrics({ ledger, limit }, now).matchAll(/^ask\w+ (\d+)$/gm), ([, value]) => Number(value))
  assert.deepEqual([values(1_000, 86_400_000), values(1_000, 2 * 86_400_000), values(200, 86_400_001)], [[1_000, 700], [1_000, 1_000], [200, 0]])
})

const STREAM = { 'content-type': 'text/event-stream; charset=utf-8' }

function bench() {
  let now = 0
  const { observe, metrics } = createRequestMetrics(() => now)
  /** Begins a request; the function returned ends it after some ms. */
  const begin = (method: string, reply: Partial<HttpReply>) => {
    const { onReply, onEnd } = observe({ method, path: '/secret', id: null })
    onReply({ status: 200, headers: {}, body: null, ...reply })
    return (ms: number, isWhole = true) => ((now += ms), onEnd(isWhole))
  }
  return { begin, text: metrics }
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
  assert.match(text(), /^# HELP ask_http_requests_total Requests by route and status of the reply\.\n# TYPE ask_http_requests_total counter\n/)
  assert.doesNotMatch(bench().text(), /ask_http_requests_total/)
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

function logBench() {
  const lines: string[] = []
  let now = 0
  const log = createJsonLog({ write: (text) => lines.push(text), now: () => (now += 12.34), date: () => 0, id: () => 'made' })
  return { log, records: () => lines.map((line) => (assert.match(line, /^[^\n]*\n$/), JSON.parse(line))) }
}

const TIME = '1970-01-01T00:00:00.000Z'

test('createJsonLog() writes a line for each request, at its end', () => {
  const { log, records } = logBench()
  for (const id of ['proxy-1', null]) {
    const { onReply, onEnd } = log.observe({ method: 'GET', path: '/a\n"b', id })
    onReply({ status: 404, headers: {}, body: null, route: '/a' })
    onEnd(id === null)
  }
  const request = { time: TIME, level: 'info', message: 'request', method: 'GET', path: '/a\n"b', route: '/a', status: 404, ms: 12.3 }
  assert.deepEqual(records(), [{ ...request, id: 'proxy-1', isWhole: false }, { ...request, id: 'made', isWhole: true }])
})

test('createJsonLog() writes messages with their level, and cuts long paths', () => {
  const { log, records } = logBench()
  log.info('started')
  log.warn('look')
  log.observe({ method: 'GET', path: 'x'.repeat(9_999), id: null }).onEnd(true)
  const [{ path }, ...messages] = records().reverse()
  assert.equal(path.length, 500)
  const [look, started] = [{ level: 'warn', message: 'look' }, { level: 'info', message: 'started' }]
  assert.deepEqual(messages, [look, started].map((message) => ({ time: TIME, ...message })))
})
