/**
 * Answers as a model that was turned against its readers would write them: links,
 * images and HTML in every form, in prose, lists, quotes, tables and beside code,
 * with marks strewn in that may change what a renderer sees. Seeded, so that a
 * failure can be run again.
 */
import type { Random } from './random.ts'

/** Urls of the sources 1 to 3; the only ones that a link may have. */
export const SOURCE_URLS: readonly string[] = ['/guides/routing/#static', '/api/(beta)/', 'https://docs.example/start/?a=1#b_c']

const HOST = ['evil.example', 'evil.com', 'www.evil.com', 'evil.co.uk', 'еvil.com', 'xn--vil-qla.com', 'localhost:80', '127.0.0.1', '[::1]', 'evil.рф', 'e-v_il.org', 'evil。com', 'u:p@evil.com']
const SCHEME = [
  'http://', 'https://', 'HTTPS://', 'hTTp://', 'ftp://', '//', '///', 'https:/\\', '\\\\', 'javascript:', 'JaVaScRiPt:', 'data:text/html,', 'vbscript:', 'file:///',
  'mailto:a@', 'xmpp:a@', 'a@', 'a.b+c@', 'www.', 'WWW.', '', '/', 'http&#58;//', 'https&colon;//', 'a&commat[9];', 'a&#64[9];', 'https&colon//x; //', 'http:&sol;/', '&#104;ttp://', 'java&Tab;script:', 'ht\\tp://', 'http\\://', 'http%3A//', 'http:\n//', 'ws://', 'tel:1', 'xhttps://', '1http://', '_https://',
]
const PATH = ['', '/', '/x.png', '/?q=1&b=2', '/a_b*c*', '/(x)', '/x)', '/"t', '/%5d', '/`', '/|x', '/\\', '#f', '/&copy;', '.', '/a b', '/x]', '/<x', '/a"onerror="b', ':80/']
const TITLE = ['', '', ' "t"', " 't'", ' (t)', ' "a ) b"', ' "](http://evil.com)"', '\n"t"']
const WORDS = ['words', '1', '9', 'a [b] c', 'a ]( b', '`code`', '`]`', '`', '**bold**', '', '\\]', '!', '<b>', 'two\nlines', 'http://evil.com', 'x`](http://evil.com)`', '^1', ' ', '[1]', '![x](http://evil.com/i.png)', '【1】', 'evil.com', 'a|b', '1, 9']
const LABEL = ['ref', '1', '2', '9', '', '^1', 'REF', 'r\\ef', 'a`b', '1, 2']
const NOISE = [
  '[', ']', '(', ')', '<', '>', '!', '`', '``', '```', '~~~', '\\', '&', ';', ':', '|', '*', '_', '~', '#', '-', '+', '=', '"', "'", '@', '.', '/', ' ', '\n', '\t', '\r', '\r\n', '\n\n',
  '    ', '\u00a0', '\u2028', '\0', '\ufeff', '\u200b', '🎉', '[1]', '[9]', '[words][1]', '](', ']:', '![', '<!--', '-->', '<br>', '\\`', '\\[', '\\\n', '| ', '\n| - | - |\n', '\n---\n', '$', '0', 'a',
]
const FENCE = ['```', '````', '~~~', '``` js', '```js x', '~~~~ `', '```a`b', '``', '```~', '`````']
const PREFIX = ['', '', '- ', '  ', '    ', '  - ', '1. ', '2. ', '   ', '> ', '>', '> > ', '\t', '- - ', '> - ', '     ', '# ', '* ', '10) ', '-\t', '  > ', '      ', '-     ', ' ', '| ', '-', '[9]', '[9]- ', '<a>- ']
/** What decides where code begins and ends. */
const CODE = [
  '```', '```', '~~~', '````', '`', '``', '`', '\n', '\n', '\n', '\n\n', '- ', '1. ', '2. ', '> ', '>', ' ', '  ', '   ', '    ', '\t', '[x](//evil.com)', '[x](//evil.com)', '[x](//evil.com)',
  '|', '\n|-|\n', '\n-|-\n', 'x', 'word ', '[1]', '[9]', '\\', '<a>', '&#96;', '\r', '\u00a0', '# ', '---', '***', '[9]', '//x ', '10. ', '+ ', '[', ']', '](', '\n:-\n',
]
const PROSE = ['The router matches paths', ' and then', ' some text. ', 'See the docs [1]. ', 'A `code span` here. ', 'config.yml', ' e.g. this', ' **bold** ', '`a | b`', ' | ', 'word', ' \\*not\\* ', '`` ` ``']

/** One hostile answer, of some hundred characters. */
export function hostileAnswer(random: Random): string {
  const kind = random.below(10)
  if (kind === 0) return random.text(NOISE, 40)
  if (kind <= 2) return random.text(CODE, 40)
  const lines: string[] = []
  for (let i = random.below(6); i >= 0; i -= 1) lines.push(...hostileBlock(random))
  return lines.join(random.below(12) === 0 ? '\r\n' : '\n')
}

