/** Citations and links, in prose: of the service's filter, and of the one that clients have. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  createGrounding, type GroundingReport, keepLinks, moveLinks,
} from '../../../../src/core/answer/ground/ground.ts'
import { groundingSources } from '../../../support/grounding-sources.ts'
import { rulesOf } from '../../../support/rules.ts'

const URLS = ['/a/#b', 'https://docs.example/c?d=e', '/f/(g)/', '/not a url']
const ALLOWED = new Set(URLS)

/** Pushed whole, and in two pieces at every position; clients then find nothing more to remove. Default: it stays. */
function check(written: string, expected = written) {
  for (let at = 0; at <= written.length; at += 1) {
    assert.equal(ground(written.slice(0, at), written.slice(at)).text, expected, `cut at ${at}`)
  }
  assert.equal(keepLinks(expected, ALLOWED), expected)
}

const start = () => createGrounding(groundingSources(URLS, (address) => address.includes('known')))

function ground(...pieces: readonly string[]): { readonly text: string; readonly report: GroundingReport } {
  const grounding = start()
  const text = pieces.map(grounding.push).join('') + grounding.end()
  return { text, report: grounding.report() }
}

for (const [name, run] of rulesOf('createGrounding()', check, [
  ['makes links of citations',
    ['It is so [1].', 'It is so [1](/a/#b).'],
    ['see [the **docs** of `x`][2]', 'see [the **docs** of `x`](https://docs.example/c?d=e)'],
    ['[3] and [words][3], [1]', '[1](</f/(g)/>) and [words](</f/(g)/>), [2](/a/#b)'],
    ['[][1] ([1]) **[1]**', '[1](/a/#b) ([1](/a/#b)) **[1](/a/#b)**']],
  ['takes words for no text of a link that would spell an address without what is removed',
    ['[/<a>/](/a/#b)', '/ / [1](/a/#b)'], ['see [h<a>ttp:/</a>/evil.com](/a/#b).', 'see h ttp:/ /evil.com [1](/a/#b).'],
    ['[one <a>two](1)', '[one two](/a/#b)']],
  ['reads an answer that stands in a block of Markdown',
    ['```markdown\nIt is so [1].\n```', 'It is so [1](/a/#b).\n'],
    ['```md\nSee [1]:\n\n```sh\na [1]\n```\n\nso.\n```\nAnd [1].',
      'See [1](/a/#b):\n\n```sh\na [1]\n```\n\nso.\nAnd [1](/a/#b).'],
    ['So [1]:\n\n```markdown\n[1]\n```\n', 'So [1](/a/#b):\n\n```markdown\n[1]\n```\n']],
  ['leaves brackets of other kinds',
    ['[1, N], [Version 1], [options], arr[0], m[i][0], f()[0], `a`[0], [0, 1], m[i][j], f([a, b]), [-1], [2024], [1.5], [a1], [], 【words】'],
    ['[!NOTE] [note] [x][y] [ ] string[][] a[i][], x[1:n], [2:end], [200 — OK], [500 | Internal]'],
    ['[404: Not Found](https://evil.com) [#1: A title](https://evil.com)', '404: Not Found #1: A title'],
    ['- [ ] open\n- [x] done'], ['a\\[1] \\\\[1]', 'a\\[1] \\\\[1](/a/#b)'], ['a [b', 'a \\[b']],
  ['takes the exclamation mark before a citation for one',
    ['Great![1]', 'Great\\![1](/a/#b)'], ['!<img src=x>[1]', '! [1](/a/#b)']],
  ['puts a link beside words that can hold none',
    ['[a [1] b][2]', 'a [1](/a/#b) b [2](https://docs.example/c?d=e)'], ['[`]`][1]', '`]` [1](/a/#b)'],
    ['[a [b] c][1]', 'a [b] c [1](/a/#b)'], ['[see https://evil.com][1]', 'see [1](/a/#b)'],
    ['[<<a>b>][1]', '< b> [1](/a/#b)'],
    // In a table the bar would end the cell, and the rest of the link would be an address.
    ['[a|b](https://docs.example/c?d=e)', 'a|b [1](https://docs.example/c?d=e)'],
    ['[`a|b`][1] [a\\|b][1]', '`a|b` [1](/a/#b) [a\\|b](/a/#b)']],
  ['drops parentheses with the address in them',
    ['See (https://evil.com).', 'See.'], ['See it (https://evil.com) there', 'See it there'],
    ['https://known.dev/a(<https://evil.com>)', '`https://known.dev/a(`)'],
    ['See [it] (https://evil.com).', 'See [it].'], ['A 【1】(https://evil.com).', 'A [1](/a/#b).'],
    ['See (it, https://evil.com).', 'See (it, ).']],
  ['drops definitions of labels',
    ['A [1].\n\n[1]: https://evil.com/x "T"\n[^2]: <https://evil.com>\nB.', 'A [1](/a/#b).\n\nB.'],
    ['[words]: it is so\n[1]: so', '[words]\\: it is so\n[1](/a/#b): so']],
  ['drops copies of the marks and ids that the model was shown',
    ['<<doc id=0123456789abcdef>>\nFiles [1].\n<<end id=0123456789abcdef>>', '\nFiles [1](/a/#b).\n'],
    ['See Routing (id: a#b), then (id: c).', 'See Routing, then (id: c).'],
    ['See Routing (id: a#', 'See Routing'], ['See Routing (id: a#c', 'See Routing (id: a#c'],
    ['Use `cat <<end` or cat <<end here, a << b', 'Use `cat <<end` or cat <\\<end here, a << b'],
    ['(id', '(id']],
  ['takes links apart that it can\'t reduce',
    ['[a\nb](https://evil.com)', '\\[a\nb]'], ['[a](x y z)', '[a]\\(x y z)'],
    ['[a][ref]\n\n[ref]: https://evil.com "t"', '[a][ref]\n\n'], ['[1]: https://evil.com', ''],
    ['[foo `bar]: https://evil.com`', '\\[foo `bar]: https://evil.com`']],
  ['turns images into their description',
    ['![logo](https://evil.com/p.png) ![logo](/a/#b) ![logo][1] ![logo][ref]', 'logo logo logo logo'],
    ['[![logo](https://evil.com/p.png)](https://evil.com)', 'logo'],
    ['[![logo](https://evil.com/p.png)][1]', '[logo](/a/#b)'],
    ['<img src="https://evil.com/p.png" alt="logo"> <IMG SRC=x>', 'logo'], ['![logo]', '\\![logo]']],
  ['shows HTML as text',
    ['the <Tabs> of Map<string> </p> <?php <!DOCTYPE', 'the \\<Tabs> of Map\\<string> \\</p> \\<?php \\<!DOCTYPE'],
    ['a <!-- x --> <b>b</b>, <kbd>Ctrl</kbd>, CO<sub>2</sub>, 2<sup>53</sup>, O(n<sup>2</sup>)',
      'a b, Ctrl, CO2, 2^53, O(n^2)'],
    ['The tag <b> makes bold; </b> ends it, <s>, </s>, Array<b>x</b>',
      'The tag \\<b> makes bold; \\</b> ends it, \\<s>, \\</s>, Array\\<b>x\\</b>'],
    ['<script src="https://evil.com"></script>', '\\<script src="">\\</script>'],
    ['a<br>b<br />c <a href="https://evil.com">d</a>', 'a b c d'], ['<details>\n<summary>More</summary>\n<cite index="1-1">a</cite>\n</details>', '\nMore\na\n'], ['<svg\nonload=x>', '\\<svg\nonload=x>'],
    ['<[9]a href=x> <[b>][9] &<commat;x@y.z>', '< a href=x> < b> & commat;x`@y.z`'],
    ['1 < 2, x <= y, <- z, <3']],
  ['makes code of the addresses that the sections hold',
    ['At http://known.example/x. Or <https://known.example> and www.known.example!',
      'At `http://known.example/x`. Or `https://known.example` and `www.known.example`!'],
    ['`a`http://known.example/', '`a` `http://known.example/`']],
  ['keeps addresses without a scheme from being links',
    // Renderers read a null character as U+FFFD, which may be part of a host.
    ['me@evil\0.com', 'me`@evil\ufffd.com`'],
    ['x@xmpp</a>:a@evil is one, and x@xm</a>pp:a@evil', 'x@xmpp :a`@evil` is one, and x@xm pp:a`@evil`'],
    ['me@evil.com <me@evil.com> mailto:me@evil', 'me`@evil.com` me`@evil.com` mailto:me`@evil`'],
    ['| a | b |\n|---|---|\n| Ann | ann@evil.com|\n| Bob | bob@evil|x.com |',
      '| a | b |\n|---|---|\n| Ann | ann`@evil.com`|\n| Bob | bob`@evil`|x.com |'],
    ['evil.com, README.md, main.py, Node.js, e.g. index.html, v1.2.3, @scope/name, foo@latest.']],
  ['takes references to characters apart that could spell an address',
    ['https&#58;//evil.com &colon; &#x41; &Tab; &nope;', 'https&amp;#58; &amp;colon; &amp;#x41; &amp;Tab; &amp;nope;'],
    ['&[9]#58; a&commat[9];evil.com &[9] &a[9] b', '& #58; a&commat ;evil.com & &a b'],
    ['&amp; &lt;b&gt; &nbsp;&copy; AT&T &#8217; & &;']],
])) test(name, run)

