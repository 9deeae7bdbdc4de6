import assert from 'node:assert/strict'
import { test } from 'node:test'
import { profileNamed } from '../../../../src/core/content/generators/profiles.ts'
import { rulesOf as profileRules } from '../../../../src/core/content/generators/rules.ts'
import { isGeneric } from '../../../../src/core/content/site/links.ts'
import { parseElements } from '../../../../src/core/content/structure/encoding.ts'
import { rulesOf } from '../../../support/rules.ts'
import { siteOf } from '../../../support/site-of.ts'

/** Links so that a few missing pages are no sign of pages that the site has from elsewhere. */
const RIGHT_LINKS = Array.from({ length: 20 }, (_, i) => `[${i}](/guides/b/#two)`).join(' ')

/** The addresses of the links and images of a page. */
function addressesOf(files: Readonly<Record<string, string>>, path: string, base = '/'): string[] {
  const page = siteOf(files, { base }).pages.find((page) => page.path === path)
  return page!.sections.flatMap(({ structure }) => {
    return parseElements(structure).flatMap(({ element }) => (element.type === 'link' ? element.href : element.type === 'image' ? element.src : []))
  })
}

const B = '# B\n\n## One\n\n## Two\n\n<a id="three"></a>'
const FILES = { 'guides/b.md': B, 'index.md': '# Home', 'api/README.md': '# API', 'v1.2.md': '# V' }

function check(link: string, expected: string, base = '/') {
  assert.deepEqual(addressesOf({ ...FILES, 'guides/a.md': `# A\n\n[x](${link})` }, 'guides/a.md', base), [expected])
}

for (const [name, run] of rulesOf('resolveLinks()', check, [
  ['reads a link as a file beside its own',
    ['./b.md', '/guides/b/'], ['b.md#two', '/guides/b/#two'], ['../api/README.md', '/api/'],
    ['../index.md?x=1', '/?x=1']],
  ['reads a link as an address of the page',
    ['../b/', '/guides/b/'], ['../b', '/guides/b/'], ['/guides/b', '/guides/b/'],
    ['/guides/b.html#two', '/guides/b/#two'], ['../../api/', '/api/'], ['/v1.2', '/v1.2/'], ['#x', '/guides/a/#x']],
  ['finds a file below the folders around the one that links to it',
    ['guides/b.md', '/guides/b/'], ['/b.md', '/guides/b/']],
  ['reads the addresses of Docsify',
    ['#/guides/b?id=two', '/guides/b/#two'], ['/#/guides/b', '/guides/b/'], ['b.md?id=two', '/guides/b/#two'],
    ['b.md?id=x', '/guides/b/?id=x'], ['#/x', '/guides/a/#/x']],
  ['finds an anchor by its letters and digits',
    ['/guides/b/#Two', '/guides/b/#two'], ['/guides/b/#three', '/guides/b/#three']],
  ['puts links below the base of the site, whether they were written with it or not',
    ['/guides/b/', '/docs/guides/b/', '/docs/'], ['/docs/guides/b/', '/docs/guides/b/', '/docs/']],
  ['leaves links out of the site as they are',
    ...['https://a.b/c', '//a.b', 'mailto:a@b.c', '~/x.md', '@/x.md', '/other/app'].map((link): [string, string] => [link, link])],
])) test(name, run)

test('resolveLinks() resolves links where the base names a host', () => {
  const base = 'https://a.test/docs/'
  for (const link of ['./b.md', '../b/', '/guides/b/', '/docs/guides/b/']) check(link, 'https://a.test/docs/guides/b/', base)
  const files = { 'x/y.html': '<main><img src="z/a.png" alt="a"><img src="/docs/b.png" alt="b"></main>' }
  assert.deepEqual(addressesOf(files, 'x/y.html', base), ['https://a.test/docs/x/z/a.png', 'https://a.test/docs/b.png'])
})

test('resolveLinks() takes pages that Hugo makes of tags for no missing ones, below any base and language', () => {
  const rules = profileRules(profileNamed('hugo')!, '', [])
  const text = `# A\n\n[a](/tags/big-one/) [b](/fr/categories/) [c](../tags/x) [d](/docs/tags/x) [e](/series/x/) [f](/tagsy/) ${RIGHT_LINKS}`
  const { warnings } = siteOf({ 'a.md': text, 'guides/b.md': B, 'tags/_index.md': '# Tags' }, { base: '/docs/', rules })
  assert.deepEqual(warnings.map(({ message }) => / to (\S+) /.exec(message)?.[1]), ['/series/x/', '/tagsy/'])
})

