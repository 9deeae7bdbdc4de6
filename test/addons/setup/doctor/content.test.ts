import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  checkBrokenGraph, checkContent, checkGraph, checkUnreadable, type GraphFile, type SiteGenerator,
} from '../../../../src/addons/setup/doctor/content.ts'
import type { LinkCause, Warning } from '../../../../src/core/content/page.ts'
import { addressesOf } from '../../../../src/core/graph/addresses.ts'
import { page } from '../../../support/chunk.ts'
import { graph } from '../../../support/graph.ts'
import { rulesOf } from '../../../support/rules.ts'

const PAGES = [page('index', { '': 'Welcome' }), page('guides/routing', { Static: 'A route' }), page('guides/deploy', { Hosts: 'A host' })]
const DOCUSAURUS: SiteGenerator = { title: 'Docusaurus', collections: null, output: 'build', ownSearch: null }
const STARLIGHT: SiteGenerator = { title: 'Starlight', collections: ['docs'], output: 'dist', ownSearch: null }

interface Given {
  readonly folder?: string
  readonly pages?: typeof PAGES
  readonly warnings?: readonly Warning[]
  readonly hidden?: number
  readonly unlisted?: typeof PAGES
  readonly generator?: SiteGenerator | null
  readonly ownSearch?: SiteGenerator['ownSearch']
}

/** Each finding as `status message | remedy`. */
function lines({ folder = 'docs', pages = PAGES, warnings = [], hidden = 0, unlisted = [], generator = null, ownSearch = null }: Given): string[] {
  return checkContent({ folder, site: { title: null, pages, unlisted, warnings, hidden, commonTitles: [], locales: {} }, generator, ownSearch }).map(({ status, message, remedy = '' }) => `${status} ${message} | ${remedy}`)
}

test('checkContent() counts pages, sections and groups', () => {
  assert.deepEqual(lines({}), ['ok docs: 3 pages, 5 sections, 1 group | '])
  assert.deepEqual(lines({ unlisted: PAGES.slice(0, 1) }), ['ok docs: 3 pages, 5 sections, 1 group, 1 page not searched | '])
  assert.deepEqual(lines({ hidden: 1 }), ['ok docs: 3 pages, 5 sections, 1 group, 1 page left out as drafts or hidden | '])
  assert.deepEqual(lines({ pages: [], hidden: 2 }), ['ok docs: 0 pages, 0 sections, 0 groups, 2 pages left out as drafts or hidden | '])
  assert.deepEqual(lines({ folder: '.', generator: STARLIGHT }), ['ok . (Starlight: docs): 3 pages, 5 sections, 1 group | '])
})

test('checkContent() tells of a search that the site has of its own', () => {
  const [, found] = lines({ ownSearch: { name: "mdBook's search", remedy: 'set it off' } })
  assert.equal(found, "warn mdBook's search stays beside the dialog, and may open with the same key | To turn it off, set it off")
})

test('checkContent() gives each warning file, line and advice', () => {
  const warnings: Warning[] = [
    { type: 'frontmatter', path: 'a.md', line: 2, message: 'Frontmatter: "x" can\'t be read' },
    { type: 'slug', path: 'b.md', line: 1, message: 'b.md is left out: a.md has the same slug, a' },
    { type: 'file', path: 'c.md', line: 1, message: 'Left out: not a text file' },
    { path: 'd.md', line: 4, message: 'Plugins: build the site' },
    { path: 'e.adoc', line: 1, message: 'Left out: it is AsciiDoc; give the folder of built HTML to read all pages' },
  ]
  assert.deepEqual(lines({ warnings }).slice(1), [
    'warn docs/a.md:2: Frontmatter: "x" can\'t be read | Correct this line; the rest of the page can be searched',
    'warn docs/b.md:1: b.md is left out: a.md has the same slug, a | Rename one of the two files, or give one a different `slug`',
    'warn docs/c.md:1: Left out: not a text file | Search finds nothing of it: correct it, or move it out of the folder',
    'warn docs/d.md:4: Plugins: build the site | ',
    'warn docs/e.adoc:1: Left out: it is AsciiDoc; give the folder of built HTML to read all pages | ',
  ])
  for (const [folder, path] of [['.', 'a.md'], ['./', 'a.md'], ['./docs/', 'docs/a.md'], ['/x/docs', '/x/docs/a.md']] as const) {
    assert.match(lines({ folder, warnings })[1]!, new RegExp(`^warn ${path}:2: `))
  }
})

test('checkContent() shows one of the warnings of a file that one remedy ends', () => {
  const warnings = [6, 7].map((line) => ({ type: 'frontmatter' as const, path: 'a.md', line, message: `Frontmatter: "${line}" can't be read` }))
  assert.deepEqual(lines({ warnings }).slice(1), [
    'warn docs/a.md:6: Frontmatter: "6" can\'t be read | Correct this line; the rest of the page can be searched',
    'warn 1 more warning about files | Fix the warnings above, then run this again',
  ])
})