test('createGrounding() reads citations in the forms that models write', () => {
  check('[1][2]', '[1](/a/#b)[2](https://docs.example/c?d=e)')
  for (const list of ['[1, 2]', '[1,2]', '[1; 2]', '[1-2]', '[1–2]', '[^1, ^2]', '[1 and 2]', '[1, and 2]', '[Sources 1, 2]', '[cite: 1, 2]', '[1, 1, 2]', '[Source 1, Source 2]', '[Quellen 1 und 2]', '［1, 2］']) {
    check(list, '[1](/a/#b), [2](https://docs.example/c?d=e)')
  }
  for (const one of ['[^1]', '[^1^]', '[#1]', '[ 1 ]', '[Source 1]', '[source: 1]', '[citation:1]', '[doc_1]', '[1†L4-L9]', '【1】', '【1†source】', '[[1]]', '[1](https://evil.com)', '[1](1)', '［1］', '〔1〕', '〖1〗', '[１]', '\\[1\\]', '[1: A title]', '[Section 1 — A title]', '[来源1]', '[chunk 1]', '[№1]', '[(1)]', '[**1**]', '[Document 1]', '[No. 1]', '[1.]', '[1 - Title]', '[1, Title]', '[Excerpt 1]', '[a#b]', '[id: a#b]', '<sup>1</sup>', '<sup>[1]</sup>', '<cite>1</cite>', '(source 1)', '(来源：1)']) {
    check(one, '[1](/a/#b)')
  }
  for (const link of ['[words](1)', '[words]([1])', '[words](#1)', '[words][^1]', '[words][1](https://evil.com)']) check(link, '[words](/a/#b)')
})

