import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Warning } from '../../src/content/page.ts'
import { checkContent, checkUnreadable, type SiteGenerator } from '../../src/doctor/content.ts'
import { page } from '../support/chunk.ts'

const PAGES = [page('index', { '': 'Welcome' }), page('guides/routing', { Static: 'A route' }), page('guides/deploy', { Hosts: 'A host' })]
const HTML = [page('build', { '': 'Built' }, { path: 'build/index.html', url: '/build/' })]
const VITEPRESS: SiteGenerator = { title: 'VitePress', collections: null, output: 'docs/.vitepress/dist' }
const DOCUSAURUS: SiteGenerator = { title: 'Docusaurus', collections: null, output: 'build' }
const STARLIGHT: SiteGenerator = { title: 'Starlight', collections: ['docs'], output: 'dist' }

interface Given {
  readonly folder?: string
  readonly pages?: typeof PAGES
  readonly warnings?: readonly Warning[]
  readonly hidden?: number
  readonly generator?: SiteGenerator | null
}

/** Each finding as `status message | remedy`. */
function lines({ folder = 'docs', pages = PAGES, warnings = [], hidden = 0, generator = null }: Given): string[] {
  return checkContent({ folder, site: { pages, warnings, hidden, commonTitles: [], locales: {} }, generator }).map(({ status, message, remedy = '' }) => `${status} ${message} | ${remedy}`)
}

test('checkContent() counts pages, sections and groups', () => {
  assert.deepEqual(lines({}), ['ok docs: 3 pages, 5 sections, 1 group | '])
  assert.deepEqual(lines({ hidden: 1 }), ['ok docs: 3 pages, 5 sections, 1 group, 1 page left out as drafts or hidden | '])
  assert.deepEqual(lines({ folder: '.', generator: STARLIGHT }), ['ok . (Starlight: docs): 3 pages, 5 sections, 1 group | '])
})

test('checkContent() gives each warning file, line and advice', () => {
  const warnings = [
    { path: 'a.md', line: 2, message: 'Frontmatter: "x" can\'t be read' },
    { path: 'b.md', line: 1, message: 'b.md is left out: a.md has the same slug, a' },
    { path: 'c.md', line: 1, message: 'Left out: not a text file' },
    { path: 'd.md', line: 4, message: 'Plugins: build the site' },
  ]
  assert.deepEqual(lines({ warnings }).slice(1), [
    'warn docs/a.md:2: Frontmatter: "x" can\'t be read | Correct this line; the rest of the page can be searched',
    'warn docs/b.md:1: b.md is left out: a.md has the same slug, a | Rename one of the two files, or give one a different `slug`',
    'warn docs/c.md:1: Left out: not a text file | Search does not find this page: correct it, or move it out of the folder',
    'warn docs/d.md:4: Plugins: build the site | ',
  ])
  for (const [folder, path] of [['.', 'a.md'], ['./', 'a.md'], ['./docs/', 'docs/a.md'], ['/x/docs', '/x/docs/a.md']] as const) {
    assert.match(lines({ folder, warnings })[1]!, new RegExp(`^warn ${path}:2: `))
  }
})

test('checkContent() shows some broken links, and the command that lists all', () => {
  const warnings = Array.from({ length: 7 }, (_, i) => ({ type: 'link' as const, path: `p${i}.md`, line: 3, message: 'The link to /x is broken' }))
  const found = lines({ warnings })
  assert.equal(found.length, 7)
  assert.equal(found[1], 'warn docs/p0.md:3: The link to /x is broken | Correct the address, or the id of the heading')
  assert.equal(found.at(-1), 'warn 2 more broken links | List all of them: `ask kg check --links`')
})

test('checkContent() shows the first ten warnings', () => {
  const warnings = Array.from({ length: 1_012 }, (_, i) => ({ path: `p${i}.md`, line: 1, message: 'Left out' }))
  const found = lines({ warnings })
  assert.equal(found.length, 12)
  assert.match(found.at(-1)!, /^warn 1,002 more warnings about files \| /)
})

test('checkContent() finds pages that a script fills', () => {
  const empty = [page('index', {}), page('a', { Heading: ' ' }), page('b', { '': 'Text' })]
  assert.match(lines({ pages: empty })[1]!, /^warn 2 of 3 pages have no text, for example index\.md \| .*prerendered/)
  assert.equal(lines({ pages: [...empty, ...PAGES] }).length, 1)
})

test('checkContent() advises the output folder of a generator', () => {
  assert.match(lines({ generator: VITEPRESS })[1]!, /^warn These are the sources of a VitePress site, .*\| .*`ask doctor docs\/\.vitepress\/dist`$/)
  assert.equal(lines({ generator: { ...VITEPRESS, output: null } }).length, 1)
  assert.match(lines({ folder: '.', pages: HTML, generator: DOCUSAURUS })[1]!, /^fail The folder contains the output of Docusaurus, build, so links to its pages are wrong: \/build\/ \| .*`ask serve build`$/)
  for (const folder of ['build', './build/']) assert.equal(lines({ folder, pages: HTML, generator: DOCUSAURUS }).length, 1)
})

test('checkUnreadable() names the output folder of a known generator', () => {
  const [recognized, unrecognized] = [checkUnreadable('No pages in .', DOCUSAURUS), checkUnreadable('There is no folder x', null)]
  assert.deepEqual([recognized.status, unrecognized.status], ['fail', 'fail'])
  assert.equal(recognized.remedy, 'This is a Docusaurus project: build it, then give its output folder: `ask doctor build`')
  assert.match(unrecognized.remedy!, /`ask doctor \.\/docs`/)
})

test('checkContent() counts hidden pages without any other', () => {
  const [first, ...others] = checkContent({ folder: 'docs', site: { pages: [], warnings: [], hidden: 2, commonTitles: [], locales: {} }, generator: null })
  assert.deepEqual([first!.message, others], ['docs: 0 pages, 0 sections, 0 groups, 2 pages left out as drafts or hidden', []])
})