test('resolveLinks() gives files the address at which the site has them', () => {
  const page = '# A\n\n![x](./img/b.png) ![y](/c.svg) [z](../data.json) ![w](https://a.b/c.png)'
  const files = { ...FILES, 'guides/a.md': page }
  assert.deepEqual(addressesOf(files, 'guides/a.md'), ['/guides/img/b.png', '/c.svg', '/data.json', 'https://a.b/c.png'])
  assert.deepEqual(addressesOf(files, 'guides/a.md', '/docs/')[1], '/docs/c.svg')
  assert.deepEqual(addressesOf({ 'x/y.html': '<main><img src="z/a.png" alt="a"></main>' }, 'x/y.html'), ['/x/z/a.png'])
  assert.deepEqual(addressesOf({ 'a.md': '![x](../../../etc/passwd)' }, 'a.md'), ['/etc/passwd'])
})

function warningsOf(files: Readonly<Record<string, string>>): string[] {
  return siteOf(files).warnings.map(({ type, path, line, message }) => `${type} ${path}:${line} ${message}`)
}

/** The cause of each link of a page that opens nothing, with the path that it lacks or has. */
function causesOf(text: string, files: Readonly<Record<string, string>> = FILES): string[] {
  return siteOf({ ...files, 'guides/a.md': text }).warnings.map(({ cause, prefix = '' }) => `${cause}${prefix && ` ${prefix}`}`)
}

/** An address as Markdown takes any. */
function inBrackets(address: string): string {
  return `<${address.replaceAll('<', '\\<').replaceAll('>', '\\>')}>`
}

test('resolveLinks() finds the page or file of an address with a template', () => {
  const rows: readonly (readonly [string, string])[] = [
    ['/docs/{{version}}/guides/b#two', '/guides/b/#two'], ['{{ site.baseurl }}/guides/b', '/guides/b/'], ['{{base}}guides/b.md', '/guides/b/'],
    ['{{< ref "b.md#two" >}}', '/guides/b/#two'], ['{{< relref "/guides/b" >}}', '/guides/b/'], ['{{% ref path="guides/b" %}}', '/guides/b/'],
    ['{{< ref b >}}', '/guides/b/'], ['{{< ref "b" >}}#two', '/guides/b/#two'], ["{{ '/guides/b' | relative_url }}", '/guides/b/'],
    ['{{ "/guides/b/" | absolute_url }}#two', '/guides/b/#two'], ['{% link guides/b.md %}#two', '/guides/b/#two'], ['{% link docs/guides/b.md %}#two', '/guides/b/#two'], ['{% post_url b %}#two', '/guides/b/#two'],
    ['{{ site.baseurl }}{% link guides/b.md %}', '/guides/b/'], ['{{ site.baseurl }}{% link docs/guides/b.md %}', '/guides/b/'], ['<%= base %>/guides/b', '/guides/b/'], ['${base}/guides/b', '/guides/b/'],
    ['{{ "/a.pdf" | relative_url }}', '/a.pdf'], ['{{ site.baseurl }}/a.pdf', '/a.pdf'], ['@site/docs/guides/b.md', '/guides/b/'], ['/docs/guides/b.md', '/guides/b/'], ['@site/static/a.pdf', '/a.pdf'], ['pathname:///guides/b', '/guides/b/'], ['Pathname://x', '/x'],
  ]
  for (const [link, address] of rows) check(inBrackets(link), address)
  for (const [link, address] of rows) if (!link.includes('<%')) check(link, address)
})

test('resolveLinks() finds the page that a reference of Hugo names, in any folder', () => {
  const links = '[a]({{< ref "set-up.md#two" >}}) [b]({{% relref set-up %}}) [c]({{< ref "no/set-up.md" >}})'
  const files = { ...FILES, 'guides/deep/set-up.md': B, 'api/x.md': links }
  assert.deepEqual(addressesOf(files, 'api/x.md'), ['/guides/deep/set-up/#two', '/guides/deep/set-up/', 'no/set-up.md'])
  assert.deepEqual(siteOf({ ...files, 'api/x.md': links.replaceAll('two', 'no') }).warnings.map(({ cause }) => cause), ['anchor', 'page'])
})

