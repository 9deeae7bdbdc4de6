import assert from 'node:assert/strict'
import { test } from 'node:test'
import { profileNamed } from '../../../../../src/core/content/generators/profiles.ts'
import { rulesOf as profileRules } from '../../../../../src/core/content/generators/rules.ts'
import { readMarkdown } from '../../../../../src/core/content/markdown/markdown.ts'
import { parseElements } from '../../../../../src/core/content/structure/encoding.ts'
import { check, checkMdxTree, checkTree, outlineOf, readPage } from '../../../../support/markdown.ts'
import { rulesOf } from '../../../../support/rules.ts'

for (const [name, run] of rulesOf('createInlineParser()', check, [
  ['drops the marks of emphasis',
    ['*a* **b** ***c*** _d_ __e__ **f *g* h** *i **j***', 'a b c d e f g h i j'], ['~a~ ~~b~~ ~~~c~~~', 'a b ~~~c~~~'],
    ['un*frigging*believable **bold**text', 'unfriggingbelievable boldtext'], ['a**~~b~~**c **🎉**d', 'abc 🎉d']],
  ['keeps characters that are not emphasis',
    ['foo_bar snake_case_name 2 * 3 * 4 a*b *c ** d', 'foo_bar snake_case_name 2 * 3 * 4 a*b *c ** d'],
    ['*a **b_ **', '*a **b_ **'], ['*foo**bar* **foo*bar', 'foo**bar **foo*bar']],
  ['reads code',
    ['`a` ``b `c` d`` `` ` `` ` e `', '‹a› ‹b `c` d› ‹`› ‹e›'], ['`*a*` *`b`* `c\nd`', '‹*a*› ‹b› ‹c d›'],
    ['`a ``b` ``c', '‹a ``b› ``c'], ['`<b>` `[c](d)` `&amp;`', '‹<b>› ‹[c](d)› ‹&amp;›']],
  ['keeps the words of links and drops their addresses',
    ['[a](b) [c](<d e> "f") [*g* `h`](i \'j\') [k]() [l]( m\n(n) )', 'a c g ‹h› k l'],
    ['[a](b(c)d) [e](f\\)g) [h](i%20j)', 'a e h'], ['[a](b "c\\"d") [e](f "g" h) [i](j', 'a [e](f "g" h) [i](j'],
    ['[a [b] c](d) [a [b](c) d](e)', 'a [b] c [a b d](e)']],
  ['resolves references from anywhere in the page',
    ['[a][B] [c][] [D] [e][f] [g]\n\n[b]: x\n[c]: x\n[d]: x', 'a c D [e][f] [g]'],
    ['[a]: x\n\n[a][b] [[a]] [a](', '[a][b] [a] a(']],
  ['keeps the descriptions of images',
    ['a ![b *c*](d "e") ![f][g] [![h](i)](j)\n\n[g]: x', 'a b c f h'], ['![a ![b](c) d](e) ![k', 'a b d ![k']],
  ['keeps the addresses of plain links',
    ['<https://a.b/c_d_e> <me@a.b>', 'https://a.b/c_d_e me@a.b'],
    ['https://a.b/*c*/_d_ **https://e.f**.', 'https://a.b/*c*/_d_ https://e.f.'],
    ['(see https://a.b/c_(d)_e) a://_b_', '(see https://a.b/c_(d)_e) a://b']],
  ['reads escapes and entities',
    ['\\*a\\* \\[b\\] \\a \\\\ \\`c`', '*a* [b] \\a \\ `c`'],
    ['&lt;b&gt; &amp;amp; &copy; &nope; AT&T &#42;c&#42;', '<b> &amp; © &nope; AT&T *c*']],
  ['keeps the brackets of wikis elsewhere', ['[[a]] [[b|c]] ![[d.png]]', '[[a]] [[b|c]] ![[d.png]]']],
  ['breaks lines where the page does', ['a  \nb\\\nc\nd   ', 'a\nb\nc d']],
  ['keeps formulas', ['_a_{ title="b" } *c*{: .d}', 'a c'], ['$\\sum_{i=1}^{n} x_i$ a*{b=c}', '$\\sum_{i=1}^{n} x_i$ a*{b=c}'],
    ['$x*y*z$ $a_ \\$ b_$ $x^*$ $y^*$ ($a_ \\{b\\}_c$) $$\nx\\\\\ny*z*$$', '$x*y*z$ $a_ \\$ b_$ $x^*$ $y^*$ ($a_ \\{b\\}_c$) $$ x\\\\ y*z*$$'],
    ['*$5* or **US$** $HOME/_x_ $[a](b)$ `$c`$ \\$*d*$ $e*f*', '$5 or US$ $HOME/x $a$ ‹$c›$ $d$ $ef']],
  ['drops attribute lists', ['[a](b){ .button target=_blank } `c`{.js} *d*{: .e } f{g} {h}', 'a ‹c› d f{g} {h}'],
    ['*a*{.text-(--ui-primary)} *b*{.z-[-1].md:w-1/2} *c*{.bg-x/50%} *d*{.a} e{.5}', 'a b c d e{.5}']],
  ['drops the names of icons of MkDocs Material',
    [':octicons-file-code-16: `a.js`', '‹a.js›'],
    ['a :material-close: b :fontawesome-brands-js:{ .big style="color: red" }', 'a b'],
    ['[:simple-git: Git](b) (:material-check:)', 'Git ()'],
    [':smile: a:material-b: :material-: :material-a b: http://a.b/:material-c:', ':smile: a:material-b: :material-: :material-a b: http://a.b/:material-c:'],
    ['`:material-close:`', '‹:material-close:›']],
  ['names the keys of MkDocs',
    ['Press ++ctrl+alt+del++ or ++page-up++.', 'Press Ctrl+Alt+Del or Page Up.'],
    ['c++ ++i++j x++y++ ++A++ `++a++`', 'c++ ++i++j x++y++ ++A++ ‹++a++›']],
  ['drops the language of code in MkDocs',
    ['`#!python range()` `#!js` `#!/bin/sh -e` `#! a`', '‹range()› ‹#!js› ‹#!/bin/sh -e› ‹#! a›']],
  ['shows the values of literals in templates',
    [`{{ 'a {b}' }} {{ "\\u007b\\u007b" }} {{ a }} {{ 'a' + 'b' }}`, `a {b} {{ {{ a }} {{ 'a' + 'b' }}`],
    ["`{{ 'a' }}`", "‹{{ 'a' }}›"]],
  ['takes for a link only what ends',
    ['[a](b [c](d)', '[a](b c'], ['![a][ [b][', '![a][ [b]['], ['] [a] ](b)', '] [a] ](b)']],
  ['reads footnotes that are defined', ['a[^1] [^2]\n\n[^1]: b', 'a [^2]\n\nb']],
])) test(name, run)

