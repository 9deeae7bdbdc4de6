import assert from 'node:assert/strict'
import { test } from 'node:test'
import { valueAt } from '../../../../src/core/content/frontmatter/value.ts'
import { PLAIN_RULES } from '../../../../src/core/content/generators/rules.ts'
import { parseConfig } from '../../../../src/core/content/menus/config-values.ts'
import { jekyllDefaults, readRedirects } from '../../../../src/core/content/menus/site-settings.ts'
import { parseElements } from '../../../../src/core/content/structure/encoding.ts'
import { rulesOf } from '../../../support/rules.ts'
import { siteOf } from '../../../support/site-of.ts'

test('readRedirects() reads the forms of generators, and passes over what is none', () => {
  const check = (name: string, text: string, key: string, ...expected: readonly string[]) => {
    const read = readRedirects(valueAt(parseConfig(name, text), key))
    assert.deepEqual(read.map(({ from, to }) => `${from} ${to}`), expected, text)
  }
  check('docs.json', '{ "redirects": [{ "source": "/a", "destination": "/b" }, { "source": "/c/:slug*", "destination": "/d/:slug*" }, { "source": "/e/*", "destination": "/f" }] }',
    'redirects', '/a /b', '/c/* /d/*', '/e/* /f')
  check('book.toml', '[output.html.redirect]\n"/a.html" = "b.html"\n"/c.html" = "https://c.test/"', 'output.html.redirect', '/a.html b.html', '/c.html https://c.test/')
  check('mkdocs.yml', 'plugins:\n  - search\n  - redirects:\n      redirect_maps:\n        a.md: in/b.md\n', 'plugins', 'a.md in/b.md')
  check('docusaurus.config.js', "export default { plugins: ['x', ['@docusaurus/plugin-client-redirects', { redirects: [{ to: '/b', from: ['/a', '/c'] }] }]] }",
    'plugins', '/a /b', '/c /b')
  check('docs.json', '{ "redirects": [{ "source": "/a" }, { "destination": "/b" }, "c", 1, null, { "source": ["/d", 2], "destination": "/e" }] }', 'redirects', '/d /e')
  for (const value of ['{}', '{ "redirects": "/a" }', '{ "redirects": 1 }']) check('docs.json', value, 'redirects')
})

const FILES = { 'in/b.md': '# B\n\n## Two', 'new/one.md': '# One' }

/** Checks the address that a link on the page `/in/a/` has, and the cause if it opens nothing. */
function check(link: string, from: string, to: string, expected: string, base = '/') {
  const rules = { ...PLAIN_RULES, redirects: [{ from: '/round/', to: '/round/x' }, { from: '/round/x', to: '/round/' }, { from, to }] }
  const { pages, warnings } = siteOf({ ...FILES, 'in/a.md': `# A\n\n[x](${link})` }, { rules, base })
  const { structure } = pages.find(({ path }) => path === 'in/a.md')!.sections[0]!
  const [href] = parseElements(structure).flatMap(({ element }) => (element.type === 'link' ? (element.href ?? '') : []))
  assert.equal([href, ...warnings.map(({ cause }) => cause)].join(' '), expected)
}

for (const [name, run] of rulesOf('resolveLinks() follows redirects', check, [
  ['to their pages, with the section of the link or of the redirect',
    ['/old', '/old/', '/in/b', '/in/b/'], ['../old/?a=1#two', '/in/old', './b', '/in/b/#two'], ['/old#x', '/old', '/in/b/#two', '/in/b/#two'],
    ['old.md#two', 'in/old.md', 'in/b.md', '/in/b/#two'], ['/docs/old.html', '/old.html', '/in/b', '/docs/in/b/', '/docs/'], ['/old', '/old', '/in/b', '/docs/in/b/', '/docs/']],
  ['whose end stands for the rest of an address', ['/old/one', '/old/*', '/new/*', '/new/one/'], ['/old/one#x', '/old/*', '/in/b', '/in/b/#x anchor']],
  ['out of the site, and tells those that lead nowhere', ['/old', '/old', 'https://new.test/', '/old'], ['/in/old', '/in/old', '/in/none', '/in/none page'], ['/round', '/x', '/y', '/round/ elsewhere']],
  ['not in the place of a page', ['/in/b', '/in/b', '/new/one', '/in/b/']],
])) test(name, run)

const PATHS = ['a.md', 'in/b.md', '_posts/c.md', 'in/_posts/d.md', '_drafts/e.md', '_how/f.md']

test('jekyllDefaults() gives fields to what the scopes of Jekyll name by path and type, the deepest of which count', () => {
  for (const [scope, expected] of [
    ['{}', PATHS], ['{ path: "" }', PATHS], ['{ path: "", type: pages }', ['a.md', 'in/b.md']], ['{ path: in }', ['in/b.md', 'in/_posts/d.md']],
    ['{ type: posts }', ['_posts/c.md', 'in/_posts/d.md']], ['{ type: post }', ['_posts/c.md', 'in/_posts/d.md']], ['{ path: in, type: posts }', ['in/_posts/d.md']],
    ['{ path: _posts, type: posts }', ['_posts/c.md']], ['{ type: drafts }', ['_drafts/e.md']], ['{ type: how }', ['_how/f.md']], ['{ path: a.md, type: how }', []],
    ['{ path: "!(x)", type: how }', ['_how/f.md']],
  ] as const) {
    const defaults = jekyllDefaults(parseConfig('_config.yml', `defaults:\n  - scope: ${scope}\n    values: { published: false }\n`))
    assert.deepEqual(PATHS.filter((path) => defaults.some(({ fits }) => fits(path))), expected, scope)
  }
  const ordered = jekyllDefaults(parseConfig('_config.yml', 'defaults: [{ scope: { path: in, type: posts }, values: { a: 1 } }, { scope: { path: in/to }, values: { a: 2 } }, { scope: { path: in }, values: { a: 3 } }, { values: { a: 4 } }, 5]'))
  assert.deepEqual(ordered.map(({ fields }) => fields.get('a')), [4, 3, 1, 2])
})
