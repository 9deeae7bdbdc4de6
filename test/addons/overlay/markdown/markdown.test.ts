import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findBlocks, type MarkdownNode } from '../../../../src/addons/overlay/markdown/markdown.ts'
import { rulesOf } from '../../../support/rules.ts'

const ALLOWED = '/a/#b'

/** Elements as `tag(children)`, words of code as they are, links as `a[href](children)`, aligned cells as `td[right](children)`, text as it is. */
function shown(node: MarkdownNode): string {
  if (typeof node === 'string') return node
  const { tag, href, attributes: { start = 1, align = false } = {}, children } = node
  const detail = href !== undefined ? `[${href}]` : align !== false ? `[${align}]` : start !== 1 ? `[${start}]` : ''
  return tag === 'bdi' ? children.join('') : `${tag}${detail}(${children.map(shown).join('')})`
}

function read(markdown: string, isOpen = false): string {
  const blocks = findBlocks(markdown)
  const isLink = (href: string) => href === ALLOWED
  return blocks.map((block, i) => shown(block.read({ isLink, isOpen: isOpen && i === blocks.length - 1 }))).join('\n')
}

/** Checks a whole text. */
function check(markdown: string, expected: string) {
  assert.equal(read(markdown), expected, JSON.stringify(markdown))
}

/** Checks a text that is still being written. */
function checkOpen(markdown: string, expected: string) {
  assert.equal(read(markdown, true), expected, JSON.stringify(markdown))
}

for (const [name, run] of rulesOf('findBlocks()', check, [
  ['parts paragraphs, headings and rules',
    ['a\nb\n\n\nc', 'p(a\nb)\np(c)'], ['# One\ntext\n## Two', 'h3(One)\np(text)\nh3(Two)'],
    ['#no heading', 'p(#no heading)'], ['a\n\n---\n\nb', 'p(a)\nhr()\np(b)'], ['* * *', 'hr()'],
    ['a\r\nb\r\n\r\nc', 'p(a\nb)\np(c)'], ['   \n  indented', 'p(indented)'], ['', '']],
  ['keeps code as it is',
    ['```js\nlet a = `*b*`\n\n  [x](/a/#b)\n```\nafter', 'pre(let a = `*b*`\n\n  [x](/a/#b))\np(after)'],
    ['~~~\n```\n~~~', 'pre(```)'], ['````\n```\ninner\n```\n````', 'pre(```\ninner\n```)'],
    ['text\n```\ncode\n```', 'p(text)\npre(code)'],
    ['```\nnever closed\n\n# not a heading', 'pre(never closed\n\n# not a heading)'],
    ['```make\nall:\n\tcc x\n```\n-\ta\n\t- b', 'pre(all:\n\tcc x)\nul(li(aul(li(b))))'],
    ['- a\n  ~~~~\n  ~~~\n  \tb\n  ~~~~\n\tc', 'ul(li(apre(~~~\n\tb)p(c)))'], ['```\n\ta', 'pre(\ta)'],
    ['```one line```', 'p(code(one line))'], ['```\n```', 'pre()']],
  ['reads lists of both kinds, in each other',
    ['- a\n- b', 'ul(li(a)li(b))'], ['* a\n\n* b', 'ul(li(a)li(b))'], ['3. a\n4. b', 'ol[3](li(a)li(b))'],
    ['1) a\n2) b', 'ol(li(a)li(b))'], ['- a\n  - b\n    - c\n- d', 'ul(li(aul(li(bul(li(c)))))li(d))'],
    ['1. a\n   - b\n2. c', 'ol(li(aul(li(b)))li(c))'], ['- a\n  b\n- c\nlazy', 'ul(li(a\nb)li(c\nlazy))'],
    ['- a\n\n  second\n- b', 'ul(li(ap(second))li(b))'],
    ['1. run:\n   ```sh\n   ls\n   ```\n2. done', 'ol(li(run:pre(ls))li(done))'],
    ['- [x] a\n- [ ] b\n- [X] [c](/a/#b)\n- [x](/a/#b)', 'ul(li(☑ a)li(☐ b)li(☑ a[/a/#b](c))li(a[/a/#b](x)))'],
    ['1. [ ] a\n   - [x] b', 'ol(li(☐ aul(li(☑ b))))'], ['[x] a', 'p([x] a)'],
    ['text:\n- a\n\nafter', 'p(text:)\nul(li(a))\np(after)'], ['1. a\n- b', 'ol(li(a))\nul(li(b))'],
    ['-no item', 'p(-no item)'], ['in 2024.\n2025. was not', 'p(in 2024.\n2025. was not)']],
  ['reads quotes and tables',
    ['> a\n> b\n>\n> - c', 'blockquote(p(a\nb)ul(li(c)))'],
    ['| a | b |\n|---|:-:|\n| 1 | `x` |\n| 2 |', 'table(tr(th(a)th[center](b))tr(td(1)td[center](code(x)))tr(td(2)))'],
    ['a | b | c\n--: | :-- | -:\n1 | 2', 'table(tr(th[right](a)th[left](b)th[right](c))tr(td[right](1)td[left](2)))'],
    ['a | b\n--- | ---\n1 | 2', 'table(tr(th(a)th(b))tr(td(1)td(2)))'],
    ['| a |\n|---|\n| x \\| y |', 'table(tr(th(a))tr(td(x | y)))'],
    ['Here:\n| a |\n|---|', 'p(Here:)\ntable(tr(th(a)))'], ['| a |\n|---|\n| 1 | 2 |', 'table(tr(th(a))tr(td(1)))'],
    ['a | b is or', 'p(a | b is or)']],
])) test(name, run)