test('createInlineParser() drops the targets of cross-references to code', () => {
  check('[`a`][b] [`c()`][d.e] [`f`][] [g *h*][i.j.k] [k][m.k] [k.l][]', '‹a› ‹c()› ‹f› g h k k.l')
  check('[`a`][0] [b][1.2] [c][d] [e][] `f[g][h.i]` [`j`] [`k`][l m] n[o][p.q]', '[‹a›][0] [b][1.2] [c][d] [e][] ‹f[g][h.i]› [‹j›] [‹k›][l m] n[o][p.q]')
  check('[guide][setup.md] [Unreleased][v1.2.3] [a-z][a.z] ![diagram][arch.x.png]', '[guide][setup.md] [Unreleased][v1.2.3] [a-z][a.z] ![diagram][arch.x.png]')
  checkTree('[see [`a`][] now](/b/)', '<p><link href=/b/>see <inline-code>a</inline-code> now</link></p>')
  checkTree('[`a`][b.c] [`d`][e.f]\n\n[e.f]: /g/', '<p><inline-code>a</inline-code> <link href=/g/><inline-code>d</inline-code></link></p>')
})

test('createInlineParser() drops the targets of all cross-references on a page that has some to code', () => {
  const page = '[`A`][acme.A] '
  check(`${page}[b c][type hint], [typing][], [D][d-e_f]`, '‹A› b c, typing, D')
  check(`${page}[b][1], [x], items[i][j], [^2][]`, '‹A› [b][1], [x], items[i][j], [^2][]')
  check('[b c][type hint], [typing][]', '[b c][type hint], [typing][]')
})

test('createInlineParser() takes single tildes inside a word for a subscript', () => {
  check('H~2~O and CO~2~, a~b c~ ~not~', 'H2O and CO2, ab c not')
  assert.equal(readPage('H~2~O').sections[0]?.structure, '')
})

