/** MyST as it is read; roles of Sphinx are compared with its own pages in `test/peers/content`. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { labelOf, readRole, takeMyst } from '../../../../../src/core/content/markdown/generators/myst.ts'
import { siteOf } from '../../../../support/site-of.ts'

/** [text, text that is read, pages that its lists have] */
const ROWS: readonly (readonly [text: string, read: string, pages?: string])[] = [
  ['```{note}\n:class: tip\nBody.\n```', '\n:::note\nBody.\n:::'],
  [':::{admonition} A title\nBody.\n:::', ':::admonition A title\nBody.\n:::'],
  ['::::{grid} 1 2\n:gutter: 3\n:::{grid-item}\n---\ncolumns: 4\n---\nBody.\n:::\n::::', '\n::::grid\n\n\n\n:::grid-item\nBody.\n:::\n::::'],
  ['```{code-block} python\n:linenos:\na = 1\n```', '\n```python\na = 1\n```'],
  ['```{code-block} python\n:caption: a.py\na = 1\n```', '\n```python title="a.py"\na = 1\n```'],
  ['```{code-block}\n:caption: `a.py` on b\na = 1\n```', '\n```\na = 1\n```'],
  [':::{code-block} python\n:::\n\n# A', '```python\n```\n\n# A'],
  ['````{note}\n```js\nx\n```\n````', '::::note\n```js\nx\n```\n::::'],
  ['> ```{tip}\n> :class: x\n> Body.\n> ```', '> \n> :::tip\n> Body.\n> :::'],
  ['```{figure} a.png\n:width: 3\nCaption.\n```', '\n:::figure\nCaption.\n:::'],
  ['```{figure} a.png\n:alt: A pen\nCaption.\n```', '![A pen](a.png)\n:::figure\nCaption.\n:::'],
  ['```{prf:theorem} Euclid\n:label: e\na\n```\n```{exercise}\nb\n```', '\n:::theorem Euclid {#e}\na\n:::\n:::exercise\nb\n:::'],
  ['```{raw} html\n<b>a</b>\n```\n```{raw} latex\nb\n```\n```{centered} c\n```', ':::raw\n<b>a</b>\n:::\n\n\n\nc\n'],
  // An example is code, and so is the language of another program, and what has no end.
  ['````md\n```{note}\n:class: x\n```\n````', '````md\n```{note}\n:class: x\n```\n````'],
  ['```{r}\n:a: 1\n```', '```{r}\n:a: 1\n```'],
  ['```{python} x\nb\n```\n```{note}\nc\n```', '```{python} x\nb\n```\n:::note\nc\n:::'],
  ['a\n\n    ```{note}\n    :class: x\n    ```\n\n- b\n\n    ```{note}\n    ```', 'a\n\n    ```{note}\n    :class: x\n    ```\n\n- b\n\n    :::note\n    :::'],
  ['a\n\n    ```{note}\n\n```{tip}\nb\n```', 'a\n\n    ```{note}\n\n:::tip\nb\n:::'],
  ['A `:::{note}` and ```{note} ```.', 'A `:::{note}` and ```{note} ```.'],
  ['```{note}\n---\na: b', ':::note\n---\na: b'],
  ['+++\n\n:::{card} A\nb\n+++\nc\n:::', '+++\n\n:::card A\nb\n\nc\n:::'],
  // docutils.sourceforge.io (`directives.directive`): names have any case.
  ['```{Admonition} A Title\n---\nclass: tip\n---\nBody.\n```\n\n```{ToDo}\nNot yet.\n```', '\n\n\n:::admonition A Title\nBody.\n:::\n\n\n\n'],
  // A name is an id.
  ['```{note} A\n:name: My Note\nb\n```', '\n:::note A {#my-note}\nb\n:::'],
  ['```{note} A\n:label: fig:b\nb\n```', '\n:::note A {#fig-b}\nb\n:::'],
  ['```{code-block} c\n:name: x\n:linenos:\na\n```', '(x)=\n\n```c\na\n```'],
  ['```{table} Flags\n:name: f\n\n| a |\n|---|\n```', '(f)=\nFlags\n\n| a |\n|---|\n'],
  [':::{glossary}\na\n  b\n:::', ':::glossary\na\n  b\n:::'],
  // A value of several lines, and code in a list.
  ['```{code} c\n:caption: |\n:    A\n:    B\na\n```', '\n\n\n```c\na\n```'],
  ['````{list-table}\n* - a\n  - ```c\n    ```\n````\nb', '\n* - a\n  - ```c\n    ```\n\nb'],
  // A description of an object, with the options of a project's own.
  ['```{py:function} foo(a)\n:async:\n\nDoes *it*.\n```', '\n`foo(a)`\n\nDoes *it*.\n'],
  ['```{config:option} a.b\n:type: integer\n\nIt is `c`.\n```', '`a.b`\n:type: integer\n\nIt is `c`.\n'],
  ['```{py:module} foo\n```', '```{py:module} foo\n```'],
  // What Sphinx makes of other pages.
  ['```{contents}\n:local:\n```\na', '\n\n\na'],
  // What is run and not shown.
  ['```{testsetup} g\na\n```\n\n```{testcode} g\nb\n```', '\n\n\n\n```python\nb\n```'],
  ['```{code-cell} python\n:tags: [remove-input]\na\n```\nb', '\n\n\n\nb'],
  ['```{code-cell}\n---\ntags:\n  - remove-cell\n---\na\n```', '\n\n\n\n\n\n'],
  ['```{math}\n:label: A b\nx^2\n```', '(a-b)=\n```math\nx^2\n```'],
  ['```{doctest}\n:hide:\na\n```', '\n\n\n'],
  ['```{code-cell}\n:tags: [hide-input]\na\n```', '\n```\na\n```'],
  ['```{todo}\na\n```\n:::{only} internal\nb\n:::\n:::{only} latex or not html\nc\n:::', '\n\n\n\n\n\n\n\n'],
  [':::{only} html and not draft\na\n:::\n```{only} builder_html\nb\n```', ':::only\na\n:::\n:::only\nb\n:::'],
  ['```{eval-rst}\n.. hidden\n   more\n\n.. note:: a\n.. _b:\n..\n\nc\n```', '```{eval-rst}\n\n\n\n.. note:: a\n.. _b:\n\n\nc\n```'],
  ['```{eval-rst}\n.. only:: latex\n\n   x\n\n.. index:: y\n.. only:: html\n\n   a\n```', '```{eval-rst}\n\n\n\n\n\n.. only:: html\n\n   a\n```'],
  // A list of pages is no text, an example of one is, and so is a list without an end.
  ['# A\n```{toctree}\n:glob:\nb\n```\nc', '# A\n\n\n\n\nc', 'b'],
  [':::{toctree}\nb\n:::\n\n```{toctree}\nc\n```', '\n\n\n\n\n\n', 'b c'],
  ['::::{note}\n```{toctree}\nb\n```\n::::', '::::note\n\n\n\n::::', 'b'],
  ['````md\n```{toctree}\nb\n```\n````\n```{toctree}\nc\n```', '````md\n```{toctree}\nb\n```\n````\n\n\n', 'c'],
  ['# A\n```{toctree}\nb\n\n## C', '# A\n```{toctree}\nb\n\n## C'],
  ['```{eval-rst}\n.. toctree::\n   :hidden:\n\n   b\n\nc\n```', '```{eval-rst}\n\n\n\n\n\nc\n```', 'b'],
]