test('resolveLinks() makes text of an address that only a generator knows', () => {
  const rows = ['{{link}}', '{{< ref "none" >}}{{x}}', 'https://a.test/{{version}}/guides/b', '{{ "javascript:alert(1)" | x }}', '{{x}}javascript:alert(1)', '{{ "java\tscript:a" | x }}', '/{{a}}/none', '{{a}}']
  for (const link of rows) {
    const page = `[x **y**](${inBrackets(link)}) z`
    assert.deepEqual([addressesOf({ ...FILES, 'guides/a.md': page }, 'guides/a.md'), causesOf(page)], [[], ['template']], link)
  }
  assert.deepEqual(addressesOf({ 'a.md': '![a]({{ x }}) ![b]({{ "/b.png" | relative_url }})' }, 'a.md'), ['/b.png'])
})

test('resolveLinks() knows the ids that GitBook and Mintlify make of titles of what readers open', () => {
  const files = { 'a.md': '# A\n\n<details>\n\n<summary>Guest role</summary>\n\nText.\n\n</details>\n\n[x](#guest-role)' }
  const causes = (name: string) => siteOf(files, { rules: profileRules(profileNamed(name)!, '', []) }).warnings.map(({ cause }) => cause)
  assert.deepEqual(['gitbook', 'mintlify', 'docusaurus'].map(causes), [[], [], ['anchor']])
})

test('resolveLinks() takes no file that is left out for the home page of the site', () => {
  assert.deepEqual(causesOf('[x](/) [x](/in/)', { 'README.md': '---\npublished: false\n---\n', 'in/README.md': '---\npublished: false\n---\n' }), ['unpublished'])
})

test('resolveLinks() says why a link opens nothing', () => {
  const files = { ...FILES, 'guides/draft.md': '---\ndraft: true\n---\n', 'guides/Upper.md': '' }
  const rows: readonly (readonly [string, string])[] = [
    ['/elsewhere/', 'elsewhere'], ['../../x', 'elsewhere'], ['../../SECURITY.md', 'outside'], ['draft.md', 'unpublished'], ['/guides/draft', 'unpublished'],
    ['/guides/upper/', 'case'], ['upper.md', 'case'], ['/guides/c/', 'page'], ['c.md', 'page'], ['b.md#x', 'anchor'], ['/docs/guides/b', 'elsewhere'],
  ]
  for (const [link, cause] of rows) assert.deepEqual(causesOf(`[x](${link})`, files), [cause], link)
})

test('resolveLinks() finds the path that links have in front and pages lack, or the other way, in three of them', () => {
  assert.deepEqual(causesOf('[x](/docs/guides/b) [x](/docs/api/) [x](/docs/v1.2/) [x](/docs/none)'), ['prefix /docs', 'prefix /docs', 'prefix /docs', 'elsewhere'])
  const below = Object.fromEntries(['x', 'y', 'z'].map((name) => [`src/docs/guides/${name}.md`, '']))
  assert.deepEqual(causesOf('[x](/docs/guides/x) [x](/docs/guides/y) [x](/docs/guides/z)', below), ['folder src', 'folder src', 'folder src'])
})

test('resolveLinks() does not take a page that is not translated for a broken link', () => {
  const links = '[x](../c/) [x](../d/#one) [x](/docs/it/guides/e/) [x](../none/)'
  const site = { 'guides/c.md': '', 'guides/d.md': '', 'guides/e.md': '', 'guides/f.md': '', 'it/guides/f.md': links }
  for (const base of ['/docs/', 'https://a.test/docs/']) {
    const { warnings } = siteOf(site, { base })
    assert.deepEqual(warnings.map(({ cause }) => cause), ['elsewhere', 'elsewhere', 'elsewhere', 'page'], base)
  }
  const [message] = warningsOf(site)
  assert.equal(message, 'link it/guides/f.md:1 The link to ../c/ opens no page here: it is not translated, and some sites show /guides/c/ in its place')
})

test('resolveLinks() follows pages that lead to others and show nothing else', () => {
  const site = {
    'a.md': '---\nredirect_to: [/b/]\n---\nSecret', 'b.md': '## Part', 'c.md': '---\nbuild: { render: link }\nredirect: https://x.test/\n---\nSecret',
    'd.md': '[x](/a/#part) [y](a.md) [z](/c/)', 'e.md': '---\nredirect: /b/\n---\nShown',
  }
  const { pages, warnings } = siteOf(site)
  assert.deepEqual([pages.map(({ path }) => path), warnings], [['b.md', 'd.md', 'e.md'], []])
  assert.deepEqual([...(pages[1]?.sections[0]?.structure ?? '').matchAll(/\((\/[^)]*)\)/g)].map(([, url]) => url), ['/b/#part', '/b/', '/c/'])
})

