import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createGlobMatcher, globParent, commonFolder } from '../../../src/node/astro/glob-patterns.ts'

function check(patterns: string | readonly string[], matching: string, others: string) {
  const isMatch = createGlobMatcher([patterns].flat())
  for (const path of matching.split(' ')) assert.equal(isMatch(path), true, `${patterns} has ${path}`)
  for (const path of others.split(' ')) assert.equal(isMatch(path), false, `${patterns} has no ${path}`)
}

test('createGlobMatcher() supports the wildcards', () => {
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

test('createGlobMatcher() excludes the matches of a pattern with !', () => {
  check(['**/*.md', '!README.md', '!drafts/**'], 'a.md a/README.md', 'README.md drafts/a.md')
  check(['a.md', 'b/*.md'], 'a.md b/c.md', 'c.md')
  assert.equal(createGlobMatcher(['!a.md'])('b.md'), false)
})

test('createGlobMatcher() takes all other characters literally, also unclosed brackets', () => {
  check('a+(b).md', 'a+(b).md', 'ab.md aab.md')
  check('a,b.md', 'a,b.md', 'a b.md')
  check('[id.md', '[id.md', 'i.md')
  check('a}.md', 'a}.md', 'a.md')
  check('{a.md', 'a.md', 'b.md')
})

test('globParent() is the deepest folder that contains all matches', () => {
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
  for (const [patterns, folder] of table) assert.equal(globParent(patterns), folder, patterns.join(' '))
})

test('commonFolder() takes names literally', () => {
  const table: readonly (readonly [readonly string[], string])[] = [
    [['docs/[a]/x.md', 'docs/[a]/b/*.md'], 'docs/[a]'],
    [['!a/x.md', 'b/x.md'], ''],
    [['../a/x.md', '../a/y.md'], '../a'],
    [[], ''],
  ]
  for (const [paths, folder] of table) assert.equal(commonFolder(paths), folder, paths.join(' '))
})

test('createGlobMatcher() treats several wildcards in a row as one', () => {
  check('******.md', 'a.md a/b.md', 'a.mdx')
  check('**/**/**/*.md', 'a.md a/b.md', 'a.mdx')
  for (const many of ['**', '**/', '***', '*']) assert.equal(createGlobMatcher([`${many.repeat(200)}x.md`])(`${'a/'.repeat(100)}a.md`), false)
})

test('createGlobMatcher() matches nothing with a reversed range', () => {
  check(['[z-a]*.md', '_.md'], '_.md', 'a.md z.md')
  check(['[z-a].md', 'b.md'], 'b.md', 'a.md')
})
