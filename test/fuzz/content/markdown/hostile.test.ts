/** What no author writes: readers must give a document for it, and in time that grows with its length only. */
import { codeSpans } from '../../../../src/content/structure/code-spans.ts'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkGrowth, rounds } from '../../../support/fuzz.ts'
import { type Dialect, readPage } from '../../../support/markdown.ts'
import { createRandom } from '../../../support/random.ts'

const PIECES = [
  'a', 'word ', ' ', '  ', '    ', '\t', '\n', '\n', '\n\n', '\r\n', '*', '**', '_', '~~', '`', '``', '```', '~~~', '```js\n', '\\',
  '[', ']', '](x)', '![', '[a]', '[a]: b\n', '[^a]', '[^a]: ', '(', ')', '"', "'", '<', '>', '</', '/>', '<a b="', '<h2 id="x">',
  '</h2>', '<!--', '-->', '<pre>', '<code>', '<script>', '<Tab title="', '{', '}', '{/*', '*/}', '{`', '${', '`}', '{{<', '>}}',
  '{%', '%}', '{#x}', '## ', '# ', '- ', '1. ', '> ', '[!NOTE]', ':::', ':::note[', '!!! a "', '=== "', '---\n', '===', '+++\n',
  '| ', '|-|\n', '&amp;', '&#0;', 'import a from ', 'export const a = ', '\u200b', '\u202e', '\ud83d', '🎉', '\0', 'https://',
  ': ', 'title: ', '__proto__',
]
const RUNS = rounds(1_500)
const MAX_PIECES = 60

function checkInvariants(text: string, dialect: Dialect) {
  const { sections, title } = readPage(text, dialect)
  const anchors = sections.slice(1).map(({ anchor }) => anchor)
  assert.equal(new Set(anchors).size, anchors.length, 'anchors are unique')
  assert.ok(!anchors.includes(null) && !anchors.includes(''))
  assert.ok(sections[0]!.heading === null && sections[0]!.anchor === null)
  assert.notEqual(title?.trim(), '')
  for (const { text, structure, heading } of sections) {
    assert.ok(!text.includes('\r') && text === text.trimEnd(), 'text is clean')
    assert.ok(heading === null || heading.trim() !== '')
    let end = 0
    for (const span of codeSpans(structure)) {
      assert.ok(span.start >= end && span.end > span.start && span.end <= text.length, 'ranges are in order')
      end = span.end
    }
  }
}

for (const dialect of ['md', 'mdx'] as const) {
  test(`readMarkdown() gives sections for any soup of ${dialect} marks`, () => {
    const random = createRandom(dialect.length)
    for (let run = 0; run < RUNS; run += 1) {
      const text = random.text(PIECES, MAX_PIECES)
      try {
        checkInvariants(text, dialect)
      } catch (cause) {
        throw new Error(`run ${run}: ${JSON.stringify(text)}`, { cause })
      }
    }
  })
}

/** Each is read again from many places by a reader that isn't careful. */
const PATTERNS: Record<string, (times: number) => string> = {
  stars: (times) => '*'.repeat(times),
  'stars and words': (times) => '*a **b _c '.repeat(times / 10),
  underscores: (times) => '_a __b'.repeat(times / 6),
  brackets: (times) => '['.repeat(times),
  'closed brackets': (times) => '['.repeat(times / 2) + ']'.repeat(times / 2),
  'images around links': (times) => '!['.repeat(times / 4) + '[a](b)'.repeat(times / 12),
  'links without end': (times) => '[a](b'.repeat(times / 5),
  'addresses without end': (times) => '[a](<b'.repeat(times / 6),
  backticks: (times) => '`a``b```c'.repeat(times / 9),
  'backticks of all lengths': (times) => squareOf(times, (length) => `${'`'.repeat(length)} `),
  angles: (times) => '<'.repeat(times),
  'tags without end': (times) => '<a b="c" '.repeat(times / 9),
  'quotes without end': (times) => '<a b=\'<a c=\' '.repeat(times / 13),
  'comments without end': (times) => 'a <!-- '.repeat(times / 7),
  'instructions without end': (times) => 'a <? '.repeat(times / 5),
  'pre without end': (times) => 'a <pre> '.repeat(times / 8),
  'scripts without end': (times) => '<script>\n'.repeat(times / 9),
  braces: (times) => '{'.repeat(times),
  'braces on lines': (times) => '{\n'.repeat(times / 2),
  'tags with braces': (times) => '<a b={\n'.repeat(times / 7),
  'tags that break late': (times) => 'x <a {'.repeat(times / 8) + '}<'.repeat(times / 8),
  templates: (times) => '{`${'.repeat(times / 4),
  'escaped quotes': (times) => "{'\\'\\'".repeat(times / 6),
  exports: (times) => 'export const a = {\n\n'.repeat(times / 20),
  shortcodes: (times) => 'a {{< '.repeat(times / 6),
  quotes: (times) => '>'.repeat(times),
  'lists in lists': (times) => `${'* '.repeat(times / 2)}a`,
  'deeper and deeper': (times) => squareOf(times, (depth) => `${'  '.repeat(depth)}- a\n`),
  'blank lines in lists': (times) => `${'- '.repeat(50)}a${'\n'.repeat(times)}`,
  spaces: (times) => `a${' '.repeat(times)}b`,
  'closing hashes': (times) => `# a ${'#'.repeat(times)}b`,
  definitions: (times) => '[a]: b "\n'.repeat(times / 9),
  'delimiter rows': (times) => `a|b\n${'|-|-|-\n'.repeat(times / 7)}`,
  'cells': (times) => `${'|a'.repeat(times / 4)}\n${'|-'.repeat(times / 4)}`,
  'directive marks': (times) => `:::a${':'.repeat(times)}b`,
  'directive brackets': (times) => `:::a[${']'.repeat(times)}b`,
  'same headings': (times) => '## a\n'.repeat(times / 5),
  'same ids': (times) => '## a {#b}\n'.repeat(times / 10),
  'lists of attributes': (times) => '*a*{#b '.repeat(times / 7),
  'frontmatter in frontmatter': (times) => `---\n${'a: [\n'.repeat(times / 5)}\n---\n`,
  'frontmatter of quotes': (times) => `---\n${'a: "\n'.repeat(times / 5)}\n---\n`,
}

/** Pieces that grow one by one, of about `length` characters in all. */
function squareOf(length: number, piece: (size: number) => string): string {
  return Array.from({ length: Math.sqrt(length) }, (_, size) => piece(size)).join('')
}

const TIMES = 40_000

for (const dialect of ['md', 'mdx'] as const) {
  test(`readMarkdown() reads hostile ${dialect} in linear time`, () => {
    for (const [name, pattern] of Object.entries(PATTERNS)) {
      checkGrowth(TIMES, (times) => checkInvariants(pattern(times), dialect), name)
    }
  })
}

test('readMarkdown() reads code, comments and quotes of ten megabytes', () => {
  const lines = 'line\n'.repeat(rounds(2_000_000))
  assert.equal(readPage(`\`\`\`\n${lines}`).sections[0]!.text.length, lines.length - 1)
  assert.equal(readPage(`a\n\n<!--\n${lines}`).sections[0]!.text, 'a')
  assert.equal(readPage(`{"${'a'.repeat(lines.length)}"}`, 'mdx').sections[0]!.text.length, lines.length)
})