test('resolveLinks() finds a heading of the translation, if the address has none of its own', () => {
  const site = { 'a.md': '## One', 'de/a.md': '## One\n\n## Zwei', 'de/b.md': '[x](/docs/a/#zwei) [y](/a/#one) [z](/a/#drei)' }
  const { pages, warnings } = siteOf(site, { base: '/docs/' })
  assert.deepEqual([...(pages.find(({ path }) => path === 'de/b.md')?.sections[0]?.structure ?? '').matchAll(/\((\/[^)]*)\)/g)].map(([, url]) => url), ['/docs/de/a/#zwei', '/docs/a/#one', '/docs/a/#drei'])
  assert.deepEqual(warnings.map(({ cause }) => cause), ['anchor'])
})

test('resolveLinks() adds the language of its page to an address without one, where the site does', () => {
  const files = { 'fr/in/a.md': '[x](/in/b)', 'fr/in/b.md': '# B', 'de/in/b.md': '# B' }
  const [link, ...faults] = ['nextra', 'fumadocs', 'vitepress'].map((name) => {
    const { pages, warnings } = siteOf(files, { rules: profileRules(profileNamed(name)!, '', []) })
    return `${/\((.*)\)/.exec(pages.find(({ path }) => path === 'fr/in/a.md')!.sections[0]!.structure)?.[1]} ${warnings.map(({ cause }) => cause)}`
  })
  assert.deepEqual([link, ...faults], ['/fr/in/b ', '/fr/in/b ', '/in/b elsewhere'])
})

test('resolveLinks() passes over addresses of other programs in a built site', () => {
  assert.deepEqual(warningsOf({ 'a.html': '<main><a href="/app/login">x</a> <a href="../std/x.html">y</a></main>' }), [])
})

test('resolveLinks() bounds what it keeps', () => {
  assert.equal(siteOf({ 'a.md': '[x](b.md) '.repeat(30_000) }).warnings.length, 20_000)
})

test('resolveLinks() follows former addresses from the root, and others from the folder around their page', () => {
  const files = { 'a/b.md': '---\naliases: [old-name, ../far/, /root/]\n---\n# B', 'c.md': '[x](/a/old-name/) [y](/far/) [z](/root/)' }
  assert.deepEqual(addressesOf(files, 'c.md'), ['/a/b/', '/a/b/', '/a/b/'])
})

test('resolveLinks() warns of links to pages and anchors that are not there', () => {
  const page = `# A\n\n${RIGHT_LINKS}\n\n[x](./c.md) [y](/guides/c/)\n[z](./b.md#four)`
  assert.deepEqual(warningsOf({ ...FILES, 'guides/a.md': page }), [
    'link guides/a.md:5 The link to ./c.md is broken: there is no such page',
    'link guides/a.md:5 The link to /guides/c/ is broken: there is no such page',
    'link guides/a.md:6 The link to ./b.md#four is broken: the page /guides/b/ has no #four',
  ])
})

/** The texts of the pages of Sphinx, their addresses of links, and their warnings. */
function sphinxSite(files: Readonly<Record<string, string>>, config = ''): readonly [readonly string[], readonly string[], readonly string[]] {
  const { pages, warnings } = siteOf(files, { rules: profileRules(profileNamed('sphinx')!, config, []) })
  const sections = pages.flatMap(({ sections }) => sections)
  const links = sections.flatMap(({ structure }) => parseElements(structure)).flatMap(({ element }) => (element.type === 'link' ? element.href : []))
  return [sections.map(({ text }) => text), links, warnings.map(({ cause, message }) => `${cause}: ${message}`)]
}