/** The text in pieces, cut anywhere. */
export function cutAnywhere(random: Random, text: string): string[] {
  const longest = random.pick([1, 3, 8, 40])
  const pieces: string[] = []
  for (let at = 0; at < text.length; ) {
    const length = 1 + random.below(longest)
    pieces.push(text.slice(at, at + length))
    at += length
  }
  return pieces
}

function hostileBlock(random: Random): string[] {
  const kind = random.below(12)
  if (kind === 0) return ['']
  if (kind === 1) return [`${random.pick(PREFIX)}[${random.pick(LABEL)}]: ${random.pick(['', '<', '\n'])}${target(random)}`, '']
  if (kind === 2) return table(random)
  if (kind <= 4) return fence(random)
  if (kind === 5) return [random.pick(PREFIX) + inline(random) + '\n' + random.pick(PREFIX) + inline(random), '']
  return [random.pick(PREFIX) + inline(random)]
}

function fence(random: Random): string[] {
  const opening = random.pick(FENCE)
  const prefix = random.pick(PREFIX)
  const inner = random.pick([prefix, prefix.replace(/\S/g, ' '), '', '  ', random.pick(PREFIX)])
  const body = Array.from({ length: random.below(4) }, () => (random.below(4) === 0 ? random.pick(FENCE) : inner + inline(random)))
  const closing = random.pick([opening, '```', '~~~', '``` ', '   ```', '    ```', '```x', ''])
  return [prefix + opening, ...body, random.pick([inner, '', prefix]) + closing]
}

function table(random: Random): string[] {
  const row = () => `${random.pick(['| ', ''])}${inline(random)}${random.pick([' | ', '|'])}${inline(random)}${random.pick([' |', '|', ''])}`
  const line = random.pick(['|---|---|', '- | -', ':-|-:', '|-|-', '---', '  | --- | --- |', ':--'])
  return [row(), random.pick(['', '', '', '> ', '  ']) + line, row(), row()].map((text) => text.replaceAll('\n', ' '))
}

function inline(random: Random): string {
  return Array.from({ length: 1 + random.below(4) }, () => part(random)).join('')
}

function part(random: Random): string {
  const kind = random.below(10)
  if (kind < 2) return random.pick(PROSE)
  if (kind < 3) return random.text(NOISE, 4)
  const form = link(random)
  return random.below(4) === 0 ? mangle(random, form) : form
}

function target(random: Random): string {
  if (random.below(8) === 0) return random.pick(SOURCE_URLS)
  return random.pick(SCHEME) + random.pick(HOST) + random.pick(PATH)
}

function link(random: Random): string {
  const [to, words, label] = [target(random), random.pick(WORDS), random.pick(LABEL)]
  const quote = random.pick(['"', "'", ''])
  const forms = [
    `[${words}](${to}${random.pick(TITLE)})`, `[${words}](<${to}>)`, `[${words}]( ${to} )`,
    `[${words}](\n${to})`, `[${words}](${to}`, `[${words}][${label}]`, `[${words}][]`, `[${label}]`,
    `[${words}] [${label}]`, `![${words}](${to})`, `![${words}][${label}]`,
    `[![${words}](${to})](${target(random)})`, `[${link0(random)}](${to})`, `<${to}>`, `<${to}`, to, to,
    `(${to})`, `**${to}**`, `<a href=${quote}${to}${quote}>${words}</a>`, `<a\nhref="${to}">`,
    `<img src=${quote}${to}${quote} alt="${words}">`, `<script src="${to}"></script>`,
    `<svg/onload=x href=${to}>`, `<iframe src="${to}">`, `<div\n${to}`, `<!-- [x](${to}) -->`, `<?x ${to} ?>`,
    `&lt;a href="${to}"&gt;`, `\`${words}\`[x](${to})`, `\`[x](${to})\``, `\` [x](${to}) \` \`\``,
    `\`\`[x](${to})\`\`\``, `\`a | [x](${to}) \``, `\\\`[x](${to})\``, `[^1]: ${to}`, `<[b ${words}>][9]`,
    `a&<commat;evil.com@${to}>`, `a&[commat;evil.com](${to})`,
  ]
  return random.pick(forms)
}

function link0(random: Random): string {
  return random.pick([`[${random.pick(WORDS)}](${target(random)})`, `[${random.pick(WORDS)}]`, random.pick(WORDS)])
}

/** The text with a mark put in, taken out or written as a reference. */
function mangle(random: Random, text: string): string {
  const at = random.below(text.length + 1)
  const kind = random.below(4)
  if (kind === 0) return text.slice(0, at) + random.pick(NOISE) + text.slice(at)
  if (kind === 1) return text.slice(0, at) + text.slice(at + 1)
  if (kind === 2 && at < text.length) return `${text.slice(0, at)}&#${text.charCodeAt(at)};${text.slice(at + 1)}`
  return text.slice(0, at) + random.pick(['[9]', '<a>', '</a>', '\\', '[1]', '![](x)', '<img src=x>', '//x"']) + text.slice(at)
}