test('checkContent() shows a few broken links one by one, and many in one line for each cause', () => {
  const links = (count: number, cause: LinkCause, prefix?: string) => Array.from({ length: count }, (_, i) => {
    return { type: 'link' as const, cause, path: `p${i}.md`, line: 3, message: 'The link to /x is broken', ...(prefix !== undefined && { prefix }) }
  })
  assert.deepEqual(lines({ warnings: [...links(1, 'anchor'), ...links(7, 'page'), ...links(3, 'prefix', '/docs'), ...links(2, 'outside')] }).slice(1), [
    'warn docs/p0.md:3: The link to /x is broken | Correct the part after #, or the id of the heading',
    'warn 7 links to pages that do not exist, such as docs/p0.md:3: The link to /x is broken | Correct the address, or add the page',
    'warn 3 links with a path in front that the pages lack, such as docs/p0.md:3: The link to /x is broken | Read the pages below that path: `--base /docs`',
    'skip 2 links to files outside of the folder, such as docs/p0.md:3: The link to /x is broken | Link to the address of the file in the repository: readers of the pages can not open it',
  ])
})

test('checkContent() shows the first ten warnings', () => {
  const warnings = Array.from({ length: 1_012 }, (_, i) => ({ path: `p${i}.md`, line: 1, message: 'Left out' }))
  const found = lines({ warnings })
  assert.equal(found.length, 12)
  assert.match(found.at(-1)!, /^warn 1,002 more warnings about files \| /)
})

test('checkContent() finds pages that a script fills', () => {
  const empty = [page('index', {}), page('a', { Heading: ' ' }), page('b', { '': 'Text' })]
  assert.match(lines({ pages: empty })[1]!, /^warn No text in 2 of 3 pages, for example index\.md \| .*prerendered/)
  assert.equal(lines({ pages: [...empty, ...PAGES] }).length, 1)
})

test('checkUnreadable() names the output folder of a known generator', () => {
  const [recognized, unrecognized] = [checkUnreadable('No pages in .', DOCUSAURUS), checkUnreadable('There is no folder x', null)]
  assert.deepEqual([recognized.status, unrecognized.status], ['fail', 'fail'])
  assert.equal(recognized.remedy, 'The pages are built by Docusaurus: build them, then give the output folder: `ask doctor build`')
  assert.match(checkUnreadable('No pages in .', { ...DOCUSAURUS, output: 'the site' }).remedy!, /`ask doctor 'the site'`$/)
  assert.match(unrecognized.remedy!, /`ask doctor \.\/docs`/)
})

const GRAPH = graph()
const CONTENT = { hash: GRAPH.contentHash, addresses: addressesOf(GRAPH.sections) }

function checksGraph(given: Partial<GraphFile>, finding: RegExp) {
  const { name, status, message, remedy = '' } = checkGraph({ path: 'kg.json', graph: GRAPH, content: CONTENT, ...given })
  assert.equal(name, 'graph')
  assert.match(`${status} ${message} | ${remedy}`, finding)
}

for (const [name, run] of rulesOf('checkGraph()', checksGraph, [
  ['names the builder of a graph, and says if it is up to date',
    [{}, /^ok kg\.json: 3 sections, built by rules, up to date \| $/],
    [{ graph: graph({ builtBy: 'm-1' }) }, /^ok kg\.json: 3 sections, built by m-1, up to date/],
    [{ content: { ...CONTENT, hash: 'sha256:1' } },
      /^warn kg\.json: 3 sections, built by rules, older than the content \| Run `ask kg build` and commit/],
    [{ content: null }, /^skip kg\.json: 3 sections, built by rules; not compared/],
    [{ graph: graph({ sections: [] }) }, /^ok kg\.json: 0 sections/]],
  ['finds a graph of different content',
    [{ content: { hash: 'sha256:1', addresses: new Map([['routing', '/routing/']]) } },
      /^warn kg\.json belongs to different content: only 1 of its 3 sections are here \| .*--kg-path/]],
  ['says what a site without a graph lacks',
    [{ graph: null }, /^warn There is no kg\.json: .*\| Run `ask kg build`/],
    [{ graph: null, content: null }, /^warn There is no kg\.json/]],
])) test(name, run)

test('checkGraph() finds a graph that was built under another base', () => {
  const addresses = addressesOf(GRAPH.sections.map(({ id, url }) => ({ id, url: `/docs${url}` })))
  const finding = /^warn kg\.json: 3 sections, built by rules, with other addresses than the content: \/routing\/ instead of \/docs\/routing\/ \| Run `ask kg build` with the `--base`/
  checksGraph({ content: { ...CONTENT, addresses } }, finding)
  checksGraph({ content: { hash: 'sha256:1', addresses } }, finding)
})

test('checkBrokenGraph() gives advice once', () => {
  const problems: readonly [string, string, RegExp][] = [
    ['kg.json: version must be 3, found 2; run `ask kg build`', 'kg.json: version must be 3, found 2', /^Nothing is lost: run `ask kg build`$/],
    ['kg.json: version must be 3, found 4; update ask', 'kg.json: version must be 3, found 4', /^Nothing is lost: update ask$/],
    ['kg.json: can\'t be read (EACCES)', 'kg.json: can\'t be read (EACCES)', /^Nothing is lost: run `ask kg build`$/],
  ]
  for (const [problem, message, remedy] of problems) {
    const found = checkBrokenGraph(problem)
    assert.deepEqual([found.status, found.message], ['fail', message])
    assert.match(found.remedy!, remedy)
  }
})
