import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkSetup, type SetupPlan } from '../../src/doctor/setup.ts'

function check(plan: Partial<SetupPlan> | null, status: string, message: RegExp) {
  const site = { folder: '.', title: 'VitePress', changes: [], hasManualSteps: false, isPresent: true }
  const found = checkSetup(plan === null ? null : { ...site, ...plan })
  assert.equal(found.status, status)
  assert.match(found.message, message)
}

test('checkSetup() finds what `ask init` would do', () => {
  check({}, 'ok', /^VitePress: search is part of the site$/)
  check({ changes: ['package.json'] }, 'warn', /`ask init` would change package\.json$/)
  check({ changes: ['a', 'b'], folder: 'docs' }, 'warn', /`ask init docs` would change a and b$/)
  check({ hasManualSteps: true }, 'warn', /only you can add$/)
  check({ isPresent: false }, 'skip', /^VitePress: not known whether search is part of the site: no script in package\.json builds it$/)
  check(null, 'skip', /^No generator/)
})
