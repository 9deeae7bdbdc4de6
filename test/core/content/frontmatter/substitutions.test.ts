import assert from 'node:assert/strict'
import { test } from 'node:test'
import { siteSubstitutions, substitutionsOf } from '../../../../src/core/content/frontmatter/substitutions.ts'
import { profileNamed, rulesOf } from '../../../../src/core/content/generators/profile.ts'
import { parseConfig } from '../../../../src/core/content/menus/config-values.ts'
import { siteOf } from '../../../support/site-of.ts'

const CONF = `myst_enable_extensions = ['substitution']
myst_substitutions = { 'min': '3.9', 'link': '[\`conf.py\`](conf.md)', 'computed': f'{version}', 'major': 3 }
`
const values = (text: string) => parseConfig('conf.py', text)

test('substitutionsOf() reads texts and numbers, without marks and what is computed', () => {
  assert.deepEqual([...substitutionsOf(values(CONF))], [['min', '3.9'], ['link', 'conf.py'], ['major', '3']])
  assert.deepEqual([...substitutionsOf(new Map([['myst', new Map([['substitutions', new Map([['a', '*b*']])]])]]))], [['a', 'b']])
  assert.deepEqual([...substitutionsOf(undefined)], [])
})

test('siteSubstitutions() gives none for a site without the extension', () => {
  assert.equal(siteSubstitutions('myst_substitutions = {}', values('myst_substitutions = {}')), null)
})

test('pages of Sphinx show the texts of the site and their own, and nothing for others', () => {
  const rules = { ...rulesOf(profileNamed('sphinx')!, CONF, []), substitutions: siteSubstitutions(CONF, values(CONF)) }
  const text = '---\nmyst:\n  substitutions:\n    own: mine\n---\n# A\n\n## B {{ own }}\n\nOf {{min}}, {{ computed }}{{ link }}; `{{min}}`.\n\n{{ none }}'
  const { pages } = siteOf({ 'a.md': text }, { rules })
  assert.deepEqual(pages[0]!.sections.map(({ anchor, text }) => [anchor, text]), [[null, ''], ['b-mine', 'Of 3.9, conf.py; {{min}}.']])
  const plain = siteOf({ 'a.md': text }, { rules: rulesOf(profileNamed('sphinx')!, '', []) })
  assert.equal(plain.pages[0]!.sections[1]!.text, 'Of {{min}}, {{ computed }}{{ link }}; {{min}}.\n\n{{ none }}')
})