test('createGrounding() drops numbers without a source', () => {
  for (const number of ['9', '0', '^0', '#0', 'Source 0']) {
    check(`so [${number}].`, 'so.')
    check(`Is it [${number}]? It is [${number}][${number}], so [${number}]`, 'Is it? It is, so')
    check(`- so **it** [${number}]: [words][${number}] \`x\` [${number}] here`, '- so **it**: words `x` here')
  }
  check('so[9].', 'so.')
  check('[words][9] [1, 9] 【9】【4:0†source】.', 'words [1](/a/#b).')
  for (const one of ['\ue200cite\ue202turn0search0\ue202turn12view1\ue201', '\ue200filecite\ue202turn0file1\ue202L4-L9\ue201', '[turn0search0]', '【turn0news1】']) check(`A${one}. B [1]`, 'A. B [1](/a/#b)')
  check('- [9] . [1] [9]  \nuse [9] .env', '-  . [1](/a/#b)  \nuse .env')
  check('[a] [9]: https://evil.com www [9].evil.com evil [9].com x [9]@evil.com', '[a]\\: www .evil.com evil .com x @evil.com')
  // The gate has read the marks of the protocol before: nothing removed may make one.
  check('NOT_[9]IN_DOCS and N[9]OT_IN_DOCS', 'NOT_ IN_DOCS and N OT_IN_DOCS')
  // No way of writing it makes every renderer read the same address.
  check('[4] [words][4]', ' words')
})

test('createGrounding() reduces links to their words', () => {
  for (const target of [
    'https://evil.com', '/a/', '/a/#B', '//evil.com', '\\\\evil.com', 'javascript:alert(1)', 'JaVaScRiPt:x', 'data:text/html,x', 'https://ev&#105;l.com', '&#x6a;avascript:x', 'https%3A//evil.com',
    'https://еvil.com', '<https://evil x>', 'https://evil.com "t"', " x 't' ", '', 'a(b)c',
  ]) check(`a [words](${target}) b`, 'a words b')
  check('[a [b](https://evil.com) c](https://evil.com)', 'a b c')
  check('[a [b] c](https://evil.com)', 'a [b] c')
})

