/**
 * The packed package, compiled by a consumer under each TypeScript and each way of resolving modules, with the
 * strictest options that a consumer may have: the declarations themselves are checked as well.
 */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { test } from 'node:test'

/** All for a release, the oldest and the newest in the check of a change. */
const VERSIONS = process.env.ASK_LONG === '1' ? ['5.6', '5.7', '5.8', '5.9', '6.0', '7.0'] : ['5.6', '7.0']
const RESOLUTIONS = { bundler: 'esnext', node16: 'node16', nodenext: 'nodenext' }
for (const version of VERSIONS) {
  for (const [resolution, module] of Object.entries(RESOLUTIONS)) {
    test(`TypeScript ${version} takes the types under ${resolution}`, () => {
      const compiler = `node_modules/typescript-${version}/bin/tsc`
      const args = [compiler, '-p', 'consumer', '--module', module, '--moduleResolution', resolution]
      const { stdout, status } = spawnSync(process.execPath, args, { encoding: 'utf8', timeout: 120_000 })
      assert.equal(stdout, '')
      assert.equal(status, 0)
    })
  }
}
