/** Addresses that the generators themselves made: Hugo 0.111.3, MkDocs 1.6.1, mdBook 0.4.52, VitePress 1.6, Docusaurus 3. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addressOf } from '../../../../src/core/content/address.ts'
import { parseYaml } from '../../../../src/core/content/frontmatter/yaml.ts'
import { jekyllMounts, readPermalinks, readRewrites } from '../../../../src/core/content/menus/site-settings.ts'
import type { SourceGenerator } from '../../../../src/core/content/generators/profile.ts'
import { profileNamed } from '../../../../src/core/content/generators/profiles.ts'
import { rulesOf } from '../../../../src/core/content/generators/rules.ts'
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
    ['blog/2024-01-02-post.md', '/blog/2024/01/02/post'], ['blog/2023-05-06-dir/index.md', '/blog/2023/05/06/dir'],
    ['blog/2024-01-02-post.md', '/blog/b', { slug: 'b' }], ['blog/2023-05-06-dir/index.md', '/blog/b', { slug: 'b' }], ['src/pages/in/about.md', '/in/about'],
    ['i18n/ko/docusaurus-plugin-content-blog/2024-01-02-post.md', '/ko/blog/2024/01/02/post'], ['i18n/ko/docusaurus-plugin-content-blog/2024-01-02-post.md', '/ko/blog/b', { slug: 'b' }], ['i18n/ko/docusaurus-plugin-content-blog/post.md', '/ko/blog/post'], ['i18n/ko/docusaurus-plugin-content-pages/about.md', '/ko/about'], ['docs/2024-01-02-a.md', '/docs/2024-01-02-a'],
  ])
  check('docusaurus', [['docs/01-a.md', '/docs/a']], '', [{ folder: 'docs/', route: 'docs', lang: null, source: '' }])
  check('docusaurus', [['docs/01-a.md', '/manual/a/']], 'trailingSlash: true', [{ folder: 'docs/', route: 'manual', lang: null, source: '' }])
})

test('addressOf() of VitePress and mdBook ends in .html', () => {
  check('vitepress', [['index.md', '/'], ['guide/index.md', '/guide/'], ['guide/a.md', '/guide/a.html'], ['README.md', '/README.html']])
  check('vitepress', [['guide/a.md', '/guide/a']], 'cleanUrls: true')
  const { rewrites, unread } = readRewrites(new Map([['rewrites', new Map([['src/:pkg/docs/:page', ':pkg/:page'], ['in/:rest*', '$&/:rest*'], ['a.md', 'b/index.md'], [':a/:a', 'x'], [':a/:b/d:c.md', 'x/:c-:b.md'], [':a*x:b*x:c*xN', 'x'], ['s/:a-:b.md', 'x'], ['f.md', null]])]]))
  assert.deepEqual(unread, [':a/:a', ':a*x:b*x:c*xN', 's/:a-:b.md', 'f.md'])
  check('vitepress', [['src/one/docs/a.md', '/one/a.html'], ['src/one/docs/in/a.md', '/src/one/docs/in/a.html'], ['in/b/c.md', '/%24%26/b/c.html'], ['a.md', '/b/'], ['axmd.md', '/axmd.html'], ['s/t/du-v.md', '/x/u-v-t.html'], ['s/u-v.md', '/s/u-v.html']], '', [], rewrites)
  const unnamed = readRewrites(new Map([['rewrites', new Map([['README.md', 'index.md'], ['(.*)/README.md', '(.*)/index.md'], ['p/:p/src/(.*)', ':p/(.*)']])]])).rewrites
  check('vitepress', [['README.md', '/'], ['a/b/README.md', '/a/b/'], ['p/x/src/in/c.md', '/x/in/c.html']], '', [], unnamed)
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
  for (const config of ['{ "uglyURLs": true, "disablePathToLower": true }', 'uglyURLs: true\ndisablePathToLower: true']) check('hugo', [['A/b C.md', '/A/b-C.html']], config)
  const mounts = [{ folder: 'content/en/', route: '', lang: null, source: '' }, { folder: 'content/fr/', route: '', lang: 'fr', source: 'fr/' }, { folder: 'posts/', route: 'blog', lang: null, source: '' }]
  check('hugo', [['content/en/a.md', '/a/'], ['content/fr/_index.md', '/fr/'], ['content/fr/b/a.md', '/fr/b/a/'], ['posts/a.md', '/blog/a/']], '', mounts)
})

test('addressOf() of Zola drops dates, and spells names as slugs', () => {
  for (const [name, url] of [['zola', '/r/'], ['retype', '/r/'], ['hugo', '/p/'], ['mkdocs', '/a/']] as const) check(name, [['a.md', url, { permalink: '/p/', route: '/r/' }]])
  check('zola', [['_index.md', '/'], ['docs/_index.fr.md', '/fr/docs/'], ['blog/2024-01-02-My_post.md', '/blog/my-post/'], ['a/index.md', '/a/'], ['Über uns.md', '/uber-uns/'], ['a/b.md', '/a/c/', { slug: 'c' }]])
})

/** `form`: the permalink of posts, or of the section `post`; `asked`: the frontmatter. */
function checkForm(name: 'jekyll' | 'hugo' | 'mkdocs' | 'vuepress', config: string, rows: readonly (readonly [path: string, url: string, asked?: object])[]) {
  const profile = profileNamed(name)
  assert.ok(profile !== null)
  const { data } = parseYaml(config, 1)
  const { permalinks, unread } = readPermalinks(name, data)
  assert.deepEqual(unread, [])
  const mounts = name === 'jekyll' ? jekyllMounts({ folder: '', route: '', lang: null, source: '' }, data).map((one) => ({ ...one, folder: one.source })) : []
  const settings = { base: '/', trailingSlash: true, rules: { ...rulesOf(profile, config, mounts), permalinks } }
  for (const [path, url, asked] of rows) assert.equal(decodeURI(addressOf(path, { ...NOTHING_ASKED, ...asked }, settings).url), url, `${config}: ${path}`)
}

