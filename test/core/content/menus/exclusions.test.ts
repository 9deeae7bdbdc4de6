/** Pages that settings of a generator leave out. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isExcluded } from '../../../../src/core/content/generators/path-pattern.ts'
import { excludedPaths } from '../../../../src/core/content/menus/exclusions.ts'

function check(globs: readonly string[], path: string, isOut: boolean) {
  assert.equal(isExcluded(path, excludedPaths(globs)), isOut, `${globs.join()} ${path}`.slice(0, 200))
}

test('excludedPaths() reads each alternative of a glob', () => {
  check(['**/{a,b}.{md,mdx}'], 'in/b.mdx', true)
  check(['**/{a,b}.{md,mdx}'], 'in/c.mdx', false)
  check(['{a,{b,c}}/x.md'], 'c/x.md', true)
})

test('excludedPaths() makes a bounded number of patterns of a glob, which leave out no fewer pages', () => {
  const many = Array.from({ length: 10_000 }, (_, i) => `p${i}`).join()
  for (const glob of [`/{${many}}.md`, `/${'{p,q}'.repeat(40)}.md`, `/{p,q}{${many}}.md`]) {
    assert.ok(excludedPaths([glob]).length <= 64)
    check([glob], glob.includes('p9999') ? (glob.startsWith('/{p,') ? 'pp9999.md' : 'p9999.md') : `${'q'.repeat(40)}.md`, true)
  }
})