test('createGrounding() keeps links to the addresses of sources', () => {
  check('a [words](/a/#b) b', 'a [words](/a/#b) b')
  check('[the **docs** of `x`](<https://docs.example/c?d=e> "t") [c](/f/(g)/)', '[the **docs** of `x`](https://docs.example/c?d=e) [c](</f/(g)/>)')
  check('[1](/a/#b) [2](/a/#b) [1, 2](/a/#b) [](/a/#b)', '[1](/a/#b) [1](/a/#b) [1](/a/#b), [2](https://docs.example/c?d=e) [1](/a/#b)')
  check('[a [2] b](/a/#b) [see https://evil.com](/a/#b)', 'a [1](https://docs.example/c?d=e) b [2](/a/#b) see [2](/a/#b)')
  check('![logo](/a/#b) [a](/a/#b?) [b](/a/#b%20) [c](/a/&#35;b)', 'logo a b c')
  check('[a][ref]\n\n[ref]: /a/#b', '[a][ref]\n\n[ref]\\: /a/#b')
  assert.deepEqual(ground('It is so, as [the docs](/a/#b) say. It is [here](/g/).').report.cited, [1])
})

test('createGrounding() keeps no link whose scheme runs code, even where a source had it', () => {
  const { push, end } = createGrounding(groundingSources(['javascript:x', 'DATA:text/html,x', '/a/']))
  assert.equal(push('[a](javascript:x) [b](DATA:text/html,x) [c](/a/) [d][1] [2]') + end(), 'a b [c](/a/) d')
})

test('createGrounding() drops a link that is cut off with its line', () => {
  for (const cut of ['(', '(https:', '(https://evil.com', '(https://evil.com/a(b', '(<https://evil.com']) {
    check(`See [the a]${cut}`, 'See the a')
    check(`See [\`a\` b]${cut}`, 'See `a` b')
  }
  check('[a](\nhttps://evil.com)', 'a\n)')
  check('It is []( here', 'It is []\\( here')
})

test('createGrounding() drops what an answer ends within', () => {
  for (const cut of ['[1', '[', '【1', '【1†so', '[^1', '<https://ev', '<a href="htt', '```']) check(`A ${cut}`, 'A')
  check('A [words][', 'A words')
  check('A [words][1', 'A words')
  check('A <[b words>][1', 'A < b words>')
  check('| a | b |\n|---|---|\n| x [1', '| a | b |\n|---|---|\n| x')
})

test('createGrounding() removes addresses', () => {
  for (const address of ['https://evil.com/a?b=c', 'HTTP://evil.com', 'ftp://evil.com', 'www.evil.com', '//evil.com', '<https://evil.com>', 'https://[::1]/', 'http\\://evil.com', 'https://a(b)c', `https://${'x'.repeat(400)}`]) {
    check(`see ${address}, or`, address.length > 300 ? 'see or' : 'see, or')
    if (address.length < 300) check(`(${address})`, '')
  }
  check('xhttps://evil.com xwww.evil.com', 'xhttps: xwww')
  check('www. a.www. (a.www.) xwww. x', '`www`. a.`www`. (a.`www`.) xwww`.` x')
  check('ww[9]w.evil.com http[9]s://evil.com', 'ww w.evil.com http s:')
  check('// a comment, and//or, wow, the http, w3')
})

test('createGrounding() reports what it has shown: paragraphs with marks for citations and code, and code', () => {
  const { blocks, spans } = ground('So [1], [the `x` docs][2].\nOr `y`, `x`.\n\n- a:\n  ```sh\n  npm\n  ```\n[9] b').report
  assert.deepEqual(blocks.map(({ type, text, language }) => [type, text, language]), [
    ['prose', 'So \ue0001\ue001, the \ue0020\ue003 docs\ue0002\ue001.\nOr \ue0021\ue003, \ue0020\ue003.\n', ''],
    ['prose', '- a:\n', ''], ['code', '  npm\n', 'sh'], ['prose', ' b\n', ''],
  ])
  assert.deepEqual(spans, ['x', 'y'])
})

