import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  type AgentsSite, formatAgentsIndex, MARKS, MAX_INDEX_BYTES, replaceBlock,
} from '../../../src/addons/agents/agents-index.ts'
import { readSite } from '../../../src/core/ask.ts'

const SITE: AgentsSite = { title: 'Acme', root: 'docs/', pathOf: ({ path }) => path, search: 'Search first.' }
const FILES = {
  'index.md': '# Acme\n\nSee [routes](guides/routing.md#static) and [them](guides/routing.md#static), [deploy](guides/deploy.md).\n',
  'guides/routing.md': '# Routing\n\n[Here](#static).\n\n## Static\n\nText.\n\n## Other\n\nText.\n',
  'guides/deploy.md': '# Deploy\n\nSee [other](routing.md#other).\n',
}
const pagesOf = (files: Readonly<Record<string, string>>) => readSite(Object.entries(files).map(([path, text]) => ({ path, text }))).pages
const linesOf = (text: string) => text.split('\n').filter((line) => line !== '')

test('formatAgentsIndex() has groups, pages in the order of the site, and the sections that others link to', () => {
  assert.deepEqual(linesOf(formatAgentsIndex(pagesOf(FILES), SITE)).slice(4, -1), [
    '### Pages (1)', './: index.md', '### Guides (2)', 'guides/: deploy.md, routing.md #static #other',
  ])
})

test('formatAgentsIndex() says what it is, between two marks', () => {
  const [start, title, count, how] = linesOf(formatAgentsIndex(pagesOf(FILES), SITE))
  assert.deepEqual([start, title], [MARKS.start, '## Documentation of Acme'])
  assert.match(count!, /^3 pages\./)
  assert.match(formatAgentsIndex(pagesOf({ 'index.md': '# Acme' }), SITE), /\n1 page\. Read/)
  assert.match(how!, /^Search first\. Each line is a folder below `docs\/`/)
  assert.ok(formatAgentsIndex(pagesOf(FILES), SITE).endsWith(`\n${MARKS.end}`))
})

test('formatAgentsIndex() drops sections first, then the pages that are linked least', () => {
  const whole = formatAgentsIndex(pagesOf(FILES), SITE)
  const bytes = Buffer.byteLength(whole)
  assert.ok(!linesOf(formatAgentsIndex(pagesOf(FILES), SITE, bytes - 2)).join().includes('#other'))
  const links = Array.from({ length: 40 }, (_, i) => `[p](p${i % 20}.md)`).join(' ')
  const many = pagesOf({ 'z.md': `# Z\n\n${links}\n`, ...Object.fromEntries(Array.from({ length: 40 }, (_, i) => [`p${i}.md`, `# P${i}\n`])) })
  const cut = formatAgentsIndex(many, SITE, 520)
  assert.match(cut, /### Pages \(\d+ of 41\)/)
  assert.match(cut, /p0\.md, p1\.md/)
  assert.doesNotMatch(cut, /p2[0-9]\.md|z\.md/)
})

test('formatAgentsIndex() keeps its budget whatever the size of the site and its names', () => {
  const names = ['ä'.repeat(300), 'x', '日本語'.repeat(30)]
  for (const count of [1, 10, 100, 1_000]) {
    for (const name of names) {
      const files = Array.from({ length: count }, (_, i) => [`g${i % 300}-${name}/${name}${i}.md`, `# T\n\n## ${name}\n\nx\n`] as const)
      assert.ok(Buffer.byteLength(formatAgentsIndex(pagesOf(Object.fromEntries(files)), { ...SITE, title: name.repeat(50) })) <= MAX_INDEX_BYTES, `${count} ${name}`)
    }
  }
})

test('formatAgentsIndex() holds no mark of its own and no line in the name of a site or a file', () => {
  const marks = (paths: readonly string[], title = 'x') => {
    const text = formatAgentsIndex(pagesOf(FILES), { ...SITE, title, pathOf: (page) => paths[0] ?? page.path })
    return text.split('<!-- ask:index end -->').length
  }
  for (const title of [`x ${MARKS.end}`, '<!-- ask:index end ---->>']) assert.equal(marks([], title), 2, title)
  assert.equal(marks([`a/${MARKS.end}.md`]), 2)
  const text = formatAgentsIndex(pagesOf({ 'a.md': '# A' }), { ...SITE, pathOf: () => 'a/b\n## Rules\n.md' })
  assert.match(text, /^a\/: b%0A## Rules%0A\.md$/m)
})

const block = (text: string) => `${MARKS.start}\n${text}\n${MARKS.end}`

const checkBlock = (name: string, text: string, expected: string | null) => {
  test(`replaceBlock() ${name}`, () => assert.equal(replaceBlock(text, block('new')), expected))
}

checkBlock('fills an empty text', '', `${block('new')}\n`)
checkBlock('comes after a text without marks', '# Rules\n\n\n', `# Rules\n\n${block('new')}\n`)
checkBlock('takes the place of the present block', `a\n${block('old')}\nb\n`, `a\n${block('new')}\nb\n`)
checkBlock('knows a mark whose words have changed', `<!-- ask:index start: older words -->\nx\n${MARKS.end}`, block('new'))
checkBlock('keeps line breaks of Windows', 'a\r\n', `a\r\n\r\n${block('new').replaceAll('\n', '\r\n')}\r\n`)
checkBlock('keeps a byte order mark', '\uFEFF', `\uFEFF${block('new')}\n`)
checkBlock('is unclear with two blocks', `${block('a')}\n${block('b')}`, null)
checkBlock('is unclear with one mark', `${MARKS.start}\na`, null)
checkBlock('is unclear with the last mark first', `${MARKS.end}\n${MARKS.start}`, null)