test('resolveLinks() finds the targets of MyST on all pages, and gives links without a text the title of what they open', () => {
  const b = '(begin)=\n# B\n\n(two/a)=\n(two-b)=\n\n## Two\n\nText.\n\n(para)=\nMore.'
  const rows: readonly (readonly [link: string, text: string, url?: string])[] = [
    ['[](#two/a)', 'Two', '/b.html#two'], ['[x *y*](#two-b)', 'x y', '/b.html#two'], ['{ref}`two-b`', 'Two', '/b.html#two'], ['**[](#begin)**', 'B', '/b.html'],
    ['{ref}`x <para>`', 'x', '/b.html#para'], ['{ref}`para`', 'para', '/b.html#para'], ['{doc}`b`', 'B', '/b.html'], ['[](b.md)', 'B', '/b.html'],
    ['<project:#begin>', 'B', '/b.html'], ['[x](project:b.md#two)', 'x', '/b.html#two'], ['[x](two-b)', 'x', '/b.html#two'], ['[x](inv:a#b)', 'x'],
  ]
  for (const [link, text, url] of rows) {
    assert.deepEqual(sphinxSite({ 'a.md': `# A\n\nSee ${link}, \`z\`.`, 'b.md': b }), [[`See ${text}, z.`, '', 'Text.\n\nMore.'], url === undefined ? [] : [url], []], link)
  }
  // Ids of docutils begin with a letter; MyST makes others of headings besides.
  for (const [link, url] of [['[x](3D-top)', ''], ['[x](#3d-top)', ''], ['{ref}`x <3D_Hand>`', '#d-rendering'], ['[x](b.md#3d-rendering)', '#d-rendering']]) {
    assert.deepEqual(sphinxSite({ 'a.md': `# A\n\n${link}`, 'b.md': '(3d-top)=\n# B\n\n(3D_Hand)=\n## 3D rendering' }), [['x', '', ''], [`/b.html${url}`], []], link)
  }
})

test('resolveLinks() says that a target is missing, unless another project may have it', () => {
  const files = { 'a.md': '# A\n\n[x](#two) {ref}`one`', 'b.md': '# B\n\n## Two' }
  assert.deepEqual(sphinxSite(files), [['x one', '', ''], [], [
    'anchor: The link to #two is broken: no page has the target two', 'anchor: The link to #one is broken: no page has the target one',
  ]])
  const [, , [warning]] = sphinxSite(files, 'intersphinx_mapping = {}')
  assert.equal(warning, 'elsewhere: The link to #two opens no page here: no page has the target two, which another project may have')
  assert.deepEqual(sphinxSite({ 'in/a.md': '# A\n\n[x](acme.models)' }, 'intersphinx_mapping = {}').slice(1), [[], [
    'elsewhere: The link to acme.models opens no page here: no page has the target acme.models, which another project may have',
  ]])
  // Others look on the page alone.
  assert.deepEqual(causesOf('# A\n\n[x](#three)'), ['anchor'])
})

test('resolveLinks() finds no difference in letter case to a page of another language', () => {
  const mounts = ['en', 'zh'].map((lang) => ({ folder: `${lang}/`, route: '', lang: lang === 'en' ? null : lang, source: '' }))
  const files = { 'en/x/b.md': '[x](../c) [y](../d)', 'zh/x/c.md': '', 'en/x/D.md': '' }
  const { warnings } = siteOf(files, { rules: profileRules({ ...profileNamed('hugo')!, address: profileNamed('mkdocs')!.address }, '', mounts) })
  assert.deepEqual(warnings.map(({ cause }) => cause), ['page', 'case'])
})

test('resolveLinks() takes no texts from the links of a page that is not to be found', () => {
  const { pages, unlisted } = siteOf({ 'a.md': '# A\n\nText.', 'b.md': '---\nunlisted: true\n---\n[secret words](a.md)' })
  assert.deepEqual(pages.map(({ slug, sections }) => [slug, sections[0]?.linkTexts]), [['a', []]])
  assert.deepEqual(unlisted.map(({ slug, url }) => [slug, url]), [['b', '/b/']])
})

test('resolveLinks() calls no link broken whose target may exist', () => {
  const page = '[b](./hidden.md#x) [c](./parts.md#x) [d](/guides/b/#) [e](/guides/b/#top) [f](x.zip) [g](../guides/x/) [h](./code.md#a.b) [i](./cli.md#x) [j](./macro.md#x)'
  const files = { ...FILES, 'guides/hidden.md': '---\nsearch: false\n---\n\n## X\n', 'guides/parts.md': 'import P from "./_p.mdx"\n', 'guides/x/y.md': '', 'guides/code.md': '::: a.b\n', 'guides/cli.md': '::: click\n    :module: a\n', 'guides/macro.md': '# A\n\n{{ settings }}\n' }
  assert.deepEqual(warningsOf({ ...files, 'guides/a.md': page }), [])
})

