import assert from 'node:assert/strict'
import { test } from 'node:test'
import { versionFolder, versionRanks } from '../../../src/core/text/version-order.ts'
import { rulesOf } from '../../support/rules.ts'

/** Versions in their order; `=` stands between equal ones. */
function check(expected: string) {
  const groups = expected.split(' ').map((group) => group.split('=').map((version) => (version === '""' ? '' : version)))
  const versions = groups.flat().toReversed()
  const ranks = new Map(versionRanks(versions).map((rank, i) => [versions[i]!, rank]))
  let rank = 0
  for (const group of groups) {
    for (const version of group) assert.equal(ranks.get(version), rank, version)
    rank += group.length
  }
}

for (const [name, run] of rulesOf('versionRanks()', check, [
  ['compares numbers as numbers',
    ['v10 v9 v2=2=2.0 v1'], ['2.x 2.10.1 2.9 1.x 1.9'], ['version-2.1 release-2.0.3=2.0.3'], ['2024.2 2024.1 8.19'],
    ['2026-07-28 2025-11-25 draft']],
  ['puts the newest release by name first, and what is not released last',
    ['* "" stable lts latest current 3.0 2.9'], ['3.0 3.1.0-rc.2 3.1.0-rc.1 3.1.0-beta.3 3.1.0-alpha'],
    ['1.0 2.0rc1 2.0b2 2.0a1'], ['v1 next'], ['v1 main'], ['v1 2.0.dev3'], ['3.0 jammy next']],
])) test(name, run)

test('versionFolder() knows the folder of a version', () => {
  for (const [slug, folder] of [
    ['v2/install', 'v2'], ['docs/1.x/install', '1.x'], ['en/V1.2/install', 'V1.2'], ['v10', 'v10'],
      ['3.0-beta.1/a', '3.0-beta.1'],
    ['docs/version-2.0.3/a/b', 'version-2.0.3'], ['latest/install', 'latest'], ['next/v2/install', 'next'],
    ['latest/api/v1/users', 'latest'], ['en/latest/install', 'latest'], ['docs/next/install', 'next'],
  ] as const) assert.equal(versionFolder(slug), folder, slug)
  for (const slug of [
    '', 'install', '2024/install', 'guides/upgrade-to/v5', 'v8-engine/a', '2fa/a', 'releases/a', 'cli/dev/options',
    'cli/preview/options',
  ]) assert.equal(versionFolder(slug), null, slug)
})
