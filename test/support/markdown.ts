/** A page as `readMarkdown()` sees it, in a notation that tests can compare at a glance. */
import assert from 'node:assert/strict'
import type { Document } from '../../src/core/content/document.ts'
import { PLAIN_RULES } from '../../src/core/content/generators/rules.ts'
import type { MarkdownDialect } from '../../src/core/content/generators/site-rules.ts'
import { readMarkdown } from '../../src/core/content/markdown/markdown.ts'
import { codeSpans, isWellFormed } from '../../src/core/content/structure/encoding.ts'
import { treeOf } from './structure.ts'

export type Dialect = 'md' | MarkdownDialect

export function readPage(text: string, dialect: Dialect = 'md', depth = 6): Document {
  const path = dialect === 'mdx' ? 'page.mdx' : 'page.md'
  const rules = dialect === 'md' ? PLAIN_RULES : { ...PLAIN_RULES, dialect }
  return readMarkdown({ path, text }, { depth, rules })
}

/**
 * Sections as `## heading #anchor`, each followed by its text; the intro without
 * a line of its own. Code inside a sentence stands in ‹›, a block in ⟦lang: ⟧.
 */
export function outlineOf(text: string, dialect: Dialect = 'md', depth = 6): string {
  const parts = readPage(text, dialect, depth).sections.map(({ heading, depth, anchor, text, structure }) => {
    let marked = ''
    let at = 0
    for (const { start, end, isBlock, lang } of codeSpans(structure)) {
      marked += text.slice(at, start) + (isBlock ? `⟦${lang ?? ''}:` : '‹') + text.slice(start, end) + (isBlock ? '⟧' : '›')
      at = end
    }
    marked += text.slice(at)
    return (heading === null ? marked : `${'#'.repeat(depth)} ${heading} #${anchor}\n${marked}`).trim()
  })
  return parts.filter((part) => part !== '').join('\n')
}

/** One line of a test: Markdown in, outline out. */
export function check(markdown: string, expected: string): void {
  assert.equal(outlineOf(markdown), expected)
}

/** The same for MDX. */
export function checkMdx(mdx: string, expected: string): void {
  assert.equal(outlineOf(mdx, 'mdx'), expected)
}

/** One line of a test: the document trees of all sections of a page. */
export function checkTree(text: string, expected: string, dialect: Dialect = 'md'): void {
  const trees = readPage(text, dialect).sections.map((section) => {
    assert.ok(isWellFormed(section.structure, section.text.length), section.structure)
    return treeOf(section)
  })
  assert.equal(trees.filter((tree) => tree !== '').join(' § '), expected, text)
}

/** The same for MDX. */
export function checkMdxTree(text: string, expected: string): void {
  checkTree(text, expected, 'mdx')
}
