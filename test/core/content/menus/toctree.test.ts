/** Directives of Sphinx in sources of MyST. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { takeToctrees, toctreeEntries } from '../../../../src/core/content/menus/toctree.ts'

/** [text, names that it lists, text without its directives] */
const ROWS: readonly (readonly [text: string, targets: readonly string[], left: string])[] = [
  ['# A\n```{toctree}\n:glob:\nb\n```\nc', ['b'], '# A\n\n\n\n\nc'],
  [':::{toctree}\nb\n:::\n\n```{toctree}\nc\n```', ['b', 'c'], '\n\n\n\n\n\n'],
  ['::::{note}\n```{toctree}\nb\n```\n::::', ['b'], '::::{note}\n\n\n\n::::'],
  // An example is text, and so is a directive without an end.
  ['````md\n```{toctree}\nb\n```\n````\n```{toctree}\nc\n```', ['c'], '````md\n```{toctree}\nb\n```\n````\n\n\n'],
  ['# A\n```{toctree}\nb\n\n## C', [], '# A\n```{toctree}\nb\n\n## C'],
]

test('takeToctrees() takes directives out of a text, and no examples of them', () => {
  for (const [source, targets, left] of ROWS) {
    const { toctrees, text } = takeToctrees(source)
    assert.deepEqual(toctrees.flatMap(({ entries }) => entries.map(({ target }) => target)), targets, source)
    assert.equal(text, left)
  }
})

/** A page of the tree that lists the page of the next number under a caption. */
const chained = (number: number) => {
  const { toctrees } = takeToctrees(`\`\`\`{toctree}\n:caption: C${number}\n${number + 1}\n\`\`\``)
  return { page: { title: `${number}` }, source: `${number === 0 ? 'index' : number}.md`, toctrees }
}

test('toctreeEntries() lists pages with the captions and pages above them, to a depth that is bounded', () => {
  const listed = toctreeEntries(Array.from({ length: 1_000 }, (_, number) => chained(number)))
  assert.deepEqual(listed.slice(0, 3).map(({ target, groups }) => `${target} ${groups.join(' > ')}`), ['index.md ', '1.md C0 > 1', '2.md C0 > 1 > C1 > 2'])
  assert.ok(listed.length < 20, `${listed.length}`)
})