for (const [name, run] of rulesOf('createInlineParser()', checkTree, [
  ['keeps emphasis in the structure',
    ['*a **b*** c', '<p><emphasis>a <strong>b</strong></emphasis> c</p>'],
    ['***a** b* ~~c~~', '<p><emphasis><strong>a</strong> b</emphasis> <deleted>c</deleted></p>'],
    ['**a*b*c** ****d****', '<p><strong>a<emphasis>b</emphasis>c</strong> <strong><strong>d</strong></strong></p>'],
    ['**a *b** c*', '<p><emphasis><emphasis>a <emphasis>b</emphasis></emphasis> c</emphasis></p>']],
  ['keeps the addresses of links and images in the structure',
    ['[a `b`](/c "d") e', '<p><link href=/c>a <inline-code>b</inline-code></link> e</p>'],
    ['[a](<b c>) [d](e\\)f&amp;g)', '<p><link href=b c>a</link> <link href=e)f&g>d</link></p>'],
    ['[a][B] [b][] [B]\n\n[b]: /x\n[B]: /y', '<p><link href=/x>a</link> <link href=/x>b</link> <link href=/x>B</link></p>'],
    ['![a *b*](c.png)![](d.png)', '<p><image src=c.png>a <emphasis>b</emphasis></image><image src=d.png></image></p>'],
    ['[![a](b.png)](/c)', '<p><link href=/c><image src=b.png>a</image></link></p>'],
    ['[a [b](/c) d](/e)', '<p>[a <link href=/c>b</link> d](/e)</p>']],
  ['takes plain addresses for links',
    ['<https://a.b/c> <me@a.b>', '<p><link href=https://a.b/c>https://a.b/c</link> <link href=mailto:me@a.b>me@a.b</link></p>'],
    ['see https://a.b/c. a://b', '<p>see <link href=https://a.b/c>https://a.b/c</link>. a://b</p>'],
    ['(https://a.b/c_(d)) https://a.b/e_(f).', '<p>(<link href=https://a.b/c_(d)>https://a.b/c_(d)</link>) <link href=https://a.b/e_(f)>https://a.b/e_(f)</link>.</p>'],
    ['https://a.b/c?d&amp;e&quot;. http://&lt;f&gt;', '<p><link href=https://a.b/c?d&e>https://a.b/c?d&e</link>". http://<f></p>'],
    ['[see https://a.b/c](/d)', '<p><link href=/d>see https://a.b/c</link></p>']],
  ['reads inline tags as elements',
    ['<b>a <a href="/c">d</a></b> <em>e', '<p><strong>a <link href=/c>d</link></strong> <emphasis>e</emphasis></p>'],
    ['*a <b>c* d', '<p><emphasis>a <strong>c</strong></emphasis> d</p>'],
    ['<b>*a</b> c* d', '<p><strong><emphasis>a c</emphasis> d</strong></p>'],
    ['<img src="a.png" alt="b"> c', '<p><image src=a.png>b</image> c</p>']],
  ['reads a shortcut reference before a footnote',
    ['[a][^1] [b][^2]\n\n[a]: /c\n[b]: /d\n\n[^1]: Note.', '<p><link href=/c>a</link><footnote-reference label=1></footnote-reference> [b][^2]</p><footnote label=1><p>Note.</p></footnote>']],
  ['keeps references to footnotes in the structure',
    ['a[^x] b[^y].\n\n## T\n\n[^x]: c\n[^y]: d', '<p>a<footnote-reference label=1></footnote-reference> b<footnote-reference label=2></footnote-reference>.</p> § <footnote label=1><p>c</p></footnote><footnote label=2><p>d</p></footnote>']],
])) test(name, run)

test('createInlineParser() gives links their lines', () => {
  const [section] = readPage('a\n\nb [c](/d)\ne [f](/g) <https://h.i>').sections
  const links = parseElements(section!.structure).flatMap(({ element }) => (element.type === 'link' ? [[element.href, element.line]] : []))
  assert.deepEqual(links, [['/d', 3], ['/g', 4], ['https://h.i', 4]])
})

