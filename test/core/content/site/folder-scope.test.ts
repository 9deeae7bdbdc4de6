import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from '../../../../src/core/content/page.ts'
import { findLocales, findVersions, versionOfPath, withScopes } from '../../../../src/core/content/site/folder-scope.ts'
import { page } from '../../../support/chunk.ts'
import { rulesOf } from '../../../support/rules.ts'

const NONE = { defaultLang: null, defaultVersion: null, locales: null }

function checkLocales(paths: string, expected: Readonly<Record<string, string>>) {
  assert.deepEqual(findLocales(paths.split(' ')), expected, paths)
}

for (const [name, run] of rulesOf('findLocales()', checkLocales, [
  ['finds folders that translate the pages outside of them',
    ['index.md guides/setup.md fr/index.md fr/guides/setup.mdx pt_br/guides/setup.md', { fr: 'fr', pt_br: 'pt-BR' }]],
  ['finds folders that translate each other, partly translated ones too',
    ['en/a.md en/b.md en/c.md zh-cn/a.md zh-cn/index.md da/index.md', { en: 'en', 'zh-cn': 'zh-CN', da: 'da' }]],
  // C#, and two tools that aren't languages.
  ['needs the name of a language and pages that are translations',
    ['index.md setup.md cs/index.md cs/linq.md', {}], ['js/setup.md ts/setup.md', {}], ['setup.md api/setup.md deploy/setup.md', {}],
    ['index.md a.md fr/index.md', {}], ['a.md fr/a.md fr/b.md fr/c.md', {}], ['a.md fr.md', {}], ['', {}]],
])) test(name, run)

function scopesOf(pages: readonly Page[], settings = {}, locales = {}) {
  const versions = findVersions(pages.map(({ path }) => path))
  return withScopes(pages, { ...NONE, ...settings, locales, versions }).map(({ slug, lang, version }) => `${slug}: ${lang} ${version}`)
}

test('withScopes() takes what a page states, then its folder, then the site', () => {
  const pages = [page('setup', {}), page('fr/setup', {}), page('fr/api', {}, { lang: 'en', version: '3' }), page('v2/setup', {})]
  assert.deepEqual(scopesOf(pages, {}, { fr: 'fr' }), ['setup: null null', 'fr/setup: fr null', 'fr/api: en 3', 'v2/setup: null v2'])
  assert.deepEqual(scopesOf(pages, { defaultLang: 'de', defaultVersion: '4' }, { fr: 'fr' }), [
    'setup: de 4', 'fr/setup: fr 4', 'fr/api: en 3', 'v2/setup: de v2',
  ])
})

test('withScopes() gives pages the language that the root page states', () => {
  const pages = [page('index', {}, { lang: 'en-GB' }), page('setup', {}), page('fr/setup', {})]
  assert.deepEqual(scopesOf(pages, {}, { fr: 'fr' }), ['index: en-GB null', 'setup: en-GB null', 'fr/setup: fr null'])
})

test('withScopes() reads the folders of Docusaurus', () => {
  const pages = [
    page('docs/setup', {}), page('versioned_docs/version-1.x/setup', {}),
    page('i18n/pt-br/docusaurus-plugin-content-docs/version-1.x/setup', {}),
    page('i18n/fr/docusaurus-plugin-content-docs-api/current/setup', {}),
    page('guides/i18n/setup', {}), page('i18n/react/setup', {}),
  ]
  assert.deepEqual(scopesOf(pages), [
    'docs/setup: null null',
    'versioned_docs/version-1.x/setup: null 1.x',
    'i18n/pt-br/docusaurus-plugin-content-docs/version-1.x/setup: pt-BR 1.x',
    'i18n/fr/docusaurus-plugin-content-docs-api/current/setup: fr null',
    'guides/i18n/setup: null null',
    'i18n/react/setup: null null',
  ])
})

test('withScopes() marks the pages of the default version, stated or not', () => {
  const pages = [page('setup', {}), page('v1/setup', {}), page('v2/setup', {})]
  const marked = (defaultVersion: string | null) => {
    return withScopes(pages, { ...NONE, defaultVersion, locales: {}, versions: new Map() }).filter(({ isDefaultVersion }) => isDefaultVersion).map(({ slug }) => slug)
  }
  assert.deepEqual(marked('v1'), ['setup', 'v1/setup'])
  assert.deepEqual(marked(null), [])
})

test('versionOfPath() reads first folders with the names of versions', () => {
  for (const folder of ['v2', 'V2.1', '1.x', '4x', '2.0.3', '10.4']) assert.equal(versionOfPath(`${folder}/setup.md`), folder)
  for (const path of ['2024/news.md', 'v2.md', 'guides/v2/setup.md', '1.guide/setup.md', 'vue/setup.md', 'setup.md', 'draft/a.md', 'version-2/a.md', 'release-2024/a.md', 'v1beta1/a.md']) {
    assert.equal(versionOfPath(path), null, path)
  }
  assert.equal(versionOfPath('community_versioned_docs/version-2.0/setup.md'), '2.0')
})

test('findVersions() finds folders at any depth that hold versions of the same pages', () => {
  const check = (paths: string, expected: Readonly<Record<string, string>>) => {
    assert.deepEqual(Object.fromEntries(findVersions(paths.split(' '))), expected, paths)
  }
  check('spec/2025-11-25/a.md spec/2026-07-28/a.md spec/2026-07-28/b.md spec/draft/b.md spec/about.md', {
    'spec/2025-11-25': '2025-11-25', 'spec/2026-07-28': '2026-07-28', 'spec/draft': 'draft',
  })
  check('api/v1/users.md api/v2/users.md api/v3/index.md fr/api/v1/a.md', { 'api/v1': 'v1', 'api/v2': 'v2' })
  check('dev/spec/v1/a.md dev/spec/v2/a.md', { 'dev/spec/v1': 'v1', 'dev/spec/v2': 'v2' })
  // Posts by day, notes of releases, a mode called draft.
  check('blog/2026-07-01/hello.md blog/2026-07-02/again.md blog/2026-07-03/index.md blog/2026-07-04/index.md', {})
  check('changes/v1/one.md changes/v2/two.md', {})
  check('guides/draft/a.md guides/preview/a.md', {})
})

test('withScopes() gives pages the versions of folders at any depth', () => {
  const pages = ['spec/2025-11-25/a', 'spec/2026-07-28/a', 'spec/2026-07-28/more/b', 'spec/about'].map((slug) => page(slug, {}))
  assert.deepEqual(scopesOf(pages), [
    'spec/2025-11-25/a: null 2025-11-25', 'spec/2026-07-28/a: null 2026-07-28', 'spec/2026-07-28/more/b: null 2026-07-28', 'spec/about: null null',
  ])
})