// Code, and what only looks like it.

const LINK = '[a](https://evil.com)'

/** Pushed in pieces of each of these lengths. Default: it stays. */
function checkCode(written: string, expected = written) {
  for (const size of [1, 2, 3, written.length]) {
    const pieces = Array.from({ length: Math.ceil(written.length / size) }, (_, i) => written.slice(i * size, (i + 1) * size))
    assert.equal(ground(...pieces).text, expected, `pieces of ${size}`)
  }
}

for (const [name, run] of rulesOf('createGrounding()', checkCode, [
  ['leaves code spans alone',
    [`use \`${LINK}\` and \`\`a \` ${LINK}\`\` or \`[1]\` \`<b>\` \`&#58;\` \`\\\``],
    [`\`\`\` ${LINK} \`\`\` at a start`]],
  ['escapes backticks that pair with none in their line',
    [`\`${LINK}`, '\\`a'], [`\`${LINK}\n\``, '\\`a\n\\`'], [`\`\`${LINK}\``, '\\`\\`a\\`'],
    [`\\\`${LINK}\``, '\\`a\\`'], ['`a ``b``', '\\`a ``b``'],
    [`\`${'x'.repeat(400)}${LINK}\``, `\\\`${'x'.repeat(400)}a\\\``]],
  ['leaves blocks of code alone',
    [`Run:\n\`\`\`sh\ncurl https://evil.com\n${LINK} [1]\n\`\`\` not the end\n    \`\`\`\n<b>\n\`\`\`\nText.\n~~~ \`x\`\n[1]: x\n~~~\n`],
    [`\`\`\`\`md\n\`\`\`js\n${LINK}\n\`\`\`\n\`\`\`\`\nText.`], [`Run:\n  \`\`\`\n${LINK}\n  \`\`\`\n`],
    ['```\n[1]\n```\n[1]', '```\n[1]\n```\n[1](/a/#b)']],
  ['leaves blocks of code in lists and quotes alone',
    [`- a\n  \`\`\`\n  ${LINK}\n\n    <b>\n  \`\`\`\n- b`],
    [`1. a\n\n   \`\`\`js\n   ${LINK}\n   \`\`\`\n\n10. b\n    ~~~\n    ${LINK}\n    ~~~`],
    [`1. a\n    \`\`\`\n    ${LINK}\n    \`\`\`\n   - b\n     - **c**\n       \`\`\`\n       ${LINK}\n       \`\`\`\n`],
    [`- \`\`\`\n  ${LINK}\n  \`\`\`\n`], [`> a\n> \`\`\`\n> ${LINK}\n>\n> > x\n> \`\`\`\n> b\n`]],
  ['writes the tabs that indent a block of code as spaces',
    [`* a\n\n\t\`\`\`js\n\t${LINK}\n\n\t\t[1]\tx\n\t\`\`\`\n* b [1]`,
      `* a\n\n    \`\`\`js\n    ${LINK}\n\n    \t[1]\tx\n    \`\`\`\n* b [1](/a/#b)`],
    [`1.\ta\n\n\tb\n\n \t~~~\n  \t ${LINK}\n\t~~~\n${LINK}`, `1.  a\n\n    b\n\n    ~~~\n     ${LINK}\n    ~~~\na`],
    [`- a\n\t- b\n\t\t\`\`\`\n\t\t${LINK}\n\t\t\`\`\`\n`,
      `- a\n    - b\n        \`\`\`\n        ${LINK}\n        \`\`\`\n`],
    [`- a\n  \`\`\`\n\t${LINK}\n`, `- a\n  \`\`\`\n    ${LINK}\n  \`\`\``]],
  ['leaves code that is indented alone where nothing else can be meant',
    [`Text.\n\n    ${LINK}\n\n\t[1]\n\nText.\n`], [`Text.\n    ${LINK}`, 'Text.\n    a'],
    [`Text.\n\n    x\n2. \`\`\`\n   ${LINK}`, 'Text.\n\n    x\n2. \\`\\`\\`\n   a'],
    [`- x\n\n    ${LINK}`, '- x\n\n    a'], [`- x\n\n[9]\n\n    ${LINK}`, '- x\n\n\n\n    a'],
    [`[9]- x\n\n    ${LINK}`, '- x\n\n    a'], [`\u00a0\n    ${LINK}`, 'a'], [`    ${LINK}`, 'a']],
  ['ends a block of code in a way that all renderers read',
    [`\`\`\`\n\`\`\`\t\n${LINK}`, '```\n```\na'], [`\`\`\`\n\`\`\`\`\n${LINK}`, '```\n```\na'],
    [`\`\`\`\n\`\`\`~\n${LINK}`, '```\n```\na'], [`\`\`\`\r\n  \`\`\`\r\n${LINK}`, '```\n```\na'],
    [`- x\n  \`\`\`\n\`\`\`\n${LINK}`, '- x\n  ```\n  ```\na']],
  ['ends a block of code where its list or quote ends',
    [`- x\n  \`\`\`\n  y\n${LINK}\n\`\`\`\n[1]`, '- x\n  ```\n  y\n  ```\na\n```\n[1]\n```'],
    [`> \`\`\`\n> y\n${LINK}`, '> ```\n> y\n> ```\na'], [`> \`\`\`\n\n${LINK}`, '> ```\n> ```\n\na']],
  ['closes a block of code that is open at the end',
    ['```\n[1]', '```\n[1]\n```'], ['- x\n  ~~~\n  [1]\n', '- x\n  ~~~\n  [1]\n  ~~~'], ['> ```', '> '],
    ['```\n[1]\n```', '```\n[1]\n```']],
  ['keeps code together that the cells of a table would part',
    [`| a | b |\n|---|---|\n| \`c | ${LINK}\` | \`d \\| e\` | \`f \\\\| g\` |\n\n\`h | i\``,
      `| a | b |\n|---|---|\n| \`c \\| ${LINK}\` | \`d \\| e\` | \`f \\\\\\| g\` |\n\n\`h | i\``],
    [`\`a | ${LINK}\`\n--|--`, `\`a | ${LINK}\`\n\\--|--`], [`> \`a | b\` |\n> :-|-`, '> `a | b` |\n> \\:-|-'],
    [`\`a | ${LINK}\`\n[9]-|-\n<br>x`, `\`a | ${LINK}\`\n\\-|-\n x`],
    [`\`a | ${LINK}\`\n-|-[9]`, `\`a | ${LINK}\`\n\\-|-`],
    ['`a | b`\n- c\n\n`a | b`\n1. c\n\n| `a \\| b` |\n|---|\n| c |']],
])) test(name, run)

