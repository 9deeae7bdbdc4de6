/** A page in the dialect of MkDocs Material: what is read from its Markdown, against what is read from the built page. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { readMarkdown } from '../../../src/core/content/markdown/markdown.ts'
import type { Section } from '../../../src/core/content/page.ts'
import { formatMarkdown } from '../../../src/core/content/structure/markdown.ts'
import { readFolder } from '../../../src/core/node/content/content-folder.ts'
import { absence, build, GENERATORS } from './generators.ts'

const PAGE = 'extensions.md'
const material = GENERATORS.find(({ name }) => name === 'material')
assert.ok(material)
const generator = {
  ...material,
  name: 'material-extensions',
  config: { 'mkdocs.yml': 'mkdocs.yml', [PAGE]: `content/${PAGE}` },
}

/**
 * The sections as Markdown, without addresses, which the site resolves, and without the marks in labels of tabs and
 * titles of callouts, which are read from HTML as plain text.
 */
function shown(sections: readonly Pick<Section, 'heading' | 'text' | 'structure'>[]): string[] {
  return sections.map((section) => {
    const markdown = formatMarkdown(section).replace(/\]\([^)]*\)/g, ']()')
    return `${section.heading ?? ''}\n${markdown.replace(/^(?:<tab |> \[!).*/gm, (line) => line.replace(/[*`]/g, ''))}`
  })
}

test('a page of MkDocs Material has the same structure, built or written', { skip: absence(generator) ?? false }, async () => {
  const { pages } = await readFolder(build(generator))
  const text = readFileSync(new URL(`generators/${generator.name}/${PAGE}`, import.meta.url), 'utf8')
  const written = readMarkdown({ path: PAGE, text }, { depth: 6 })
  const page = pages.find(({ slug }) => slug === 'extensions')
  assert.deepEqual(shown(page?.sections ?? []), shown(written.sections))
})
