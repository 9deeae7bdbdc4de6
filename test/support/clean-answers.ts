/**
 * Answers as a well-meant model writes them, each with the Markdown that a reader
 * should get: the same but for citations, which are links, and for what only looks
 * like a tag or an image. Seeded.
 */
import type { Random } from './random.ts'
import { SOURCE_URLS } from './hostile-answers.ts'

/** An address that the opened sections hold. */
export const KNOWN_ADDRESS = 'http://localhost:4321/docs'

/** The text of the model, and what should become of it. */
export interface CleanAnswer {
  readonly written: string
  readonly wanted: string
}

const url = (n: number) => (SOURCE_URLS[n - 1]!.includes('(') ? `<${SOURCE_URLS[n - 1]}>` : SOURCE_URLS[n - 1]!)
const same = (text: string): CleanAnswer => ({ written: text, wanted: text })

const PARTS: readonly CleanAnswer[] = [
  ...[
    'The router matches paths in order', 'set `base` to the folder', 'run `npm run build -- --prod` first', 'an **important** and _subtle_ point', 'see `README` and `astro.config.mjs`', 'open README.md or main.py now', 'use `Array<string | null>` here',
    'where 1 < 2 && 3 > 2', 'AT&T &amp; friends &nbsp; &copy; 2024', 'read arr[0] and m[i][j] or f(x)', 'a ~~struck~~ word', 'five \\* six', 'Node.js v20.19.1, e.g. this', 'the `<Tabs>` component', '`[text](https://example.com)` is a link',
    '`` a ` b ``', 'über 日本語 🎉 naïve', 'costs $5 (five) – or “more”', 'and/or 50% at 10:30', 'the @scope/name package', 'path/to/file', 'x = a ? b : c;', '`a@b.c` and `www.example.com`', 'a [note] and [x]', 'f(a, [b, c])', 'is it? Yes!', '`C:\\dir\\`', 'a `|` b', 'in `{ a: 1 }`',
  ].map(same),
  { written: 'is static [1].', wanted: `is static [1](${url(1)}).` },
  { written: 'is so.[1][2]', wanted: `is so.[1](${url(1)})[2](${url(2)})` },
  { written: 'both [1, 3]', wanted: `both [1](${url(1)}), [3](${url(3)})` },
  { written: 'see [the **guide** to `x`][2]', wanted: `see [the **guide** to \`x\`](${url(2)})` },
  { written: 'works![3]', wanted: `works\\![3](${url(3)})` },
  { written: 'noted【1】', wanted: `noted[1](${url(1)})` },
  { written: `as [the **docs**](${url(2)}) say`, wanted: `as [the **docs**](${url(2)}) say` },
  { written: 'made up [77]', wanted: 'made up' },
  { written: 'the [old way][88] of it', wanted: 'the old way of it' },
  { written: 'the <Tabs> part of Map<string>', wanted: 'the \\<Tabs> part of Map\\<string>' },
  { written: 'in C:\\Users too', wanted: 'in C:\\\\Users too' },
  { written: `open ${KNOWN_ADDRESS}, then`, wanted: `open \`${KNOWN_ADDRESS}\`, then` },
]

const CODE = [
  'npm install', 'const x = a[0] ?? "<a href=\'https://example.com\'>"', '[link](https://example.com)', '![img](x.png)', '', '  indented: true', '\tdeep(`t${1}`)', '<script src="https://example.com/x.js"></script>', '[1]: https://example.com',
  '# comment [1]', 'a | b', '- item', '> quote', 'curl https://example.com/api?x=1&y=2 \\', '  -H "a: b"', 'user@example.com', '``', '~~', '[words][1]', '1. one', '---', '&lt;', '【1】', 'if (a < b && c > d) {',
]
const INFO = ['', 'js', 'ts title="a.ts"', 'sh', 'html', 'md {1,3-4}']

/** One clean answer of a few blocks. */
export function cleanAnswer(random: Random): CleanAnswer {
  const { written, wanted } = join(Array.from({ length: 1 + random.below(6) }, () => block(random)), '\n\n')
  return { written, wanted: numbered(wanted) }
}

