/**
 * A page of traps: the ids that each generator made of its headings, in their order, against those of its profile.
 * `test/peers/content/traps.test.ts` builds the page with the generators and compares the same table.
 */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import type { SourceGenerator } from '../../../../src/core/content/generators/profile.ts'
import { profileNamed } from '../../../../src/core/content/generators/profiles.ts'
import { rulesOf } from '../../../../src/core/content/generators/rules.ts'
import { readMarkdown } from '../../../../src/core/content/markdown/markdown.ts'

interface Table {
  readonly generators: Readonly<Record<string, string>>
  /** The source, then the id of each generator in their order. */
  readonly headings: readonly (readonly [source: string, ...ids: (string | null)[]])[]
}

const { generators, headings }: Table = JSON.parse(readFileSync(new URL('generated-ids.json', import.meta.url), 'utf8'))

/** Column -> its profile, the settings of its configuration, and the headings whose id is still another one. */
const COLUMNS: Readonly<Record<string, readonly [SourceGenerator, config: string, apart: readonly string[]]>> = {
  mdbook: ['mdbook', '', []], hugo: ['hugo', '', []],
  mkdocs: ['mkdocs', 'markdown_extensions: [attr_list, toc]', []], 'mkdocs-plain': ['mkdocs', '', []],
  'mkdocs-pymdown': ['mkdocs', 'markdown_extensions: [attr_list, pymdownx.slugs]', []],
  vitepress: ['vitepress', '', []],
  jekyll: ['jekyll', '', []], 'jekyll-kramdown': ['jekyll', 'kramdown: { input: kramdown }', []],
  sphinx: ['sphinx', '', []],
  docusaurus: ['docusaurus', '', ['## Class too {#with-class .red}', '## Docsify :id=docsify-id']],
}

for (const [at, name] of Object.keys(generators).entries()) {
  test(`headings have the ids of ${generators[name]} (${name})`, () => {
    const [generator, config, apart] = COLUMNS[name] ?? assert.fail(`no profile for ${name}`)
    const profile = profileNamed(generator) ?? assert.fail(generator)
    const text = headings.map(([source], row) => `${source}\n\nText ${row}.\n`).join('\n')
    const { sections } = readMarkdown(
      { path: 'page.md', text: `---\ntitle: Traps\n---\n\n${text}` },
      { depth: 6, rules: rulesOf(profile, config, []) },
    )
    const taken = new Set<string>()
    const found = headings.flatMap(([source, ...ids], row) => {
      const anchor = sections.find((section) => section.text.split('\n').includes(`Text ${row}.`))?.anchor ?? null
      const id = ids[at] ?? ''
      // No link opens a heading without an id, or with the id of one above: it is read with that one's section.
      const isLinked = id !== '' && !taken.has(id)
      if (anchor !== null) taken.add(anchor)
      return !isLinked || anchor === id ? [] : [source]
    })
    assert.deepEqual(found, apart)
  })
}

test('headings of Hugo have ids without shortcodes, whose output is not known', () => {
  const text = '## {{% icon "a" %}} Use it\n\na\n\n## Ends {{< icon >}}\n\nb'
  const { sections } = readMarkdown({ path: 'page.md', text }, { depth: 6, rules: rulesOf(profileNamed('hugo')!, '', []) })
  assert.deepEqual(sections.slice(1).map(({ anchor }) => anchor), ['use-it', 'ends'])
})

test('headings of Hugo keep their hyphens without its typographer', () => {
  const configs = [
    '', '[markup.goldmark.extensions]\ntypographer = false', '[markup.goldmark.extensions.typographer]\n  disable = true',
    'typographer:\n  disable: true', '{"typographer": {"disable": true}}', '[extensions.typographer]\ndisable = false\n[x]\na = true',
  ]
  const ids = configs.map((config) => {
    const rules = rulesOf(profileNamed('hugo')!, config, [])
    return readMarkdown({ path: 'page.md', text: '## --a -- b' }, { depth: 6, rules }).sections[1]?.anchor
  })
  assert.deepEqual(ids, ['a--b', '--a----b', '--a----b', '--a----b', '--a----b', 'a--b'])
})
