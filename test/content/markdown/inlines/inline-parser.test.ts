import { test } from 'node:test'
import { check } from '../../../support/markdown.ts'

test('createInlineParser() drops the marks of emphasis', () => {
  check('*a* **b** ***c*** _d_ __e__ **f *g* h** *i **j***', 'a b c d e f g h i j')
  check('~a~ ~~b~~ ~~~c~~~', 'a b ~~~c~~~')
  check('un*frigging*believable **bold**text', 'unfriggingbelievable boldtext')
  check('a**~~b~~**c **🎉**d', 'abc 🎉d')
})

test('createInlineParser() keeps what is no emphasis', () => {
  check('foo_bar snake_case_name 2 * 3 * 4 a*b *c ** d', 'foo_bar snake_case_name 2 * 3 * 4 a*b *c ** d')
  check('*a **b_ **', '*a **b_ **')
  check('*foo**bar* **foo*bar', 'foo**bar **foo*bar')
})

test('createInlineParser() reads code', () => {
  check('`a` ``b `c` d`` `` ` `` ` e `', '‹a› ‹b `c` d› ‹`› ‹e›')
  check('`*a*` *`b`* `c\nd`', '‹*a*› ‹b› ‹c d›')
  check('`a ``b` ``c', '‹a ``b› ``c')
  check('`<b>` `[c](d)` `&amp;`', '‹<b>› ‹[c](d)› ‹&amp;›')
})

test('createInlineParser() keeps the words of links and drops their addresses', () => {
  check('[a](b) [c](<d e> "f") [*g* `h`](i \'j\') [k]() [l]( m\n(n) )', 'a c g ‹h› k l')
  check('[a](b(c)d) [e](f\\)g) [h](i%20j)', 'a e h')
  check('[a](b "c\\"d") [e](f "g" h) [i](j', 'a [e](f "g" h) [i](j')
  check('[a [b] c](d) [a [b](c) d](e)', 'a [b] c [a b d](e)')
})

test('createInlineParser() resolves references from anywhere in the page', () => {
  check('[a][B] [c][] [D] [e][f] [g]\n\n[b]: x\n[c]: x\n[d]: x', 'a c D [e][f] [g]')
  check('[a]: x\n\n[a][b] [[a]] [a](', '[a][b] [a] a(')
})

test('createInlineParser() keeps the descriptions of images', () => {
  check('a ![b *c*](d "e") ![f][g] [![h](i)](j)\n\n[g]: x', 'a b c f h')
  check('![a ![b](c) d](e) ![k', 'a b d ![k')
})

test('createInlineParser() keeps the addresses of plain links', () => {
  check('<https://a.b/c_d_e> <me@a.b>', 'https://a.b/c_d_e me@a.b')
  check('https://a.b/*c*/_d_ **https://e.f**.', 'https://a.b/*c*/_d_ https://e.f.')
  check('(see https://a.b/c_(d)_e) a://_b_', '(see https://a.b/c_(d)_e) a://b')
})

test('createInlineParser() reads escapes and entities', () => {
  check('\\*a\\* \\[b\\] \\a \\\\ \\`c`', '*a* [b] \\a \\ `c`')
  check('&lt;b&gt; &amp;amp; &copy; &nope; AT&T &#42;c&#42;', '<b> &amp; © &nope; AT&T *c*')
})

test('createInlineParser() breaks lines where the page does', () => {
  check('a  \nb\\\nc\nd   ', 'a\nb\nc d')
})

test('createInlineParser() drops attribute lists', () => {
  check('[a](b){ .button target=_blank } `c`{.js} *d*{: .e } f{g} {h}', 'a ‹c› d f{g} {h}')
})

test('createInlineParser() takes for a link only what ends', () => {
  check('[a](b [c](d)', '[a](b c')
  check('![a][ [b][', '![a][ [b][')
  check('] [a] ](b)', '] [a] ](b)')
})

test('createInlineParser() reads footnotes that are defined', () => {
  check('a[^1] [^2]\n\n[^1]: b', 'a [^2]\n\nb')
})
