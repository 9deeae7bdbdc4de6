/** Directives of Sphinx in sources of MyST. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { takeToctrees } from '../../../../src/core/content/menus/toctree.ts'

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