test('addressOf() gives a post the date in its name in each time zone', () => {
  const own = process.env['TZ']
  try {
    for (const zone of ['Pacific/Kiritimati', 'America/Los_Angeles']) {
      process.env['TZ'] = zone
      checkForm('jekyll', '', [['_posts/2024-1-5-a.md', '/2024/01/05/a.html']])
    }
  } finally {
    process.env['TZ'] = own
    if (own === undefined) delete process.env['TZ']
  }
})

test('addressOf() fills the permalinks of Jekyll as Jekyll 4.3 does', () => {
  const GUIDES = 'collections:\n  guides:\n    output: true\n'
  const dated = { slug: 'own-slug', categories: ['One two', 'three'], lifetime: { from: Date.UTC(2021, 2, 4) } }
  const post = '_posts/2024-02-03-Hello_World x.md'
  checkForm('jekyll', '', [[post, '/news/big/2024/02/03/Hello_World-x.html', { categories: ['news', 'big'] }], ['_posts/in/2024-1-5-b.md', '/solo/2024/01/05/s-l.html', { categories: ['Solo'], slug: 's-l' }], ['page.md', '/page.html']])
  checkForm('jekyll', `permalink: /blog/:year/:i_month/:title\n${GUIDES}`, [[post, '/blog/2024/2/Hello_World-x'], ['page.md', '/page'], ['_guides/in/d.md', '/guides/in/d']])
  checkForm('jekyll', `permalink: ordinal\n${GUIDES}    permalink: /:collection/:categories/:title/`, [[post, '/2024/034/Hello_World-x.html'], ['_guides/A_b c.md', '/guides/A_b-c/'], ['_guides/in/d.md', '/guides/one two/three/own-slug/', dated]])
  checkForm('jekyll', `permalink: /:categories/:title/\n${GUIDES}`, [[post, '/news/Hello_World-x/', { categories: ['news'] }], ['_guides/in/d.md', '/guides/in/d/', dated]])
  const form = (permalink: string) => ({ permalink })
  checkForm('jekyll', GUIDES, [['docs/in/b.md', '/d/b/', form('/d/:basename/')], ['in/to/c.md', '/in/to/c.html', form('/:path/:basename:output_ext')], ['docs/b.md', '/own/', form('/own/')], [post, '/p/2024/Hello_World-x', form('/p/:year/:title')], ['_guides/in/d.md', '/guides-in/d.html', form('/:collection-:path:output_ext')], ['a.md', '/a.html', form('/:none/')]])
  for (const [end, url] of [['path.html', 'in/2016-10-25-b_c.html'], ['name/', '2016-10-25-b-c/'], ['title', 'b_c'], ['slug/', 'b-c/']]) {
    checkForm('jekyll', `${GUIDES}    permalink: /n/:${end}`, [['_guides/in/2016-10-25-b_c.md', `/n/${url}`]])
  }
  assert.deepEqual(readPermalinks('jekyll', parseYaml('permalink: /:year/:lang/:title/', 1).data).unread, ['/:year/:lang/:title/'])
})

