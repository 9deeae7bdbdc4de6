/** The menu that lists of pages make. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { takeMyst } from '../../../../src/core/content/markdown/generators/myst.ts'
import { toctreeEntries } from '../../../../src/core/content/menus/toctree.ts'

/** A page of the tree that lists the page of the next number under a caption. */
const chained = (number: number) => {
  const { toctrees } = takeMyst(`\`\`\`{toctree}\n:caption: C${number}\n${number + 1}\n\`\`\``, true)
  return { page: { title: `${number}` }, source: `${number === 0 ? 'index' : number}.md`, toctrees }
}

test('toctreeEntries() lists pages with the captions and pages above them, to a depth that is bounded', () => {
  const listed = toctreeEntries(Array.from({ length: 1_000 }, (_, number) => chained(number)), 'index')
  assert.deepEqual(listed.slice(0, 3).map(({ target, groups }) => `${target} ${groups.join(' > ')}`), ['index.md ', '1.md C0 > 1', '2.md C0 > 1 > C1 > 2'])
  assert.ok(listed.length < 20, `${listed.length}`)
})
