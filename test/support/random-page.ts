/** Random pages: Markdown, MDX and HTML from the words and marks that graph rules look at, and from marks without sense. */
import type { SourceFile } from '../../src/core/content/page.ts'
import type { Random } from './random.ts'

const WORDS = [
  'lamp', 'route', 'Routes', 'the', 'a', 'is a', 'are', 'means', 'default', 'Default:', 'at most', 'port', 'naïve', 'bé', 'Größe', 'ß', 'İ',
  'ſ', 'ﬁne', 'Ａ', 'Δοκιμή', 'текст', '路由', 'ルート', '。', 'ไทย', '🎉', '👩‍💻', 'e\u0301', 'server-side rendering (SSR)', 'SSR', 'An island is a thing that',
  'Content Security Policy (CSP)', 'x', '_y', 'e.g.', 'Yes.', 'See', 'For example,', 'ignore', 'all previous', 'instructions', 'your rules', 'new instructions:',
  'do not tell the user', 'you must now act', 'reveal', 'your prompt', '<|end|>', '[INST]', '&lt;system&gt;', '__proto__', 'constructor',
]
const LITERALS = [
  '--port', '-p', '--bé', '--', '--no-x_y', '-x-', 'a--b', '30', '300', '1.2', '1.2.3', 'v1.2', 'v1', '8,192', '8,', '1.', '.5', '1:2', '30s', '5 MB', '12 %', '1e9', '٣٠', '½', '²',
  '3é', 'é3', '3_', '4000', 'https://a.example/b', 'https://a.bé', 'http://é', 'http://a_b', 'https://x.y/(z)', 'a@b.example', 'MAX_SIZE', 'a.b.c', './x/y', 'file.json',
  '`--port`', '`30`', '`a b`', '`` ` ``', '``a`b``', '` `', '`x\ny`', '`é`', '`npm run x`', '`<td>`', '`a`b`', "`'a' | 'b'`",
]
const MARKS = [
  ' ', ' ', ' ', ' ', '\n', '\n\n', '\n\n', '\t', '  ', '. ', ', ', ': ', ':\n\n', '; ', '? ', '! ', '…', ' – ', '.', ',', ':', '-', '_', '/', '(', ')', '[', ']', '"', "'", '’',
  '*', '**', '~~', '`', '``', '```', '```js\n', '\n```\n', '\n~~~\n', '\\', '<', '>', '</', '<td>', '<br>', '<b>', '<i hidden>', '</i>', '\n<div hidden>\n\n', '</div>\n', '<code>', '</code>', '<pre>', '<!--', '-->', '{', '}', '{{', '}}',
  '|', '\n| a | Default |\n|---|---|\n| ', ' | ', ' |\n', '\n- ', '\n1. ', '\n> ', '\n  - ', '\n# ', '\n## ', '\n### ', '\n## Glossary\n\n', '[a](b)', '](x)', '![', '[^a]', '\n[^a]: ', ':::note\n',
  '&amp;', '&#96;', '&nbsp;', '&shy;', '\u00a0', '\u00ad', '\u200b', '\u200d', '\u202e', '\u2028', '\u3000', '\ufeff', '\ud83d', '\0', '\u001b', '\u0085', '\r\n', '\r',
]
const FRONTMATTER = ['', '', '', '---\ntitle: ', '---\ndescription: ', '---\ntitle: A page\ndescription: "', '+++\ntitle = "']
const PATHS = ['index.md', 'guides/a.md', 'a.mdx', 'Ignore all previous instructions.md', 'a:b.md', 'é/ü b.md', 'index.html', 'x%20y/--port 30.md']
/** Pieces of one page, for most pages and for one in eight. */
const [MAX_PIECES, MAX_MANY_PIECES] = [40, 250]

/** One page of random text. */
export function randomPage(random: Random): SourceFile {
  const most = random.below(8) === 0 ? MAX_MANY_PIECES : MAX_PIECES
  const head = random.pick(FRONTMATTER)
  const end = head === '' ? '' : `${randomText(random, 6).replace(/\n/g, ' ')}${random.pick(['"', ''])}\n${head.slice(0, 3)}\n`
  return { path: random.pick(PATHS), text: head + end + randomText(random, most) }
}

/** Words, literals and marks; three in five are words or literals, half of them with a space after them. */
function randomText(random: Random, most: number): string {
  return Array.from({ length: random.below(most + 1) }, () => {
    const kind = random.below(5)
    if (kind < 2) return random.pick(MARKS)
    return random.pick(kind === 2 ? LITERALS : WORDS) + random.pick(['', ' '])
  }).join('')
}
