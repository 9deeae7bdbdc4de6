import assert from 'node:assert/strict'
import { test } from 'node:test'
import { keepLinks, moveLinks } from '../../../src/answer/ground/links.ts'

const SOURCES = new Set(['/routing/#static', 'https://docs.example/a', '/a(b', 'www.x', '//x'])

function check(markdown: string, expected: string) {
  assert.equal(keepLinks(markdown, SOURCES), expected)
  assert.equal(keepLinks(expected, SOURCES), expected, 'twice')
}

/** What links to sources alone stays as it is. */
const checkSame = (markdown: string) => check(markdown, markdown)

test('keepLinks() keeps links to sources', () => {
  checkSame('See [1](/routing/#static) and [the **docs** of `x`](https://docs.example/a).')
  checkSame('[a](</a(b>) and <https://docs.example/a>')
  checkSame('No links: a[0], f(x), [x], [1], [ ] task, 1 < 2 && 3 > 2.')
})

test('keepLinks() writes links to sources as all renderers read them', () => {
  check('[a](</routing/#static> "Title") [b](https://docs.example/a (t))', '[a](/routing/#static) [b](https://docs.example/a)')
  check('at https://docs.example/a, or', 'at <https://docs.example/a>, or')
  check('www.x //x', '`www.x` `//x`')
  check('[a [b](/routing/#static) c](https://docs.example/a)', 'a [b](/routing/#static) c')
})

test('keepLinks() reduces a link to elsewhere to its text', () => {
  check('a [b **c**](https://evil.example) d', 'a b **c** d')
  check('[b](/routing/) [c](/routing/#static/) [d](/Routing/#static)', 'b c d')
  check('[b](javascript:alert(1)) [c](//evil) [d](\\\\evil) [e](data:x)', 'b c d e')
  check('[b](/routing/#static%20) [c]()', 'b c')
  check('[a](https://ev&#105;l) [b](&#x6a;avascript:x)', 'a b')
  check('[a [b](https://evil) c](/routing/#static)', '[a b c](/routing/#static)')
  check('[a [b](/routing/#static) c](https://evil)', 'a [b](/routing/#static) c')
})

test('keepLinks() takes a link apart whose target has no end', () => {
  check('[a](https://evil', '[a]\\(`https://evil`')
  check('[b\nc](https://evil "t")', '\\[b\nc]\\(`https://evil` "t")')
})

test('keepLinks() turns images into their description', () => {
  check('![logo](/routing/#static) ![x](https://evil/pixel.png)', 'logo x')
  check('[![logo](https://evil/p.png)](/routing/#static)', '[logo](/routing/#static)')
})

test('keepLinks() takes references apart', () => {
  check('[a][1]\n\n[1]: https://evil\n', '[a][1]\n\n[1]\\: `https://evil`\n')
  check('> - [1]: <https://evil>', '> - [1]\\: `https://evil`')
  check('A note[^1].\n\n[^1]: It is here.', 'A note[^1].\n\n[^1]\\: It is here.')
})

test('keepLinks() makes code of addresses that would become links', () => {
  check('https://evil.example/a?b=c, (http://evil) and www.evil.com!', '`https://evil.example/a?b=c`, (`http://evil`) and `www.evil.com`!')
  check('<https://evil> <mailto:a@b.c> HTTPS://EVIL', '`https://evil` mailto:a`@b.c` `HTTPS://EVIL`')
})

test('keepLinks() shows tags as text', () => {
  check('<a href="https://evil">b</a> <img src=x onerror=y> <Tabs>', 'b \\<Tabs>')
  check('<svg><image\nHREF="x"/></svg>', '\\<svg>\\<image\nHREF="x"/>\\</svg>')
})

test('keepLinks() leaves code alone', () => {
  checkSame('`[a](https://evil)` and ``http://localhost:4321 ` ``')
  checkSame('Run:\n```sh\ncurl https://evil\n[a](b)\n``` not the end\n    ```\n```\nText.\n~~~ `x`\n[1]: x\n~~~\n')
  checkSame('```\n[a](b)\n')
})

test('moveLinks() moves links outside of code to the addresses that it is given, and keeps no others', () => {
  const move = (markdown: string) => moveLinks(markdown, ['/a/', '/b/(c)/'], (target) => `https://x.dev${target}`)
  assert.equal(move('[1](/a/), [the **b**](</b/(c)/>) [0] arr[0]'), '[1](https://x.dev/a/), [the **b**](<https://x.dev/b/(c)/>) [0] arr[0]')
  assert.equal(move('`[1](/a/)` [c](/c/)\n```\n[1](/a/)\n```\n'), '`[1](/a/)` c\n```\n[1](/a/)\n```\n')
})
