import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createWeightOf } from '../../../src/core/content/page-weight.ts'

function check(pattern: string, fitting: readonly string[], others: readonly string[]) {
  const weightOf = createWeightOf([{ pattern, weight: 2 }])
  assert.deepEqual([...fitting, ...others].filter((slug) => weightOf(slug) === 2), fitting, pattern)
}

test('createWeightOf() fits patterns to slugs, segment by segment', () => {
  check('guides/a', ['guides/a'], ['guides', 'guides/a/b', 'guides/ab', 'x/guides/a'])
  check('/guides/a/', ['guides/a'], ['guides'])
  check('guides/*', ['guides/a', 'guides/b'], ['guides', 'guides/a/b'])
  check('guides/**', ['guides', 'guides/a', 'guides/a/b'], ['guides-old', 'x/guides'])
  check('**/v*', ['v1', 'a/v1', 'a/b/v2'], ['v1/a', 'a/w1'])
  check('**/changelog/**', ['changelog', 'a/changelog/b/c'], ['a/changelogs'])
  check('a*b*c', ['abc', 'axbxc', 'abbc'], ['ab', 'acb', 'ac'])
  check('**', ['index', 'a/b'], [])
  check('a.c', ['a.c'], ['abc'])
  check('[x]a?\\b', ['[x]a?\\b'], ['xacb', 'xa?b'])
})

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
