import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fillTemplates, siteSubstitutions, substitutionsOf } from '../../../../src/core/content/frontmatter/substitutions.ts'
import { profileNamed } from '../../../../src/core/content/generators/profiles.ts'
import { rulesOf } from '../../../../src/core/content/generators/rules.ts'
import { parseConfig } from '../../../../src/core/content/menus/config-values.ts'
import { siteOf } from '../../../support/site-of.ts'

const CONF = `myst_enable_extensions = ['substitution']
myst_substitutions = { 'min': '3.9', 'link': '[\`conf.py\`](conf.md)', 'computed': f'{version}', 'major': 3 }
`
const values = (text: string) => parseConfig('conf.py', text)

const SPHINX = rulesOf(profileNamed('sphinx')!, CONF, [])

test('substitutionsOf() reads texts and numbers, without marks and what is computed', () => {
  assert.deepEqual([...substitutionsOf(values(CONF))], [['min', '3.9'], ['link', 'conf.py'], ['major', '3']])
  assert.deepEqual([...substitutionsOf(new Map([['myst', new Map([['substitutions', new Map([['a', '*b*']])]])]]))], [['a', 'b']])
  assert.deepEqual([...substitutionsOf(undefined)], [])
})

test('siteSubstitutions() gives none for a site without the extension', () => {
  assert.equal(siteSubstitutions(SPHINX, { text: 'myst_substitutions = {}', values: values('myst_substitutions = {}') }), null)
})

test('pages of Sphinx show the texts of the site and their own, and nothing for others', () => {
  const rules = { ...SPHINX, substitutions: siteSubstitutions(SPHINX, { text: CONF, values: values(CONF) }) }
  const text = '---\nmyst:\n  substitutions:\n    own: mine\n---\n# A\n\n## B {{ own }}\n\nOf {{min}}, {{ computed }}{{ link }}; `{{min}}`.\n\n{{ none }}'
  const { pages } = siteOf({ 'a.md': text }, { rules })
  assert.deepEqual(pages[0]!.sections.map(({ anchor, text }) => [anchor, text]), [[null, ''], ['b-mine', 'Of 3.9, conf.py; {{min}}.']])
  const plain = siteOf({ 'a.md': text }, { rules: rulesOf(profileNamed('sphinx')!, '', []) })
  assert.equal(plain.pages[0]!.sections[1]!.text, 'Of {{min}}, {{ computed }}{{ link }}; {{min}}.\n\n{{ none }}')
})

/** The site of one page by the configuration of a generator. */
function textOf(generator: string, config: string, text: string) {
  const plain = rulesOf(profileNamed(generator)!, config, [])
  const rules = { ...plain, substitutions: siteSubstitutions(plain, { text: config, values: parseConfig('a.yml', config) }) }
  const { pages: [page] } = siteOf({ 'a.md': text }, { rules })
  return page?.sections.map((section) => section.text).join()
}

test('siteSubstitutions() has the settings of Jekyll, but for the prefix, and the variables of macros in MkDocs', () => {
  const jekyll = 'title: A\nbaseurl: /x\nauthor:\n  name: B\nlist: [1]'
  assert.equal(textOf('jekyll', jekyll, 'By {{ site.author.name }} of {{site.title}}, {{ site.list }}{{ other.x }}.\n\n`{{ site.title }}`'), 'By B of A, .\n\nA')
  assert.equal(textOf('jekyll', jekyll, '---\nrender_with_liquid: false\n---\n{{ site.title }}'), '{{ site.title }}')
  const mkdocs = 'site_name: A\nextra:\n  version: 1.10\n'
  assert.equal(textOf('mkdocs', `${mkdocs}plugins:\n  - search\n  - macros`, 'Version {{ version }}{{ other() }}'), 'Version 1.10')
  assert.equal(textOf('mkdocs', mkdocs, 'Version {{ version }}'), 'Version {{ version }}')
})

test('siteSubstitutions() has the variables of books, and of GitBook those of the site and of the page', () => {
  const book = '{"title": "A", "variables": {"release": "7.6"}}'
  assert.equal(textOf('honkit', book, '# B\n\nVersion {{ book.release }}{{ other() }}.'), 'Version 7.6.')
  const expression = (text: string) => `<code class="expression">${text}</code>`
  const page = `---\nvars:\n  own: c\n---\n${['space.vars.a\\_b', 'page.vars.own', 'space.vars.n + &quot;:&quot; + page.vars.own', 'space.vars.no'].map(expression).join(' ')}`
  assert.equal(textOf('gitbook', 'vars:\n  a_b: A\n  n: 2', page), 'A c 2:c space.vars.no')
  assert.equal(textOf('gitbook', '', page), 'space.vars.a_b c space.vars.n + ":" + page.vars.own space.vars.no')
})

test('values of the frontmatter are text by their names alone in templates, and as `frontmatter.a` anywhere', () => {
  const page = '---\ntitle: A\n---\n{{ title }} {{ frontmatter.title }} {% raw %}{{ title }}{% endraw %}'
  assert.equal(textOf('eleventy', '{}', page), 'A A {{ title }}')
  assert.equal(textOf('vitepress', '{}', page), '{{ title }} A {{ title }}')
})

test('fillTemplates() fills in what is known, also in addresses, and leaves the rest and raw text', () => {
  const values = new Map([['site.repository', 'a/b'], ['x', 'y\n z']])
  for (const [text, filled] of [
    ['[c](https://d/{{ site.repository }}/e)', '[c](https://d/a/b/e)'], ['{{- x -}}', 'y z'], ['{{ x | upcase }} {{ other }}', '{{ x | upcase }} {{ other }}'],
    ['{% raw %}{{ x }}{% endraw %}{{ x }}', '{% raw %}{{ x }}{% endraw %}y z'], ['{% raw %}{{ x }}', '{% raw %}{{ x }}'],
  ]) assert.equal(fillTemplates(text ?? '', values, new Map()), filled)
})
