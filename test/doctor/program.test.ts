import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkProgram } from '../../src/doctor/program.ts'

test('checkProgram() warns of a compiled program that is older than its sources', () => {
  const source = (changedMs: number) => ({ path: 'src/ask.ts', changedMs })
  assert.match(checkProgram({ compiledMs: 5, newestSource: null }).message, /installed package/)
  assert.match(checkProgram({ compiledMs: null, newestSource: source(9) }).message, /from its sources/)
  assert.match(checkProgram({ compiledMs: 9, newestSource: source(9) }).message, /as new as its sources/)
  const stale = checkProgram({ compiledMs: 8, newestSource: source(9) })
  assert.equal(stale.status, 'warn')
  assert.match(stale.message, /dist\/ is older than its sources: src\/ask\.ts has changed since/)
  assert.match(stale.remedy!, /npm run build.*delete dist\//)
})
