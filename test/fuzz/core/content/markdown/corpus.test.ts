/** Real pages: 420 of a large documentation site, in MDX. */
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import type { Document } from '../../../../../src/core/content/document.ts'
import { readMarkdown } from '../../../../../src/core/content/markdown/markdown.ts'
import { codeSpans } from '../../../../../src/core/content/structure/encoding.ts'
import { rounds } from '../../../../support/fuzz.ts'
import { needsShared, sharedPath } from '../../../../support/shared.ts'

const PAGES = 'corpora/astro-docs'
const JUDGED = 'corpora/judged/astro.docs.jsonl'
/** A heading indented inside a component, which the other chunker does not see. */
const ONLY_OURS = ['/en/tutorial/6-islands/4/#try-it-yourself---update-the-query-in-the-tag-index-page']
/** Marks that stand in prose only where they were left over. */
const LEFTOVERS = /:::|\]\(|\*\*|~~|<\/|\/>|-->|\{\/\*|^(?:import|export) |&(?:lt|gt|amp|nbsp|quot);/m

function readAll(): Map<string, Document> {
  const all = readdirSync(sharedPath(PAGES), { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.mdx')).sort()
  const paths = all.slice(0, rounds(all.length))
  return new Map(
    paths.map((path) => {
      const address = `/en/${path.replace(/\.mdx$/, '/').replace(/(^|\/)index\/$/, '$1')}`
      return [address, readMarkdown({ path, text: readFileSync(`${sharedPath(PAGES)}/${path}`, 'utf8') }, { depth: 6 })]
    }),
  )
}

function proseOf({ text, structure }: Document['sections'][number]): string {
  const code = codeSpans(structure)
  const gaps = [0, ...code.map(({ end }) => end)].map((start, index) => text.slice(start, code[index]?.start))
  return gaps.join(' ')
}

test('readMarkdown() finds the anchors of real pages', needsShared(JUDGED), () => {
  const lines = readFileSync(sharedPath(JUDGED), 'utf8').trim().split('\n')
  const pages = readAll()
  const expected = lines.map((line): string => JSON.parse(line).id).filter((id) => pages.has(id.split('#', 1)[0] ?? ''))
  const ids = [...pages].flatMap(([address, { sections }]) =>
    sections.filter(({ depth }) => depth <= 3).map(({ anchor }) => (anchor === null ? address : `${address}#${anchor}`)),
  )
  assert.deepEqual(ids.filter((id) => !ONLY_OURS.includes(id)).sort(), expected.sort())
})

test('readMarkdown() leaves no markup in the text of real pages', needsShared(PAGES), () => {
  for (const [address, { sections, warnings }] of readAll()) {
    assert.deepEqual(warnings, [], address)
    for (const section of sections) {
      const leftover = LEFTOVERS.exec(proseOf(section))
      assert.equal(leftover, null, `${address}#${section.anchor}: ${leftover?.[0]}`)
    }
  }
})
