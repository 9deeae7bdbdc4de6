/** Addresses that the generators themselves made: Hugo 0.111.3, MkDocs 1.6.1, mdBook 0.4.52, VitePress 1.6, Docusaurus 3. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addressOf } from '../../../../src/core/content/address.ts'
import { readRewrites } from '../../../../src/core/content/menus/rewrites.ts'
import { profileNamed, rulesOf, type SourceGenerator } from '../../../../src/core/content/generators/profile.ts'
import type { ContentMount, Rewrite } from '../../../../src/core/content/generators/source-address.ts'

const NOTHING_ASKED = { title: null, slug: null, permalink: null, id: null, group: null, lang: null, source: '' }

function check(name: SourceGenerator, rows: readonly (readonly [path: string, url: string, asked?: object])[], config = '', mounts: readonly ContentMount[] = [], rewrites: readonly Rewrite[] = []) {
  const profile = profileNamed(name)
  assert.ok(profile !== null)
  const rules = rulesOf(profile, config, mounts)
  const settings = { base: '/', trailingSlash: true, rules: { ...rules, rewrites: [...rules.rewrites, ...rewrites] } }
  for (const [path, url, asked] of rows) assert.equal(addressOf(path, { ...NOTHING_ASKED, ...asked }, settings).url, url, path)
}

test('addressOf() of Docusaurus drops numbers that order, and takes slugs and ids', () => {
  check('docusaurus', [
    ['01-basics/02-install.md', '/basics/install'], ['index.md', '/'], ['guides/index.md', '/guides/'],
    ['guides/guides.md', '/guides/'], ['2024-01-02-post.md', '/2024-01-02-post'], ['v1.2.md', '/v1.2'],
    ['guides/a.md', '/guides/b', { slug: 'b' }], ['guides/a.md', '/b', { slug: '/b' }], ['guides/a.md', '/guides/c', { id: 'c' }],
  ])
  check('docusaurus', [
    ['blog/2024-01-02-post.md', '/blog/2024/01/02/post'], ['blog/2023-05-06-dir/index.md', '/blog/2023/05/06/dir/'],
    ['blog/2024-01-02-post.md', '/blog/b', { slug: 'b' }], ['docs/2024-01-02-a.md', '/docs/2024-01-02-a'],
  ])
  check('docusaurus', [['docs/01-a.md', '/docs/a']], '', [{ folder: 'docs/', route: 'docs', lang: null, source: '' }])
  check('docusaurus', [['docs/01-a.md', '/manual/a/']], 'trailingSlash: true', [{ folder: 'docs/', route: 'manual', lang: null, source: '' }])
})

test('addressOf() of VitePress and mdBook ends in .html', () => {
  check('vitepress', [['index.md', '/'], ['guide/index.md', '/guide/'], ['guide/a.md', '/guide/a.html'], ['README.md', '/README.html']])
  check('vitepress', [['guide/a.md', '/guide/a']], 'cleanUrls: true')
  const { rewrites, unread } = readRewrites(new Map([['src/:pkg/docs/:page', ':pkg/:page'], ['in/:rest*', '$&/:rest*'], ['a.md', 'b/index.md'], [':a/:a', 'x'], [':a/:b/d:c.md', 'x/:c-:b.md'], [':a*x:b*x:c*xN', 'x'], ['s/:a-:b.md', 'x'], ['f.md', null]]))
  assert.deepEqual(unread, [':a/:a', ':a*x:b*x:c*xN', 's/:a-:b.md', 'f.md'])
  check('vitepress', [['src/one/docs/a.md', '/one/a.html'], ['src/one/docs/in/a.md', '/src/one/docs/in/a.html'], ['in/b/c.md', '/%24%26/b/c.html'], ['a.md', '/b/'], ['axmd.md', '/axmd.html'], ['s/t/du-v.md', '/x/u-v-t.html'], ['s/u-v.md', '/s/u-v.html']], '', [], rewrites)
  check('mdbook', [['README.md', '/'], ['a/README.md', '/a/index.html'], ['a/01-b.md', '/a/01-b.html'], ['v1.2.md', '/v1.2.html']])
  check('mdbook', [['src/a.md', '/a.html']], '', [{ folder: 'src/', route: '', lang: null, source: '' }])
})

test('addressOf() of Hugo spells names, reads languages and takes slugs and addresses', () => {
  check('hugo', [
    ['_index.en.md', '/'], ['_index.fr.md', '/fr/'], ['docs/page.fr.md', '/fr/docs/page/'], ['docs/page.v2.md', '/docs/page.v2/'],
    ['docs/Upper Case/With Space & Amp.md', '/docs/upper-case/with-space-amp/'], ['README.md', '/readme/'],
    ['docs/(group)/leaf.md', '/docs/group/leaf/'], ["docs/it's.md", '/docs/its/'], ['docs/a+b.md', '/docs/a%2Bb/'],
    ['docs/bundle/index.md', '/docs/bs/', { slug: 'bs' }], ['docs/a.md', '/docs/b/', { slug: 'B' }], ['docs/a.md', '/x/y/', { permalink: '/x/y/' }],
  ])
  check('hugo', [['a.fr.md', '/a/'], ['a.en.md', '/en/a/']], 'defaultContentLanguage = "fr"')
  const mounts = [{ folder: 'content/en/', route: '', lang: null, source: '' }, { folder: 'content/fr/', route: '', lang: 'fr', source: 'fr/' }, { folder: 'posts/', route: 'blog', lang: null, source: '' }]
  check('hugo', [['content/en/a.md', '/a/'], ['content/fr/_index.md', '/fr/'], ['content/fr/b/a.md', '/fr/b/a/'], ['posts/a.md', '/blog/a/']], '', mounts)
})

test('addressOf() of MkDocs, Jekyll, Eleventy, Fumadocs and Nuxt Content follows their rules', () => {
  check('mkdocs', [['a/README.md', '/a/'], ['UPPER.md', '/UPPER/'], ['2.x.md', '/2.x/'], ['page.fr.md', '/page.fr/']])
  check('mkdocs', [['a.md', '/a.html']], 'use_directory_urls: false')
  check('jekyll', [['a.md', '/a.html'], ['a.md', '/b/', { permalink: '/b/' }], ['a.md', '/b.html', { permalink: '/b.html' }]])
  check('eleventy', [['a/2024-01-02-b.md', '/a/2024-01-02-b/'], ['a/a.md', '/a/a/']])
  check('fumadocs', [['(group)/a.mdx', '/a'], ['b/index.mdx', '/b']])
  check('nuxt-content', [['1.guide/2.first.md', '/guide/first'], ['index.md', '/']])
})
