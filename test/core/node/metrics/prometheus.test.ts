/** The format of metrics, and the server that has them. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatMetrics, startMetricsServer } from '../../../../src/core/node/metrics/prometheus.ts'
import { budgetMetrics, createProcessMetrics, siteMetrics } from '../../../../src/core/node/metrics/service-metrics.ts'
import { overSocket } from '../../../support/http.ts'

test('formatMetrics() writes help, type and samples', () => {
  const metrics = [
    { name: 'a_total', type: 'counter', help: 'One\nline \\.', samples: [{ labels: { route: '/a"b\\c\n' }, value: 2 }, { value: 1.5 }] },
    { name: 'b_seconds', type: 'histogram', help: 'B.', samples: [{ suffix: '_bucket', labels: { le: '+Inf' }, value: Infinity }] },
    { name: 'none', type: 'gauge', help: 'Left out.', samples: [] },
  ] as const
  assert.equal(formatMetrics(metrics), [
    '# HELP a_total One\\nline \\\\.', '# TYPE a_total counter', 'a_total{route="/a\\"b\\\\c\\n"} 2', 'a_total 1.5',
    '# HELP b_seconds B.', '# TYPE b_seconds histogram', 'b_seconds_bucket{le="+Inf"} +Inf', '',
  ].join('\n'))
})

const ADDRESS = { host: '127.0.0.1', port: 0, allowedHosts: [] }

test('startMetricsServer() replies to GET /metrics alone, and to its own hosts', async (t) => {
  const content = { pages: 2, sections: 3, indexedAt: 4_000 }
  const processMetrics = createProcessMetrics()
  const { url, port, stop } = await startMetricsServer(() => [...siteMetrics(content), ...siteMetrics(null), ...processMetrics()], ADDRESS)
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
  const { port, stop } = await startMetricsServer(() => [], ADDRESS)
  t.after(stop)
  const message = `Metrics: Port ${port} on 127.0.0.1 is in use: choose another with --metrics-port, or stop the program that uses it`
  await assert.rejects(startMetricsServer(() => [], { ...ADDRESS, port }), { code: 'listen', message })
})

test('budgetMetrics() gives what is left of the tokens of a day, never less than none', () => {
  const ledger = { spentOn: (day: number) => (day === 1 ? 300 : 0) }
  const values = (limit: number, now: number) => budgetMetrics({ ledger, limit }, now).map(({ samples }) => samples[0]?.value)
  assert.deepEqual([values(1_000, 86_400_000), values(1_000, 2 * 86_400_000), values(200, 86_400_001)], [[1_000, 700], [1_000, 1_000], [200, 0]])
})
