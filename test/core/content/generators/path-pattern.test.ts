/** Patterns of paths that a site leaves out, as the generators themselves read them. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  createGlobTest, ignoredPaths, exclusionOf, pathPattern, type PatternDialect,
} from '../../../../src/core/content/generators/path-pattern.ts'

/** [dialect, pattern, paths that it leaves out, paths that it doesn't] */
const ROWS: readonly (readonly [dialect: PatternDialect, pattern: string, out: readonly string[], shown: readonly string[]])[] = [
  ['ignored', 'a.md', ['a.md', 'in/a.md'], ['b.md', 'a.md.md', 'axmd']],
  ['ignored', '/a.md', ['a.md'], ['in/a.md']],
  ['ignored', 'in/', ['in/a.md', 'x/in/y/b.md'], ['inn/a.md']],
  ['ignored', 'a/**/z.md', ['a/z.md', 'a/b/c/z.md'], ['b/z.md']],
  ['ignored', '**/b/*.md', ['b/a.md', 'a/b/a.md'], ['b/in/a.md']],
  ['ignored', 'page?.md', ['page1.md', 'in/page2.md'], ['page.md', 'page12.md']],
  ['ignored', '/v[0-9]/*.md', ['v1/a.md', 'v2/b.md'], ['w1/a.md', 'vx/a.md']],
  ['ignored', '/[!a-c].md', ['d.md'], ['a.md']],
  ['ignored', '/a\\*b.md', ['a*b.md'], ['axb.md']],
  ['ignored', '/a[.md', ['a[.md'], ['b.md']],
  ['ignored', '/{a,b}.md', ['{a,b}.md'], ['a.md']],
  ['glob', '**/{a,b}.{md,mdx}', ['in/b.mdx', 'a.md'], ['in/c.mdx']],
  ['glob', '{a,{b,c}}/x.md', ['a/x.md', 'c/x.md'], ['d/x.md']],
  ['glob', '{a}.md', ['{a}.md'], ['a.md']],
  ['glob', '{{a},b}{}.md', ['b{}.md', '{a}{}.md'], ['a.md']],
  ['glob', './in/**', ['in/a.md', 'in/b/a.md'], ['a.md']],
  ['glob', '@(a|b/c)/x+(1|2).md', ['a/x1.md', 'b/c/x21.md'], ['a/x.md', 'b/x1.md']],
  ['glob', '{(a),b}/+({c,d}|e).md', ['a/c.md', 'b/de.md'], ['(a)/c.md', 'b/f.md']],
  ['glob', 'a,b(c).md', ['a,bc.md'], ['a.md', 'bc.md']],
  ['glob', '**/(secret|wip)/**', ['secret/a.md', 'x/wip/a.md'], ['a.md']],
  ['glob', '(drafts2|wip).md', ['wip.md', 'drafts2.md'], ['a.md', 'drafts2']],
  ['glob', '(a|b)+x(c|d)?.md', ['abxc.md', 'ax.md'], ['a+x.md', 'xc.md']],
  ['glob', '(a|b)?[0-9]+x?.md', ['12xy.md', 'b1x1.md'], ['1+.md', '1x.md']],
  ['glob', 'a*|b', ['ac', 'b'], ['c']],
  ['glob', 'a|!(b)', ['c'], []],
  ['glob', 'a**(b|c).md', ['abx.md', 'b.md'], []],
  ['glob', 'a[!b].md', ['a!.md', 'ab.md'], ['b.md']],
  ['glob', '*(a|b).md', ['aba.md', '.md'], ['xa.md']],
  ['ignored', '/[]x].md', ['].md', 'x.md'], ['a.md']],
  ['ignored', '/[\\d\\]^].md', ['d.md', '].md', '^.md'], ['1.md']],
  ['ignored', '/[^a].md', ['b.md'], ['a.md']],
  ['fnmatch', '[^a].md', ['a.md', '^.md'], ['b.md']],
  ['go', '^[]x]', [']a.md', 'in/xa.md'], ['ax.md']],
  ['go', '[_^]x', ['_x.md', 'a^x.md'], ['x.md']],
  ['sphinx', '**.tmp.md', ['a.tmp.md', 'in/a.tmp.md'], ['a.md']],
  ['sphinx', '*/a.md', ['in/a.md'], ['a.md', 'in/in/a.md']],
  ['sphinx', 'in', ['in/a.md'], ['x/in/a.md', 'in.md']],
  ['fnmatch', 'in/c*', ['in/c.md', 'in/cd/e.md'], ['in/b.md']],
  ['fnmatch', '?.md', ['b.md'], ['in/b.md']],
  ['jekyll', 'READ', ['README.md'], ['in/README.md']],
  ['jekyll', '*.tmp.md', ['a.tmp.md', 'in/a.tmp.md'], ['a.md']],
  ['hugo', '/In/**', ['in/a.md', 'IN/b/c.md', 'in/_index.md'], ['a.md', 'inn/a.md']],
  ['hugo', '/in/*', ['in/a.md', 'in/b/index.fr.md'], ['in/b/c.md']],
  ['hugo', '{/a,/b/**.x.md}', ['a.md', 'b/c/d.x.md'], ['b/x.md', 'in/a.md']],
  ['hugo', '!/**', [], ['a.md', 'index.md']],
  ['hugo', '/', ['_index.md'], ['a.md']],
  ['go', '-draft\\.md$', ['a-draft.md', 'in/b-draft.md'], ['a-draft.md.md']],
  ['go', '^in/|content/x', ['in/a.md', 'x/a.md'], ['inn/a.md', 'y/x/a.md']],
  ['go', '(?i)secret', ['in/Secret.md'], ['a.md']],
  ['python', 'in/.*', ['in/a.md'], ['x/in/a.md']],
  ['python', '[a-z]+\\.md$', ['a.md'], ['A1.md', 'in/a.md', 'a.mdx']],
  ['python', 'secrets?/x|b\\.md', ['secret/x.md', 'secrets/x.md', 'b.md'], ['public/x.md', 'secretss/x.md']],
  ['python', '(README|notes/(?:a|b)+)\\.md$', ['README.md', 'notes/b.md', 'notes/ab.md'], ['c.md', 'notes/.md']],
  ['python', 'aab+[^\\]/]*?\\d\\A?$', ['aabb1', 'aabbbx2'], ['aa1', 'aabb/2']],
  ['python', '(a*)*b', ['aab.md', 'b.md', `${'a'.repeat(1_025)}b`], ['a'.repeat(1_025)]],
  ['python', '.*', ['a.md'], []],
  ['python', '((a?b*)*c)?\\.md$', ['abac.md', '.md'], ['aba.md', 'd.md']],
  ['python', '((a*)*)*b', ['aab.md'], ['a.md']],
  ['go', '(?i:DRAFT)x', ['draftx.md'], ['draft.md']],
  ['go', '\\bdraft\\b|in\\Ba', ['draft.md', 'x-draft.md', 'ina.md'], ['a.md', 'drafts.md', 'in/a.md']],
  // What can't be read leaves out all that it may mean.
  ['go', '[[:digit:]]+-draft', ['1-draft.md'], ['a.md']],
  ['go', '\\pL+draft|\\p{Lu}wip', ['xdraft.md', 'Awip.md'], ['a.md']],
  ['go', 'a'.repeat(5_000), ['b.md'], []],
  ['go', '[\\pL]draft', ['xdraft.md'], ['a.md']],
  ['python', '.*\\bdraft\\b.*', ['a/draft.md'], ['a.md']],
  ['python', '^(?!index).*\\.tmp\\.md$', ['a.tmp.md'], ['a.md']],
  ['python', '(a{1,2}b){0}c', ['c', 'aaabc'], ['a.md', 'bc']],
  ['python', '((a?){999}){999}b', ['ab'], ['a'.repeat(1_024)]],
  ['python', '(?!public).*', ['a.md'], []],
  ['python', '(a)\\1\\.md', ['aa.md', 'ab.md'], ['b.md']],
  ['python', '(a', ['b.md'], []],
  ['python', 'a)', ['b.md'], []],
  ['python', '*a', ['a.md', 'b'], []],
  ['python', '(?x)a', ['b.md'], []],
  ['python', '[b-a]', ['b.md'], []],
  ['python', '('.repeat(1_000), ['b.md'], []],
  ['python', '('.repeat(100_000), ['b.md'], []],
  ['glob', '!(public).md', ['a.md'], []],
  ['glob', 'x{1..3}.md', ['x1.md'], ['a.md']],
  ['glob', 'drafts2/!(index).md', ['drafts2/a.md'], ['a.md']],
  ['glob', 'in/{1..3}.md', ['in/1.md'], ['a.md']],
  ['glob', '{a/{1..2},b}/[c]d.md', ['b/cd.md'], ['b/d']],
  ['glob', '{a,b', ['c.md'], []],
  ['glob', '(?:a).md', ['a.md', 'a'], []],
  ['ignored', '/[[:digit:]]/a', ['1/a'], ['1/b']],
  ['ignored', `/in/${'a'.repeat(2_000)}`, ['in/a.md'], []],
]

test('exclusionOf() reads a pattern as its dialect does', () => {
  for (const [dialect, pattern, out, shown] of ROWS) {
    const patterns = [pathPattern(pattern, dialect)]
    assert.deepEqual([...out, ...shown].filter((path) => exclusionOf(path, patterns) !== null), out, `${dialect} ${pattern.slice(0, 200)}`)
  }
})

test('exclusionOf() takes in again what a later line says, if that can be read', () => {
  const patterns = ignoredPaths('# none\n*.md\n!in/b?.md\n![b-a].md\n')
  assert.deepEqual(['a.md', 'in/b1.md', 'in/b12.md'].filter((path) => exclusionOf(path, patterns) !== null), ['a.md', 'in/b12.md'])
})

test('createGlobTest() fits whole paths', () => {
  for (const [glob, fitting, others] of [
    ['a', ['a'], ['a/b', 'b']], ['a/**', ['a', 'a/b/c'], ['ab']], ['**/b', ['b', 'a/b'], ['b/c']], ['**', ['a', 'a/b'], []], ['a*c/d', ['abc/d'], ['ab/c/d']],
  ] as const) assert.deepEqual([...fitting, ...others].filter(createGlobTest(glob)), fitting, glob)
})
