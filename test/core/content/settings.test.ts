import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createWeightOf } from '../../../src/core/content/settings.ts'
import { rulesOf } from '../../support/rules.ts'

function check(pattern: string, fitting: readonly string[], others: readonly string[]) {
  const weightOf = createWeightOf([{ pattern, weight: 2 }])
  assert.deepEqual([...fitting, ...others].filter((slug) => weightOf(slug) === 2), fitting, pattern)
}

for (const [name, run] of rulesOf('createWeightOf()', check, [
  ['fits patterns to slugs, segment by segment',
    ['guides/a', ['guides/a'], ['guides', 'guides/a/b', 'guides/ab', 'x/guides/a']],
    ['/guides/a/', ['guides/a'], ['guides']], ['guides/*', ['guides/a', 'guides/b'], ['guides', 'guides/a/b']],
    ['guides/**', ['guides', 'guides/a', 'guides/a/b'], ['guides-old', 'x/guides']],
    ['**/v*', ['v1', 'a/v1', 'a/b/v2'], ['v1/a', 'a/w1']],
    ['**/changelog/**', ['changelog', 'a/changelog/b/c'], ['a/changelogs']],
    ['a*b*c', ['abc', 'axbxc', 'abbc'], ['ab', 'acb', 'ac']], ['**', ['index', 'a/b'], []], ['a.c', ['a.c'], ['abc']],
    ['[x]a?\\b', ['[x]a?\\b'], ['xacb', 'xa?b']]],
])) test(name, run)

test('createWeightOf() takes the last pattern that fits', () => {
  const weightOf = createWeightOf([{ pattern: '**', weight: 1 }, { pattern: 'a/**', weight: 0.5 }, { pattern: 'a/b', weight: 3 }])
  assert.deepEqual(['x', 'a/x', 'a/b'].map(weightOf), [1, 0.5, 3])
  assert.equal(createWeightOf([])('a'), undefined)
})

test('createWeightOf() takes little time for many stars', () => {
  const weightOf = createWeightOf([{ pattern: `${'**/a/'.repeat(40)}b`, weight: 2 }])
  assert.equal(weightOf('a/'.repeat(400) + 'c'), undefined)
  assert.equal(weightOf('a/'.repeat(400) + 'b'), 2)
})
