import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readPageFields } from '../../../../src/core/content/frontmatter/page-fields.ts'
import { parseYaml } from '../../../../src/core/content/frontmatter/yaml.ts'

const NOTHING = { title: null, description: null, slug: null, group: null, lang: null, version: null, canonical: null, aliases: [], weight: null, hidden: null }

function check(yaml: string, expected: Partial<Record<keyof typeof NOTHING, string>>) {
  assert.deepEqual(readPageFields(parseYaml(yaml, 1).data), { ...NOTHING, ...expected }, yaml)
}

test('readPageFields() reads words and numbers', () => {
  check('title: A\ndescription: |\n  B\n  c\nslug: /d\n', { title: 'A', description: 'B c', slug: '/d' })
  check('title: 404', { title: '404' })
  check('title: " "\nslug: [a]\ndescription: true', {})
  check('title: "A\u200b\u202eb"', { title: 'Ab' })
})

test('readPageFields() takes group before category', () => {
  check('category: A', { group: 'A' })
  check('category: A\ngroup: B', { group: 'B' })
  check('data:\n  group: B', {})
})

test('readPageFields() reads the language as a tag', () => {
  check('lang: en', { lang: 'en' })
  check('lang: pt_BR\nlocale: en', { lang: 'pt-BR' })
  check('locale: zh-Hans', { lang: 'zh-Hans' })
  check('lang: english please', {})
})

test('readPageFields() reads the version as it is written', () => {
  check('version: 1.10', { version: '1.10' })
  check('version: 2', { version: '2' })
  check('version: [1, 2]', {})
})

test('readPageFields() hides drafts', () => {
  check('draft: true', { hidden: 'draft' })
  check('draft: "true"', { hidden: 'draft' })
  check('draft: false', {})
  check('draft: maybe', {})
})

test('readPageFields() hides what its author excludes from search', () => {
  check('pagefind: false', { hidden: 'excluded' })
  check('search: false', { hidden: 'excluded' })
  check('search:\n  exclude: true', { hidden: 'excluded' })
  check('search:\n  boost: 2', {})
  check('unlisted: true', { hidden: 'excluded' })
  check('sidebar:\n  hidden: true', { hidden: 'excluded' })
  check('sidebar:\n  label: A', {})
})

test('readPageFields() hides what search engines may not index', () => {
  check('noindex: true', { hidden: 'noindex' })
  check('robots: "noindex, nofollow"', { hidden: 'noindex' })
  check('robots: [nofollow, NoIndex]', { hidden: 'noindex' })
  check('robots: index', {})
})

test('readPageFields() finds noindex among the tags of the head, as Starlight and VitePress nest them', () => {
  check('head:\n  - tag: meta\n    attrs:\n      name: robots\n      content: noindex', { hidden: 'noindex' })
  check('head:\n  - - meta\n    - name: robots\n      content: noindex', { hidden: 'noindex' })
  check('head:\n  - tag: meta\n    attrs: { name: description, content: noindex }', {})
  check('head: text', {})
})