test('createGrounding() opens no block of code in doubt', () => {
  for (const start of ['x\n    ', 'x\n\t', '- x\n\n      ', '> > ', '> - ', 'x\n2. ', '-     ']) {
    assert.match(ground(`Text.\n\n${start}\`\`\`\n${LINK}\n`).text, /\\`\\`\\`\na\n$/)
    assert.match(ground(`Text.\n\n${start}~~~\n${LINK}\n`).text, /\\~~~\na\n$/)
  }
  checkCode(`- \u00a0\n2. ~~~${LINK}\n`, '- \u00a0\n2. \\~~~ a\n')
  checkCode(`\`\`\` \`\n${LINK}`, '\\`\\`\\` \\`\na')
  checkCode(`\`\`\`|x\n-|-\n${LINK}`, '\\`\\`\\`|x\n-|-\na')
  checkCode(`\`\`\`${'x'.repeat(400)}\n${LINK}`, `\\\`\\\`\\\`${'x'.repeat(400)}\na`)
})

// What is held back, and for how long.

const MAX_HELD = 300

/** Checks what each piece lets through. */
function checkSteps(...steps: readonly (readonly [piece: string, shown: string])[]) {
  const grounding = start()
  assert.deepEqual(steps.map(([piece]) => grounding.push(piece)), steps.map(([, shown]) => shown))
}

for (const [name, run] of rulesOf('createGrounding()', checkSteps, [
  ['lets plain text pass at once',
    [['The', 'The'], [' route', ' route'], ['r, as', 'r, as'], [' said. 3', ' said. 3'],
      [' > 2 *so* (x)', ' > 2 *so* (x)'], ['\n\nIt', '\n\nIt']],
    [['a <', 'a'], [' b', ' < b'], ['!', ''], [' c', '! c'], ['[d', ''], ['] e', '[d] e']]],
  ['holds back only what is undecided',
    [['So ', 'So'], ['[', ''], ['1', ''], ['].', ' [1](/a/#b).']],
    [['Use `n', 'Use'], ['pm`', ''], [' now', ' `npm` now']],
    [['See ht', 'See'], ['tps://known', ''], [' x', ' `https://known` x']],
    [['So [9]', 'So'], ['.', ''], [' It', '. It']],
    [['- ', ''], ['a', '- a'], ['\n``', '\n'], ['`js\n', '```js\n'], ['x', 'x'], ['\n``', '\n'], ['`\n', '```\n']]],
  ['waits for the end of no address',
    [[`https://known/${'x'.repeat(1_000)}`, ''], ['x y', ' y']],
    [[`[a ](https://known/${'x'.repeat(1_000)}`, '[a ]\\('], ['x y', ' y']]],
  ['drops white space in front of the answer',
    [['\n  ', ''], ['  ', ''], ['[x](https://evil.com) a', 'x a']],
    // Whoever drops it from what is shown would shift the columns of the list.
    [['[9]\n\n  - a\n', '\n- a\n'], ['      ```\n', '      \\`\\`\\`\n']]],
])) test(name, run)

test('createGrounding() holds back no more than 300 characters', () => {
  for (const opening of ['[', '[a](', '`', '<a ', '[`', '[a][', '```', '![', '&', '【', '@a.', '> ```\n> ', '\n', '- - - ', '```\n']) {
    for (const filling of ['x', '[', '` ', '[x', ' ', '-', '&a', '(', '``', '.']) {
      const grounding = start()
      let held = 'x '.length - grounding.push('x ').length
      for (const char of (opening + filling.repeat(1_000)).slice(0, 1_000)) {
        held += 1
        if (grounding.push(char) !== '') held = 0
        assert.ok(held <= MAX_HELD, `${held} after ${opening}${filling}`)
      }
    }
  }
})

test('createGrounding() shows no half of a character', () => {
  const grounding = start()
  assert.equal(grounding.push('a\ud83d'), 'a')
  assert.equal(grounding.push('\ude80b'), '🚀b')
  assert.equal(grounding.push('[9]\ud83d'), '')
  assert.equal(grounding.end(), '\ud83d')
  for (const written of ['🚀🚀 `🚀` [🚀][1] 🚀[9]🚀 https://known/🚀 🚀', '```\n🚀\n```\n🚀', '🚀@🚀.🚀🚀']) {
    const pieces = start()
    for (let i = 0; i < written.length; i += 1) assert.ok(pieces.push(written[i]!).isWellFormed())
    assert.ok(pieces.end().isWellFormed())
  }
})

const KEPT = new Set(['/routing/#static', 'https://docs.example/a', '/a(b', 'www.x', '//x'])

/** Default: what links to sources alone stays as it is. */
function checkKept(markdown: string, expected = markdown) {
  assert.equal(keepLinks(markdown, KEPT), expected)
  assert.equal(keepLinks(expected, KEPT), expected, 'twice')
}

for (const [name, run] of rulesOf('keepLinks()', checkKept, [
  ['keeps links to sources',
    ['See [1](/routing/#static) and [the **docs** of `x`](https://docs.example/a).'],
    ['[a](</a(b>) and <https://docs.example/a>'], ['No links: a[0], f(x), [x], [1], [ ] task, 1 < 2 && 3 > 2.']],
  ['writes links to sources as all renderers read them',
    ['[a](</routing/#static> "Title") [b](https://docs.example/a (t))', '[a](/routing/#static) [b](https://docs.example/a)'],
    ['at https://docs.example/a, or', 'at <https://docs.example/a>, or'], ['www.x //x', '`www.x` `//x`'],
    ['[a [b](/routing/#static) c](https://docs.example/a)', 'a [b](/routing/#static) c']],
])) test(name, run)

test('moveLinks() moves links outside of code to the addresses that it is given, and keeps no others', () => {
  const move = (markdown: string) => moveLinks(markdown, ['/a/', '/b/(c)/'], (target) => `https://x.dev${target}`)
  assert.equal(move('[1](/a/), [the **b**](</b/(c)/>) [0] arr[0]'), '[1](https://x.dev/a/), [the **b**](<https://x.dev/b/(c)/>) [0] arr[0]')
  assert.equal(move('`[1](/a/)` [c](/c/)\n```\n[1](/a/)\n```\n'), '`[1](/a/)` c\n```\n[1](/a/)\n```\n')
})
