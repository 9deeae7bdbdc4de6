import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatMetrics } from '../../../src/node/metrics/prometheus.ts'

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