/** The text with the numbers of its links in the order of their first ones. */
function numbered(text: string): string {
  const urls: string[] = []
  return text.replace(/\[([^[\]]+)\]\((<?[^()<>\s]*(?:\([^()]*\)[^()<>\s]*)?>?)\)/g, (link, words: string, target: string) => {
    if (!SOURCE_URLS.some((_, at) => url(at + 1) === target)) return link
    if (!urls.includes(target)) urls.push(target)
    return /^\d$/.test(words) ? `[${urls.indexOf(target) + 1}](${target})` : link
  })
}

function block(random: Random): CleanAnswer {
  const kind = random.below(10)
  if (kind === 0) return prefix(sentence(random), random.pick(['## ', '### ']))
  if (kind === 1) return list(random, () => '- ')
  if (kind === 2) return list(random, (i) => `${i + 1}. `)
  if (kind === 3) return fence(random)
  if (kind === 4) return join([sentence(random), fence(random)], random.pick(['\n', '\n\n']))
  if (kind === 5) return table(random)
  if (kind === 6) return quote(join([sentence(random), fence(random)], '\n'))
  if (kind === 7) return quote(join([same('[!NOTE]'), sentence(random)], '\n'))
  if (kind === 8) return same('- [ ] open\n- [x] done')
  return join([sentence(random), sentence(random)], random.pick(['\n', ' ', '  \n']))
}

function sentence(random: Random): CleanAnswer {
  return join([same('So'), ...Array.from({ length: 1 + random.below(4) }, () => random.pick(PARTS))], ' ')
}

function list(random: Random, marker: (i: number) => string): CleanAnswer {
  const items = Array.from({ length: 1 + random.below(3) }, (_, i) => {
    const mark = marker(i)
    const parts = [sentence(random)]
    if (random.below(2) === 0) parts.push(fence(random))
    if (random.below(3) === 0) parts.push(prefixLines(join([sentence(random), fence(random)], '\n'), '- ', '  '))
    return prefixLines(join(parts, random.pick(['\n', '\n\n'])), mark, ' '.repeat(mark.length))
  })
  return join(items, random.pick(['\n', '\n\n']))
}

function fence(random: Random): CleanAnswer {
  const run = random.pick(['```', '```', '~~~', '````'])
  const lines = Array.from({ length: 1 + random.below(5) }, () => random.pick(CODE))
  if (run === '````') lines.push('```js', 'inner', '```')
  return same([run + random.pick(INFO), ...lines, run].join('\n'))
}

/** Pipes in the code of a cell are written as the table needs it. */
function table(random: Random): CleanAnswer {
  const cell = () => {
    const { written, wanted } = random.pick(PARTS)
    const escape = (text: string) => text.replaceAll('|', '\\|')
    return { written: escape(written), wanted: escape(wanted) }
  }
  const row = () => join([same('|'), cell(), same('|'), cell(), same('|')], ' ')
  return join([same(random.pick(['| Name | Use |', '| `a \\| b` | Use |'])), same(random.pick(['|---|---|', '| --- | :-: |'])), row(), row()], '\n')
}

function quote(answer: CleanAnswer): CleanAnswer {
  return prefixLines(answer, '> ', '> ')
}

function prefix({ written, wanted }: CleanAnswer, mark: string): CleanAnswer {
  return { written: mark + written, wanted: mark + wanted }
}

function prefixLines(answer: CleanAnswer, first: string, others: string): CleanAnswer {
  const put = (text: string) => first + text.split('\n').map((line, i) => (i === 0 || line === '' && others.trim() === '' ? line : others + line)).join('\n')
  return { written: put(answer.written), wanted: put(answer.wanted) }
}

function join(parts: readonly CleanAnswer[], separator: string): CleanAnswer {
  return { written: parts.map(({ written }) => written).join(separator), wanted: parts.map(({ wanted }) => wanted).join(separator) }
}