test('createInlineParser() keeps the places that links lead to', () => {
  checkTree('a <a id="b"></a>c <a name="d">e</a>', '<p>a <anchor id=b></anchor>c <anchor id=d></anchor>e</p>')
  checkTree('<a id="b" href="/c">d</a> <span id="e">f</span>', '<p><anchor id=b></anchor><link href=/c>d</link> <anchor id=e></anchor>f</p>')
  checkTree('<a id=b href=#b>`c`</a> d', '<p><anchor id=b></anchor><link href=#b><inline-code>c</inline-code></link> d</p>')
  checkTree('<a name="b"></a>\n\n```\nc\n```', '<p><anchor id=b></anchor></p><code>c</code>')
  checkTree('- a<span id="b"></span>\n- c', '<list><item><p>a<anchor id=b></anchor></p></item><item><p>c</p></item></list>')
  checkTree('| a |\n|---|\n| <a id="b"></a> c |', '<table><row isHeader><cell>a</cell></row><row><cell><anchor id=b></anchor>c</cell></row></table>')
  checkTree('<a id="b"></a>\n\nc', '<p><anchor id=b></anchor>c</p>')
  checkTree('[](){#b}c', '<p><anchor id=b></anchor>c</p>')
  checkTree('- {:#b} c', '<list><item><p><anchor id=b></anchor>c</p></item></list>')
  checkTree('a *b*{#c}', '<p><anchor id=c></anchor>a <emphasis>b</emphasis></p>')
  checkTree('a\n\nb { #c }', '<p>a</p><p><anchor id=c></anchor>b</p>')
  checkTree('a { #b } c', '<p>a { #b } c</p>')
  checkTree('a\n\nb\n{: #c }\n\nd', '<p>a</p><p><anchor id=c></anchor>b</p><p>d</p>')
  checkTree('| a |\n|---|\n| c { #b } |', '<table><row isHeader><cell>a</cell></row><row><cell><anchor id=b></anchor>c</cell></row></table>')
  checkTree('(my_Label)=\na', '<p><anchor id=my-label></anchor>a</p>')
  checkTree('(Über_Größe)=\na', '<p><anchor id=uber-grosze></anchor>a</p>')
  checkTree('a\n\n### <a id="b"></a>c\n\nd', '<p>a<anchor id=b></anchor></p> § <p>d</p>')
  checkTree('<Since id="b" />\n\nc', '<p><anchor id=b></anchor>c</p>')
  checkTree('<a id="b c"></a><a id=""></a>d', '<p>d</p>')
  checkMdxTree('<a id="b" />\n\nc', '<p><anchor id=b></anchor>c</p>')
})

test('createInlineParser() shows the values of expressions in MDX', () => {
  checkMdxTree('a {"b"} {3} {Infinity} {-1.5} {`c`} {`${d}`} {e} {/* f */} {1_0}', '<p>a b 3 Infinity -1.5 c …</p>')
})

test('createInlineParser() reads names and labels of wiki links that are numbers, but sizes of images', () => {
  const expected = '<p><link href=[[2024]]>2024</link> <link href=[[a]]>42</link><image src=b.png></image> <image src=c.png>d</image></p>'
  checkTree('[[2024]] [[a|42]] ![[b.png|300]] ![[c.png|d|300x2]]', expected, 'wiki')
})

test('createInlineParser() takes off the marks of Obsidian, not in code and not elsewhere', () => {
  const text = '==a **b** c== ==d e== f == g a==b\n\n`==a==` ===h=== ^i-1\n\n- j\n\n^k\n\n```\n==a== ^b\n```'
  assert.equal(outlineOf(text, 'wiki'), 'a b c d e f == g a==b\n\n‹==a==› ===h===\n\nj\n\n⟦:==a== ^b⟧')
  assert.equal(outlineOf('==a== b ^c'), '==a== b ^c')
  assert.equal(outlineOf('```ansi\n\x1b[1;31ma\x1b[0m [31m\n```'), '⟦ansi:a [31m⟧')
  assert.equal(outlineOf('==a **b**== ^^c d^^ x^2^ H~2~O ^e f^ ^^^g^^^ 2^3', 'pymdown'), 'a b c d x2 H2O ^e f^ ^^^g^^^ 2^3')
  assert.equal(outlineOf('^^c^^ x^2^ ++ctrl+"My Key"++ ++a+"b'), '^^c^^ x^2^ Ctrl+My Key ++a+"b')
})

test('createInlineParser() ends emphasis at punctuation before a letter as kramdown and Python-Markdown do', () => {
  const text = '**注意：**見よ **"a"**b **트레잇(trait)**에 2 * 3 * 4 _"c"_d'
  const texts = (['jekyll', 'mkdocs', 'hugo'] as const).map((name) => {
    return readMarkdown({ path: 'a.md', text }, { depth: 3, rules: profileRules(profileNamed(name)!, '', []) }).sections[0]?.text
  })
  const shown = '注意：見よ "a"b 트레잇(trait)에 2 * 3 * 4 _"c"_d'
  assert.deepEqual(texts, [shown, shown, text])
})