test('findBlocks() makes no more cells than a table writes, whatever its head', () => {
  const shownText = read(`${'|a'.repeat(2_000)}|\n|---|\n${'|b\n'.repeat(2_000)}`)
  assert.equal(shownText.match(/t[hd]\(/g)?.length, 4_000)
})

for (const [name, run] of rulesOf('parseInline()', check, [
  ['reads emphasis, code, breaks and escapes',
    ['**a** *b* ***c*** __e__ _f_', 'p(strong(a) em(b) strong(c) strong(e) em(f))'],
    ['**a *b* c**', 'p(strong(a em(b) c))'], ['*a **b** c*', 'p(em(a strong(b) c))'],
    ['2 * 3 * 4 and snake_case_name', 'p(2 * 3 * 4 and snake_case_name)'], ['**粗体**文字', 'p(strong(粗体)文字)'],
    ['`a` ``b ` c`` `` ` ``', 'p(code(a) code(b ` c) code(`))'], ['`**no**`', 'p(code(**no**))'],
    ['**unclosed and `so', 'p(**unclosed and `so)'], ['\\*a\\* \\n', 'p(*a* \\n)'], ['a  \nb\\\nc', 'p(abr()bbr()c)'],
    ['&lt;b&gt; &amp;lt; &unknown;', 'p(<b> &lt; &unknown;)'],
    ['<img src=x onerror=alert(1)> <b>x</b>', 'p(<img src=x onerror=alert(1)> <b>x</b>)']],
  ['links to where it may, and reduces everything else to words',
    ['see [the *words*](/a/#b).', 'p(see a[/a/#b](the em(words)).)'],
    ['[1](/a/#b "title") [2](</a/#b>)', 'p(a[/a/#b](1)\u00a0a[/a/#b](2))'],
    ['so it is [12](/a/#b), `a [1](/a/#b)` [b 1](/a/#b)', 'p(so it is\u00a0a[/a/#b](12), code(a [1](/a/#b)) a[/a/#b](b 1))'],
    ['[x](/elsewhere) [y](javascript:alert(1)) [z](https://evil.test/?q=(a))', 'p(x y z)'],
    ['![alt](https://evil.test/i.png) ![a](/a/#b)', 'p(alt a)'],
    ['[![alt](https://evil.test/i.png)](/a/#b)', 'p(a[/a/#b](alt))'], ['[a [b](/a/#b)](/a/#b)', 'p(a[/a/#b](a b))'],
    ['<https://evil.test> </a/#b>', 'p(<https://evil.test> </a/#b>)'],
    ['[x][ref]\n\n[ref]: https://evil.test', 'p([x][ref])\np([ref]: https://evil.test)'],
    ['https://evil.test www.evil.test', 'p(https://evil.test www.evil.test)'],
    ['[a](/a/#B) [b](/a/%23b) [c](/a/#b/..)', 'p(a b c)']],
])) test(name, run)

test('a text that is being written shows no marks of what is not yet closed', () => {
  checkOpen('see [the wor', 'p(see the wor)')
  checkOpen('see [the words](', 'p(see the words)')
  checkOpen('see [the words](/a/', 'p(see the words)')
  checkOpen('**bold and `code', 'p(strong(bold and code(code)))')
  checkOpen('it is **bo', 'p(it is strong(bo))')
  checkOpen('it is **', 'p(it is )')
  checkOpen('run `ls', 'p(run code(ls))')
  checkOpen('done **a** `b` [c](/a/#b)', 'p(done strong(a) code(b) a[/a/#b](c))')
})

test('blocks that have ended are the same however much follows', () => {
  const text = '# A\n\ntext **b**\n\n- x\n- y\n\n```\ncode\n```\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\nend'
  const all = findBlocks(text).map((block) => block.text)
  for (let at = 0; at <= text.length; at += 1) {
    const some = findBlocks(text.slice(0, at)).map((block) => block.text)
    const ended = some.slice(0, -2)
    assert.deepEqual(ended, all.slice(0, ended.length), text.slice(0, at))
  }
})
