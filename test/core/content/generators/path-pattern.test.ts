/** Patterns of paths that a site leaves out. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { expressionPaths, ignoredPaths, isExcluded } from '../../../../src/core/content/generators/path-pattern.ts'

/** [lines, paths that they leave out, paths that they don't] */
const ROWS: readonly (readonly [lines: string, out: readonly string[], shown: readonly string[]])[] = [
  ['a.md', ['a.md', 'in/a.md'], ['b.md', 'a.md.md']],
  ['/a.md', ['a.md'], ['in/a.md']],
  ['in/', ['in/a.md', 'x/in/y/b.md'], ['inn/a.md']],
  ['in/*.md\n!in/b.md', ['in/a.md'], ['in/b.md']],
  ['a/**/z.md', ['a/z.md', 'a/b/c/z.md'], ['b/z.md']],
  ['page?.md', ['page1.md', 'in/page2.md'], ['other.md']],
  ['/v[0-9]/*.md', ['v1/a.md', 'v2/b.md'], ['w1/a.md']],
  ['[[:alpha:]]x.md', ['ax.md'], ['ay.md']],
  ['/!(public).md', ['secret.md'], ['secret.txt']],
  ['/@(a|b/c)/x.md', ['a/x.md', 'b/c/x.md'], []],
  ['/in/{1..3}.md', ['in/2.md'], ['out/2.md']],
  ['/a\\*b.md', ['a*b.md'], ['c.md']],
  ['/a[.md', ['a[.md'], ['b.md']],
  // What takes in again takes in no more than it says.
  ['*.md\n!page?.md', ['page1.md'], []],
  ['*.md\n![ab].md', ['a.md'], []],
]

test('isExcluded() reads the patterns of ignored paths, rather too many paths than too few', () => {
  for (const [lines, out, shown] of ROWS) {
    const patterns = ignoredPaths(lines)
    assert.deepEqual([...out, ...shown].filter((path) => isExcluded(path, patterns)), out, lines)
  }
})

/** [expression, paths that it leaves out, paths that it doesn't] */
const EXPRESSIONS: readonly (readonly [expression: string, out: readonly string[], shown: readonly string[]])[] = [
  ['\\.tmp\\.md$', ['a.tmp.md', 'in/b.tmp.md'], ['a.md']],
  ['^drafts/', ['drafts/a.md', 'my-drafts/a.md'], ['a.md', 'drafts.md']],
  ['(?i)secret', ['in/secret.md'], ['a.md']],
  ['secrets?/x', ['secret/x.md', 'secrets/x.md'], ['public/y.md']],
  ['one|two\\d+', ['one.md', 'in/two2.md'], ['three.md']],
  ['a[b|c]dd', ['abdd.md'], ['ab.md']],
  ['(README|notes/(?:a|b))\\.md$', ['README.md', 'in/notes/b.md'], ['c.md']],
  ['x(\\.en)?\\.md', ['x.en.md', 'x.md'], []],
  // What needs no text leaves out nothing.
  ['.*', [], ['a.md']],
  ['[a-z]+', [], ['a.md']],
  ['/', [], ['in/a.md']],
  ['', [], ['a.md']],
]

test('expressionPaths() leaves out all that an expression may fit, without running it', () => {
  for (const [expression, out, shown] of EXPRESSIONS) {
    const patterns = expressionPaths(expression)
    assert.deepEqual([...out, ...shown].filter((path) => isExcluded(path, patterns)), out, expression)
  }
  assert.deepEqual(expressionPaths('('.repeat(100_000)), [])
  assert.ok(expressionPaths('(a|b)'.repeat(200)).length <= 64)
})
