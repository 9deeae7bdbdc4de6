import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createJsonLog } from '../../../../src/core/node/metrics/request-log.ts'

function bench() {
  const lines: string[] = []
  let now = 0
  const log = createJsonLog({ write: (text) => lines.push(text), now: () => (now += 12.34), date: () => 0, id: () => 'made' })
  return { log, records: () => lines.map((line) => (assert.match(line, /^[^\n]*\n$/), JSON.parse(line))) }
}

const TIME = '1970-01-01T00:00:00.000Z'

test('createJsonLog() writes a line for each request, at its end', () => {
  const { log, records } = bench()
  for (const id of ['proxy-1', null]) {
    const { onReply, onEnd } = log.observe({ method: 'GET', path: '/a\n"b', id })
    onReply({ status: 404, headers: {}, body: null, route: '/a' })
    onEnd(id === null)
  }
  const request = { time: TIME, level: 'info', message: 'request', method: 'GET', path: '/a\n"b', route: '/a', status: 404, ms: 12.3 }
  assert.deepEqual(records(), [{ ...request, id: 'proxy-1', isWhole: false }, { ...request, id: 'made', isWhole: true }])
})

test('createJsonLog() cuts long paths', () => {
  const { log, records } = bench()
  log.observe({ method: 'GET', path: 'x'.repeat(9_999), id: null }).onEnd(true)
  assert.equal(records()[0].path.length, 500)
})

test('createJsonLog() writes messages with their level', () => {
  const { log, records } = bench()
  log.info('started')
  log.warn('look')
  assert.deepEqual(records(), [{ time: TIME, level: 'info', message: 'started' }, { time: TIME, level: 'warn', message: 'look' }])
})