test('takeMyst() gives directives the form that other generators have, on their own lines', () => {
  for (const [text, read, pages = ''] of ROWS) {
    const { text: taken, toctrees } = takeMyst(text, false)
    assert.equal(taken, read, text)
    assert.equal(toctrees.flatMap(({ entries }) => entries.map(({ target }) => target)).join(' '), pages, text)
    assert.equal(read.split('\n').length, text.split('\n').length)
  }
})

test('takeMyst() takes out what separates cells on pages of Sphinx', () => {
  const text = 'a\n+++\nb\n+++ {"tags": ["c"]}\n```\n+++\n```\n+++ d\n++ e\n'
  assert.equal(takeMyst(text, true).text, 'a\n\nb\n\n```\n+++\n```\n\n++ e\n')
  assert.equal(takeMyst(text, false).text, text)
})

test('options of directives are no text of a page, and notes are found', () => {
  const { pages } = siteOf({ 'a.md': `# A\n\n${ROWS[2]?.[0]}\n\n${ROWS[0]?.[0]}\n\n## B\n\nText.` })
  const [page] = pages
  assert.deepEqual(page?.sections.map(({ text }) => text.replace(/\s+/g, ' ').trim()), ['Body. Body.', 'Text.'])
})

/** [source, type, text, address] */
const ROLES: readonly (readonly [source: string, type: string, text: string, href?: string])[] = [
  ['{ref}`a b`', 'link', 'a b', '#a b'],
  ['{ref}`The *steps* <a/b>`', 'link', 'The *steps*', '#a/b'],
  ['{std:ref}`T <a>`', 'link', 'T', '#a'],
  ['{doc}`../a/b`', 'link', '../a/b', '../a/b.md'],
  ['{doc}`B </a/b>`', 'link', 'B', '/a/b.md'],
  ['{doc}`python:library/os`', 'text', 'python:library/os'],
  ['{download}`the file <a.zip>`', 'link', 'the file', 'a.zip'],
  ['{term}`words <word>`', 'text', 'words'],
  ['{abbr}`CSS (Cascading Style Sheets)`', 'text', 'CSS (Cascading Style Sheets)'],
  ['{menuselection}`File --> Open`', 'text', 'File ‣ Open'],
  ['{octicon}`rocket;1em`', 'text', ''],
  ['{py:class}`~a.b.C`', 'code', 'C'],
  ['{py:meth}`!a.b`', 'code', 'a.b()'],
  ['{c:func}`the function <f>`', 'code', 'the function'],
  ['{kbd}`Ctrl-C`', 'code', 'Ctrl-C'],
  ['{own-role}``a``', 'code', 'a'],
]

test('readRole() gives a link with its address, code, or text', () => {
  for (const [source, type, text, href = ''] of ROLES) {
    assert.deepEqual(readRole(`x ${source} y`, 2), { type, text, href, end: 2 + source.length }, source)
  }
})

test('readRole() leaves braces that are no role', () => {
  for (const text of ['{a}', '{a} `b`', '{a}``', '{a}``b`', '{}`b`', '{a b}`c`', '{1}`b`', `{${'a'.repeat(50)}}\`b\``]) assert.equal(readRole(text, 0), null, text)
})

test('labelOf() is the name of a target or page', () => {
  const rows = [['#a/b', 'a/b'], ['../a.md', '../a'], ['a.md#b', 'b'], ['project:#a', 'a'], ['path:../b.zip', '../b.zip']]
  for (const [href = '', label] of rows) assert.equal(labelOf(href), label)
})
