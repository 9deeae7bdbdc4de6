import { test } from 'node:test'
import { check, checkMdx, checkTree } from '../../../../support/markdown.ts'
import { rulesOf } from '../../../../support/rules.ts'

/** Makes its page one with components. */
const COMPONENT = '\n\n::u\n::'

test('components around blocks are callouts, tabs, details and titles', () => {
  checkTree('a\n\n::note\nb `c`\n::\nd', '<p>a</p><callout kind=note><p>b <inline-code>c</inline-code></p></callout><p>d</p>')
  checkTree('::callout{icon="i" type="tip"}\na\n\n- b\n::', '<callout kind=tip><p>a</p><list><item><p>b</p></item></list></callout>')
  checkTree('::code-group\n\n```sh [npm]\na\n```\n\n```sh [bun]\nb\n```\n\n::\n\nc',
    '<tabs><tab><title>npm</title><code lang=sh>a</code></tab><tab><title>bun</title><code lang=sh>b</code></tab></tabs><p>c</p>')
  checkTree('::collapsible{name="A"}\nb\n::', '<details><title>A</title><p>b</p></details>')
})

test('spans with attributes are their text', () => {
  check('[a *b*]{.c} d [e]{#f .g}', 'a b d e')
  check('[a] {.b c} [d]{e} ![f]{.g}', '[a] {.b c} [d]{e} ![f]')
})

test('components nest by indentation and by colons', () => {
  check('::card-group\n  ::card{title="A" to="/a"}\n  - b\n  - c\n  ::\n  ::card{title="D"}\n  e\n  ::\n::\nf', 'A\n\nb\nc\n\nD\n\ne\n\nf')
  checkTree('::::warning\n:::tip\na\n:::\nb\n::::\n\n::x\n::',
    '<callout kind=warning><callout kind=tip><p>a</p></callout><p>b</p></callout>')
  checkTree('1. a\n   ::note\n   b\n   ::\n2. c', '<list first=1><item><p>a</p><callout kind=note><p>b</p></callout></item><item><p>c</p></item></list>')
  checkTree('::note\n- a\n- b\n::\nc', '<callout kind=note><list><item><p>a</p></item><item><p>b</p></item></list></callout><p>c</p>')
})

test('components have properties in YAML, and slots', () => {
  checkTree('::accordion\n---\ntitle: A\nopen: true\n---\nb\n\n#footer\nc\n::', '<details><title>A</title><p>b</p><p>c</p></details>')
  check('::note\n---\na\n::\n\n#b', 'a\n\n#b')
})

for (const [name, run] of rulesOf('readMarkdown():', check, [
  ['lines between rules that are no map are text',
    ['::toc\n---\nReal paragraph.\n\n## Heading\n\nmore\n\n---\n\n::card\nx\n::', 'Real paragraph.\n## Heading #heading\nmore\n\nx'],
    ['::card\n---\nNote: a\n\n---\nx\n::', 'Note: a\n\nx'], ['::card\n---\na: b\n## C\n---\nx\n::', 'a: b\n## C #c\nx']],
  ['components in fenced code are examples',
    ['```md\n::card\nx\n::\n```\n\n::toc\n\n---\na: b', '⟦md:::card\nx\n::⟧\n\n::toc\n\na: b'],
    ['````md\n```\n::card\n::\n```\n````\n\n::a :b{c="d"}', '⟦md:```\n::card\n::\n```⟧\n\n::a :b{c="d"}'],
    ['::card\n\n- ```md\n  ::\n  ```\n\n#slot\n::', '⟦md:::⟧']],
  ['components in headings are their label',
    [`## A :badge[v4.3]{color="info" .b}\n\n## B {#c}${COMPONENT}`, '## A v4.3 #a-v43\n## B #c']],
  ['pages without such starts and ends have directives',
    ['::youtube[A]{#b}\n\nc', 'A\n\nc'], ['A literal follows:\n\n::\n\n    b', 'A literal follows:\n\n::\n\n⟦:b⟧']],
])) test(name, run)

test('components without an end hold nothing', () => {
  check('::video\n\n#Setup\n\ntext\n\n::card\nx\n::\n\n#Usage\n\nb', '#Setup\n\ntext\n\nx\n\n#Usage\n\nb')
  checkTree('::note{title="A"}\n\nb\n\n::tip\nc\n::', '<callout kind=note><title>A</title></callout><p>b</p><callout kind=tip><p>c</p></callout>')
})

test('components in sentences are their label or title', () => {
  check(`a :badge[v4.4]{color="info" size="xs"} b${COMPONENT}`, 'a v4.4 b')
  check(`a :badge[v4]{.z-[-1].md:w-1/2 .text-(--x) autoplay src="b"} b :c{int}${COMPONENT}`, 'a v4 b :c{int}')
  checkTree(':read-more{title="A" to="/b"}\n\n:link{to="/c"}', '<p><link href=/b>A</link></p>')
  check(`a:b{c="d"} ::d{e="f"} g :h[i] \`:j{k="l"}\`${COMPONENT}`, 'a:b{c="d"} ::d{e="f"} g :h[i] ‹:j{k="l"}›')
  check(`a :b{.c #d :e="1" f='g' i=/j}[h]${COMPONENT}`, 'a [h]')
  checkMdx('a :b[c]', 'a :b[c]')
})

test('colons in sentences are text without attributes, after a path or a bracket, and on pages without components', () => {
  for (const text of ['GET /users/:id{int}', 'Run :set{option}.', '(:Person{name:"A"})', 'a/:b{c="d"} (:e{f="g"})', 'a :b{c=} :e{f g="h"}']) {
    check(text, text)
    check(`${text}${COMPONENT}`, text)
  }
  check('a :b{c="d"} e', 'a :b{c="d"} e')
  check('a :b{c="d"} e\n\n```\n:f{g="h"}\n```', 'a :b{c="d"} e\n\n⟦::f{g="h"}⟧')
})
