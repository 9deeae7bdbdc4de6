import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createGlobTest, fixedFolder, sharedFolder } from '../../../src/node/project/glob-patterns.ts'

function check(patterns: string | readonly string[], matching: string, others: string) {
  const isMatch = createGlobTest([patterns].flat())
  for (const path of matching.split(' ')) assert.equal(isMatch(path), true, `${patterns} has ${path}`)
  for (const path of others.split(' ')) assert.equal(isMatch(path), false, `${patterns} has no ${path}`)
}

test('createGlobTest() knows the wild cards', () => {
  check('*.md', 'a.md .md', 'a/b.md a.mdx amd')
  check('./*.md', 'a.md', 'a/b.md')
  check('**/*.md', 'a.md a/b.md a/b/c.md', 'a.mdx a/md')
  check('docs/**', 'docs/a docs/a/b.md', 'docs a.md other/docs/a')
  check('v?.md', 'v1.md', 'v.md v12.md v/.md')
  check('**/*.{md,mdx}', 'a.md a/b.mdx', 'a.markdown a.md,mdx')
  check('{a,b/{c,d}}/x.md', 'a/x.md b/c/x.md b/d/x.md', 'b/x.md c/x.md')
  check('**/[^_]*.md', 'a.md _a/b.md', '_a.md a/_b.md')
  check('[!_a-c]*.md', 'd.md', '_.md b.md')
  check('[0-9]-*.md', '1-a.md', 'a-1.md')
})

test('createGlobTest() takes out what a pattern with ! names', () => {
  check(['**/*.md', '!README.md', '!drafts/**'], 'a.md a/README.md', 'README.md drafts/a.md')
  check(['a.md', 'b/*.md'], 'a.md b/c.md', 'c.md')
  assert.equal(createGlobTest(['!a.md'])('b.md'), false)
})

test('createGlobTest() takes all else as it is written, unfinished brackets too', () => {
  check('a+(b).md', 'a+(b).md', 'ab.md aab.md')
  check('a,b.md', 'a,b.md', 'a b.md')
  check('[id.md', '[id.md', 'i.md')
  check('a}.md', 'a}.md', 'a.md')
  check('{a.md', 'a.md', 'b.md')
})

test('fixedFolder() is the deepest folder that all files are in', () => {
  const table: readonly (readonly [readonly string[], string])[] = [
    [['*.md'], ''],
    [['**/*.md'], ''],
    [['docs/guides/**/*.md'], 'docs/guides'],
    [['./docs/*.md', '!docs/a/*.md'], 'docs'],
    [['docs/a/x.md', 'docs/b/y.md'], 'docs'],
    [['docs/a.md', 'blog/a.md'], ''],
    [['docs/{a,b}/*.md'], 'docs'],
    [[], ''],
  ]
  for (const [patterns, folder] of table) assert.equal(fixedFolder(patterns), folder, patterns.join(' '))
})

test('sharedFolder() takes names as they are', () => {
  const table: readonly (readonly [readonly string[], string])[] = [
    [['docs/[a]/x.md', 'docs/[a]/b/*.md'], 'docs/[a]'],
    [['!a/x.md', 'b/x.md'], ''],
    [['../a/x.md', '../a/y.md'], '../a'],
    [[], ''],
  ]
  for (const [paths, folder] of table) assert.equal(sharedFolder(paths), folder, paths.join(' '))
})

test('createGlobTest() takes several wild cards in a row for one', () => {
  check('******.md', 'a.md a/b.md', 'a.mdx')
  check('**/**/**/*.md', 'a.md a/b.md', 'a.mdx')
  for (const many of ['**', '**/', '***', '*']) assert.equal(createGlobTest([`${many.repeat(200)}x.md`])(`${'a/'.repeat(100)}a.md`), false)
})

test('createGlobTest() takes a range that runs backwards for one that has nothing', () => {
  check(['[z-a]*.md', '_.md'], '_.md', 'a.md z.md')
  check(['[z-a].md', 'b.md'], 'b.md', 'a.md')
})
