import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readMarkdown } from '../../../../../src/core/content/markdown/markdown.ts'
import { createNesting } from '../../../../../src/core/content/markdown/syntax/hidden-scope.ts'
import { check, checkMdx, checkTree } from '../../../../support/markdown.ts'
import { rulesOf } from '../../../../support/rules.ts'

test('text in hidden elements of HTML is left out', () => {
  check('a <span hidden>x **y**</span> b', 'a b')
  check('a <span style="display: none">x `y` <span>z</span> w</span> b', 'a b')
  check('a <i aria-hidden="true">x</i> b', 'a b')
  check('<div hidden>x</div>\n\na', 'a')
  check('<div hidden>\n\nx\n\n    y\n\n- z\n  - w\n\n| v |\n|---|\n| u |\n\n<div>t</div>\n\ns\n\n</div>\n\na', 'a')
  check('| a <span hidden>x</span> | b |\n|---|---|', 'a\tb')
  checkTree('<p hidden>x</p><p>a</p>', '<p>a</p>')
  checkMdx('<div hidden>\n  x\n</div>\n\na', 'a')
  checkMdx('<div hidden={true}>\n  x\n</div>\n\na <i aria-hidden={ true }>x</i> b', 'a b')
  checkMdx("<div style={{ color: 'red', display: 'none' }}>\n  x\n</div>\n\na", 'a')
})

for (const [name, run] of rulesOf('readMarkdown():', check, [
  ['what its author leaves out of the search is left out',
    ['<div data-search-exclude>\n\nx\n\n</div>\n\na <i data-pagefind-ignore>x</i> b', 'a b'],
    ['## A\n\na\n\nx\n{ data-search-exclude }\n\nb', '## A #a\na\n\nb'],
    ['## X { data-search-exclude }\n\nx\n\n### Y\n\nx\n\n## A\n\na', '## A #a\na'],
    ['<h2 data-search-exclude>X</h2>\n\nx\n\n## A\n\na', '## A #a\na']],
  ['a hidden element ends with the block or container that holds it',
    ['a <span hidden>x\n\nb', 'a\n\nb'], ['<p hidden>x\n\na', 'a'], ['- a\n\n  <div hidden>\n\n  x\n- b', 'a\n\nb'],
    ['> <div hidden>\n>\n> x\n\na', 'a'], [':::note\n\n<div hidden>\n\nx\n\n:::\n\na', 'a'],
    ['<div hidden>\n\n:::note\n\nx\n\n:::\n\ny\n\n</div>\n\na', 'a']],
  ['a hidden element ends where HTML ends it without an end tag',
    ['<ul><li hidden>x<ul><li>y</ul><li>a</ul>\n\nb\n\n## C', 'a\n\nb\n## C #c'],
    ['<ul><li hidden>x<li hidden>y<li>a</ul>', 'a'], ['<table>\n<tr hidden><td>x\n<tr><td>a\n</table>', 'a'],
    ['<div>\n\n<section hidden>\n\nx\n\n</p>\n\ny\n\n</div>\n\na', 'a']],
  ['an element whose content is no Markdown hides no text after it',
    ['- <svg aria-hidden="true"><path/></svg> a\n- <template hidden><b>x</b></template>b', 'a\nb'],
    ['## <svg aria-hidden="true"><path/></svg> A\n\n<pre hidden>x</pre>b', '## A #-a\nb'],
    ['| <svg aria-hidden="true"></svg> a |\n|---|', 'a']],
  ['names of attributes have no case', ['<div HIDDEN>x</div>\n\n<p STYLE="display: none">y</p>\n\na', 'a']],
])) test(name, run)

test('elements that are shown, or that hold nothing, hide no text', () => {
  check('<div hidden="until-found">\n\na\n\n</div>', 'a')
  check('<input hidden> a <br aria-hidden="true"> b', 'a b')
  check('a <img hidden alt="x" src="x.png"> b', 'a b')
  checkMdx('<div hidden={isOld} style={{ display: isOld ? "none" : "block" }}>\n  a\n</div>', 'a')
  checkMdx('<Card hidden>\n  a\n</Card>', 'a')
  check('`<div hidden>` a', '‹<div hidden>› a')
})

test('a hidden heading starts no section, but has its id', () => {
  const text = '# T\n\n## A <span hidden>x</span>\n\na\n\n<div hidden>\n\n## B\n\nx\n\n</div>\n\nb\n\n## B\n\nc'
  const { sections } = readMarkdown({ path: 'a.md', text }, { depth: 3 })
  const found = sections.map(({ heading, anchor, text }) => [heading, anchor, text])
  assert.deepEqual(found, [[null, null, ''], ['A', 'a-x', 'a\n\nb'], ['B', 'b-1', 'c']])
})

test('an end closes the innermost of its name, and what is open inside', () => {
  const nesting = createNesting<number>()
  for (const [at, name] of ['a', 'b', 'a', 'c'].entries()) nesting.open(name, at)
  assert.equal(nesting.close('a'), 2)
  assert.deepEqual(['a', 'b', 'c'].map(nesting.has), [true, true, false])
  assert.equal(nesting.close('a'), 0)
  assert.deepEqual(['a', 'b', 'c'].map(nesting.has), [false, false, false])
})

test('an end without a start closes nothing', () => {
  const nesting = createNesting<number>()
  nesting.open('a', 0)
  assert.equal(nesting.close('b'), undefined)
  assert.equal(nesting.close('a'), 0)
  assert.equal(nesting.close('a'), undefined)
})
