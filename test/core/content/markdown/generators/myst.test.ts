/** Directives of MyST, as they are read. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { withoutMyst } from '../../../../../src/core/content/markdown/generators/myst.ts'
import { siteOf } from '../../../../support/site-of.ts'

/** [text, text that is read] */
const ROWS: readonly (readonly [text: string, read: string])[] = [
  ['```{note}\n:class: tip\nBody.\n```', '\n:::note\nBody.\n:::'],
  [':::{admonition} A title\nBody.\n:::', ':::admonition A title\nBody.\n:::'],
  ['::::{grid} 1 2\n:gutter: 3\n:::{grid-item}\n---\ncolumns: 4\n---\nBody.\n:::\n::::', '\n::::grid\n\n\n\n:::grid-item\nBody.\n:::\n::::'],
  ['```{code-block} python\n:linenos:\na = 1\n```', '\n```python\na = 1\n```'],
  [':::{code-block} python\n:::\n\n# A', '```python\n```\n\n# A'],
  ['````{note}\n```js\nx\n```\n````', '::::note\n```js\nx\n```\n::::'],
  ['> ```{tip}\n> :class: x\n> Body.\n> ```', '> \n> :::tip\n> Body.\n> :::'],
  ['```{figure} a.png\n:width: 3\nCaption.\n```', '\n:::figure\nCaption.\n:::'],
  // An example is code, and so is the language of another program, and what has no end.
  ['````md\n```{note}\n:class: x\n```\n````', '````md\n```{note}\n:class: x\n```\n````'],
  ['```{r}\n:a: 1\n```', '```{r}\n:a: 1\n```'],
  ['```{python} x\nb\n```\n```{note}\nc\n```', '```{python} x\nb\n```\n:::note\nc\n:::'],
  ['A `:::{note}` and ```{note} ```.', 'A `:::{note}` and ```{note} ```.'],
  ['```{note}\n---\na: b', ':::note\n---\na: b'],
]

test('withoutMyst() gives directives the form that other generators have, on their own lines', () => {
  for (const [text, read] of ROWS) {
    assert.equal(withoutMyst(text), read, text)
    assert.equal(read.split('\n').length, text.split('\n').length)
  }
})

test('options of directives are no text of a page, and notes are found', () => {
  const { pages } = siteOf({ 'a.md': `# A\n\n${ROWS[2]?.[0]}\n\n${ROWS[0]?.[0]}\n\n## B\n\nText.` })
  const [page] = pages
  assert.deepEqual(page?.sections.map(({ text }) => text.replace(/\s+/g, ' ').trim()), ['Body. Body.', 'Text.'])
})
