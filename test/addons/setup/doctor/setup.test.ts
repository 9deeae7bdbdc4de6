import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkNode, checkSetup, type SetupPlan } from '../../../../src/addons/setup/doctor/setup.ts'
import { VERSION } from '../../../../src/core/base/version.ts'

test('checkNode() takes what package.json says, and refuses what is older', () => {
  for (const [version, status] of [['20.19.0', 'ok'], ['20.20.2', 'ok'], ['22.0.0', 'ok'], ['26.1.0', 'ok'], ['20.18.9', 'fail'], ['18.20.0', 'fail']] as const) {
    const found = checkNode(version, 'linux x64')
    assert.deepEqual([found.name, found.status], ['node', status], version)
    assert.ok(found.message.startsWith(`ask ${VERSION} on Node ${version} (linux x64)`))
  }
  assert.match(checkNode('18.20.0', '').message, /needs Node 20\.19 or newer$/)
  assert.match(checkNode('18.20.0', '').remedy!, /nodejs\.org/)
})

const CHANGE = { path: 'package.json', before: null, after: '' }
const STEP = { instruction: '', lines: [] }

test('checkSetup() finds what `ask init` would do', () => {
  const rows: readonly (readonly [Partial<SetupPlan['plan']>, string, string, RegExp])[] = [
    [{}, '.', 'ok', /^VitePress: search is part of the site$/],
    [{ changes: [CHANGE] }, '.', 'warn', /`ask init` would change package\.json$/],
    [{ changes: [CHANGE, { ...CHANGE, path: 'b' }] }, 'docs', 'warn', /`ask init docs` would change package\.json and b$/],
    [{ manualSteps: [STEP] }, '.', 'warn', /only you can add$/],
    [{ present: [] }, '.', 'skip', /^VitePress: not known whether search is part of the site: no script in package\.json builds it$/],
  ]
  for (const [plan, folder, status, message] of rows) {
    const [found, ...more] = checkSetup({ site: { folder, title: 'VitePress', ownSearch: null }, plan: { changes: [], manualSteps: [], present: ['it'], ...plan } })
    assert.deepEqual([found!.status, more], [status, []])
    assert.match(found!.message, message)
  }
  assert.match(checkSetup(null)[0]!.message, /^Nothing here builds pages/)
})

test('checkSetup() tells of a search that the site has of its own', () => {
  const site = { folder: '.', title: 'mdBook', ownSearch: { name: "mdBook's search", remedy: 'set it off' } }
  const [, found] = checkSetup({ site, plan: { changes: [], manualSteps: [], present: ['it'] } })
  assert.deepEqual(found, {
    name: 'setup', status: 'warn', message: "mdBook's search stays beside the dialog, and may open with the same key", remedy: 'To turn it off, set it off',
  })
})
