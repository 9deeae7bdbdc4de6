import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkNode } from '../../../../src/addons/setup/doctor/check.ts'
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