test('addressOf() fills the permalinks of Hugo as Hugo 0.111 does', () => {
  const from = (year: number, month: number, day: number) => ({ lifetime: { from: Date.UTC(year, month - 1, day) } })
  checkForm('hugo', 'permalinks:\n  post: /blog/:year/:month/:slug/\n  docs: /d/:sections/:filename\n  page: { old: "/o/:yearday/:slugorfilename/" }', [
    ['post/Some Page.md', '/blog/2024/02/hello-there-you/', { title: 'Hello, There & you', ...from(2024, 2, 6) }],
    ['post/in/b.md', '/blog/2023/12/own-slug/', { slug: 'own Slug', ...from(2023, 12, 6) }], ['post/in/_index.md', '/post/in/'],
    ['post/bun/index.fr.md', '/fr/blog/2023/12/bundle/', { title: 'Bundle', ...from(2023, 12, 6) }], ['docs/in/b.md', '/d/docs/in/b/'],
    ['docs/bun/index.md', '/d/docs/bun/'], ['old/Some Page.md', '/o/37/some-page/', from(2024, 2, 6)], ['old/b.md', '/own/', { permalink: '/own/' }],
  ])
  const pages = (slug: string) => `permalinks:\n  a: /a/${slug}/\nfrontmatter:\n  date: [":filename", ":default"]`
  checkForm('hugo', pages(':slug'), [['a/2024-02-03-b.md', '/a/b/', { title: 'T' }], ['c/2024-02-03-b/index.md', '/c/b/']])
  checkForm('hugo', pages(':filename'), [['a/2024-02-03-b.md', '/a/2024-02-03-b/']])
})

test('addressOf() takes some of the sections for a permalink of Hugo', () => {
  for (const [part, url] of [['[1:]', '/x/b/c/d/'], ['[0]', '/x/a/d/'], ['[last]', '/x/c/d/'], ['[:last]', '/x/a/b/d/'], ['[5:]', '/x/d/']]) {
    checkForm('hugo', `permalinks:\n  a: "/x/:sections${part}/:filename"`, [['a/b/c/d.md', url ?? '']])
  }
})

test('addressOf() fills the permalinks of VuePress, also of a page', () => {
  const dated = { lifetime: { from: Date.UTC(2024, 1, 3) } }
  checkForm('vuepress', 'permalinkPattern: ":year/:month/:slug.html"', [['in/a.md', '/2024/02/a.html', dated], ['2023-01-02-b.md', '/2023/01/b.html'], ['c.md', '/c.html'], ['d.md', '/n/d/', { permalink: '/n/:slug/' }]])
})

test('addressOf() fills the addresses of posts of Material for MkDocs', () => {
  const stated = { title: 'Hello, Wörld', lifetime: { from: Date.UTC(2024, 0, 31) } }
  const post = 'blog/posts/in/a.md'
  checkForm('mkdocs', 'plugins:\n- search\n- blog', [[post, '/blog/2024/01/31/hello-wörld/', stated], [post, '/blog/2024/01/31/own/', { ...stated, slug: 'own' }], ['blog/index.md', '/blog/'], ['a.md', '/a/']])
  checkForm('mkdocs', 'plugins:\n- blog:\n    blog_dir: .\n    post_url_date_format: yyyy\n    post_url_format: "{date}/{categories}/{file}"', [['posts/a.md', '/2024/one/a/', { ...stated, categories: ['One'] }]])
})

test('addressOf() of MkDocs, Jekyll, Eleventy, Fumadocs and Nuxt Content follows their rules', () => {
  check('mkdocs', [['a/README.md', '/a/'], ['UPPER.md', '/UPPER/'], ['2.x.md', '/2.x/'], ['page.fr.md', '/page.fr/']])
  for (const no of ['false', 'no', 'Off']) check('mkdocs', [['a.md', '/a.html'], ['b/index.md', '/b/index.html']], `use_directory_urls: ${no}`)
  check('jekyll', [['a.md', '/a.html'], ['a.md', '/b/', { permalink: '/b/' }], ['a.md', '/b.html', { permalink: '/b.html' }]])
  check('eleventy', [['a/2024-01-02-b.md', '/a/2024-01-02-b/'], ['a/a.md', '/a/'], ['a/b/a.md', '/a/b/a/']])
  check('fumadocs', [['(group)/a.mdx', '/a'], ['b/index.mdx', '/b'], ['b/index.cn.mdx', '/cn/b'], ['a.ja.mdx', '/ja/a'], ['v1.2.mdx', '/v1.2']])
  check('nuxt-content', [['1.guide/2.first.md', '/guide/first'], ['1.guide/2.first.md', '/guide/first', { slug: 'other' }], ['index.md', '/'], ['1.guide/0.index.md', '/guide']])
})