test('resolveLinks() takes terms of definition lists, and sections that templates make of lists in the frontmatter, for targets', () => {
  const page = `---\nsee_also: [x]\ntags: y\n---\n${RIGHT_LINKS}\n[a](#size) [b](#size-1) [c](#see-also) [d](#tags)\n\n## Size\n\nSize\n: Big.`
  assert.deepEqual(warningsOf({ ...FILES, 'guides/a.md': page }), [
    'link guides/a.md:6 The link to #tags is broken: the page /guides/a/ has no #tags',
  ])
})

test('resolveLinks() takes pages for those of another program in a folder where many are missing', () => {
  const links = (count: number) => Array.from({ length: count }, (_, i) => `[${i}](/guides/x${i}/)`).join(' ')
  const causes = (count: number) => causesOf(`${RIGHT_LINKS} ${links(count)}`)
  assert.deepEqual(causes(2), ['page', 'page'])
  assert.deepEqual(causes(3), ['elsewhere', 'elsewhere', 'elsewhere'])
})

/** The texts of links to the section `Two` of B. */
function textsOf(...texts: readonly string[]): readonly string[] | undefined {
  const files = { ...FILES, 'guides/a.md': texts.map((text) => `[${text}](./b.md#two)`).join(' ') }
  return siteOf(files).pages.find(({ path }) => path === 'guides/b.md')?.sections.find(({ heading }) => heading === 'Two')?.linkTexts
}

test('resolveLinks() keeps the texts by which others link to a section', () => {
  const files = { ...FILES, 'guides/a.md': '# A\n\n## S\n\n[two](./b.md#two) [the  *second*](/guides/b/#two) [two](./b.md#two) [B](b.md) [s](#s)' }
  const texts = siteOf(files).pages.flatMap(({ sections }) => sections.flatMap(({ heading, linkTexts }) => (linkTexts.length > 0 ? [[heading, linkTexts]] : [])))
  assert.deepEqual(texts, [[null, ['B']], ['Two', ['two', 'the second']]])
})

test('resolveLinks() keeps each text of a section once, those that are not generic, in their order', () => {
  assert.deepEqual(textsOf('Routing guide', 'routes', ' routing  guide', 'here'), ['Routing guide', 'routes'])
})

test('resolveLinks() keeps twenty texts of a section, none longer than 120 characters', () => {
  const texts = textsOf('route '.repeat(21), ...Array.from({ length: 30 }, (_, i) => `route ${i}`)) ?? []
  assert.deepEqual([texts.length, texts[0], texts[19]], [20, 'route 0', 'route 19'])
})

test('resolveLinks() reads pages that link to each other, and a page of very many links', () => {
  const many = '[x](./b.md#two) '.repeat(100_000)
  const { pages } = siteOf({ 'a.md': many, 'b.md': '# B\n\n[a](a.md)\n\n## Two\n' })
  assert.deepEqual(pages[1]!.sections[1]!.linkTexts, ['x'])
})

test('isGeneric() tells texts that would suit any link', () => {
  const generic: readonly (readonly [string | null, readonly string[]])[] = [
    ['en', ['here', 'Here', 'read more', 'Read More →', 'this page', 'click here!', 'See the documentation', 'our guide', '→', '']],
    [null, ['here', 'https://example.com/a', 'www.example.com', '/guides/routing/', '../routing', '#top', 'mailto:a@example.com']],
    ['de', ['hier', 'Siehe hier', 'Weitere Informationen', 'diese Seite', 'zurück']],
    ['fr', ['ici', 'Lire la suite', 'en savoir plus', 'cette page']],
    ['es', ['aquí', 'haga clic aquí', 'Leer más', 'esta página']],
    ['pt', ['aqui', 'saiba mais', 'esta página']],
    ['ru', ['здесь', 'Читать далее']],
    ['ja', ['こちら']],
    ['zh', ['更多']],
  ]
  for (const [lang, texts] of generic) for (const text of texts) assert.equal(isGeneric(text, lang), true, text)
})

test('isGeneric() keeps texts that name their target', () => {
  for (const text of ['routing guide', 'the <Image /> component', '.env', 'getStaticPaths()', '404 page', 'astro.config.mjs', 'C++', 'Server islands']) {
    assert.equal(isGeneric(text, 'en'), false, text)
  }
})
