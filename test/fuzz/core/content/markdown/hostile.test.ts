/** What no author writes: readers must give a document for it, and in time that grows with its length only. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkGrowth, rounds } from '../../../../support/fuzz.ts'
import { type Dialect, readPage } from '../../../../support/markdown.ts'
import { createRandom } from '../../../../support/random.ts'
import { checkSections } from '../../../../support/structure.ts'

const PIECES = [
  'a', 'word ', ' ', '  ', '    ', '\t', '\n', '\n', '\n\n', '\r\n', '*', '**', '_', '~~', '`', '``', '```', '~~~', '```js\n', '\\',
  '[', ']', '](x)', '![', '[a]', '[a]: b\n', '[^a]', '[^a]: ', '(', ')', '"', "'", '<', '>', '</', '/>', '<a b="', '<h2 id="x">',
  '</h2>', '<!--', '-->', '<pre>', '<code>', '<script>', '<Tab title="', '{', '}', '{/*', '*/}', '{`', '${', '`}', '{{<', '>}}',
  '{%', '%}', '{#x}', '## ', '# ', '- ', '1. ', '> ', '[!NOTE]', ':::', ':::note[', '!!! a "', '=== "', '---\n', '===', '+++\n',
  '| ', '|-|\n', '&amp;', '&#0;', 'import a from ', 'export const a = ', '\u200b', '\u202e', '\ud83d', '🎉', '\0', 'https://',
  ': ', 'title: ', '__proto__', '[x] ', '<ul>', '<ol start="2">', '<li>', '</li>', '</ul>', '<table>', '<td>', '<tr>', '</table>',
  '<details>\n', '<summary>', '</summary>', '</details>', '<Tabs>\n', '<TabItem label="a">', '</TabItem>', '</Tabs>\n', '<Note>', '</Note>',
  '<Since v="1" />', '::: tabs\n', '== a\n', ':::\n', '```js {1-9} ins={2}\n', ' // [!code --]\n', '// highlight-start\n', '??? b\n    ',
  '/// note | ', '/// tab | a\n', '///\n', '::card{title="a"}\n', '::\n', ':b[c]{d="e"}', '#slot\n', '::: a.b\n    ', '{{ ', ' }}', '{* a *}\n',
  '<div hidden>\n\n', '</div>\n', '<span hidden>', '</span>', '<p style={{ display: "none" }}>',
]
const RUNS = rounds(1_500)
const MAX_PIECES = 60

function checkInvariants(text: string, dialect: Dialect) {
  const { sections, title } = readPage(text, dialect)
  assert.notEqual(title?.trim(), '')
  checkSections(sections)
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
  'components in sentences': (times) => `:a{'`.repeat(times / 4),
  'components without ends': (times) => `::\n::a\n${'::b\n---\nc: d\n'.repeat(times / 13)}`,
  'components inside components': (times) => '  ::a\n'.repeat(times / 12) + '  ::\n'.repeat(times / 12),
  'blocks between slashes': (times) => '/// a | b\n///\n////\n'.repeat(times / 19),
  'cross-references': (times) => '[`a`][b.c] [`'.repeat(times / 13),
  'values of templates': (times) => '{{ a\n\n{{ page.'.repeat(times / 15),
  stars: (times) => '*'.repeat(times),
  'stars and words': (times) => '*a **b _c '.repeat(times / 10),
  underscores: (times) => '_a __b'.repeat(times / 6),
  brackets: (times) => '['.repeat(times),
  'closed brackets': (times) => '['.repeat(times / 2) + ']'.repeat(times / 2),
  'images around links': (times) => '!['.repeat(times / 4) + '[a](b)'.repeat(times / 12),
  'links without end': (times) => '[a](b'.repeat(times / 5),
  'templates around links': (times) => '{{[a](}}'.repeat(times / 8),
  'templates in an address': (times) => `[a](${'{%'.repeat(times / 2)}`,
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
  'shortcodes of many names': (times) => Array.from({ length: times / 20 }, (_, name) => `{{< a${name} lang=x >}}\n\n`).join(''),
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
  'tabs in callouts in lists': (times) => squareOf(times, (depth) => `${'  '.repeat(depth)}- :::note\n<Tabs><TabItem label="a">\n`),
  'hidden tags without an end': (times) => '<div hidden>\n\n<i hidden>\n\n'.repeat(times / 27),
  'tags without an end': (times) => '<details><ul><li><Tabs><Note>\n\n'.repeat(times / 31),
  'tags without a start': (times) => `${'<ul>'.repeat(200)}${'</li></details></Note>\n\n'.repeat(times / 24)}`,
  'cells without rows': (times) => `<table>${'<td>a'.repeat(times / 5)}`,
  'components without an end': (times) => `::a\n::\n${'::a\n'.repeat(times / 16)}${':::\n'.repeat(times / 16)}`,
  'components with properties without an end': (times) => `::a\n::\n${'::a\n---\nb: c\n\n'.repeat(times / 14)}`,
  'slashes without an end': (times) => '/// a\n\n'.repeat(times / 14) + '////\n'.repeat(times / 10),
  'slashes in slashes': (times) => '/// a\n\n'.repeat(times / 14) + '///\n\n'.repeat(times / 10),
  'admonitions without content': (times) => '!!! a\n\n'.repeat(times / 7),
  'directives in directives': (times) => ':::note\n'.repeat(times / 16) + ':::\n'.repeat(times / 16),
  'directives of all lengths': (times) => squareOf(times, (length) => `${':'.repeat(length + 3)}note\n`),
  'admonitions of one word': (times) => `!!! ${'a'.repeat(times)}!`,
  'marks of code': (times) => `\`\`\`js\n${'a // [!code ++]\n// highlight-start\n'.repeat(times / 35)}`,
  'marks of code on one line': (times) => `\`\`\`js\n${'// [!code ++]'.repeat(times / 13)}\n// highlight-start${' '.repeat(times)}b`,
  'terms and definitions': (times) => 'a\n: b\n\n'.repeat(times / 7),
  'attributes of a component': (times) => `<A ${squareOf(times, (length) => `${'b'.repeat(length)}="c" `)}/>`,
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

test('readMarkdown() reads code, comments, quotes and titles of ten megabytes', () => {
  const lines = 'line\n'.repeat(rounds(2_000_000))
  assert.equal(readPage(`\`\`\`\n${lines}`).sections[0]!.text.length, lines.length - 1)
  assert.equal(readPage(`a\n\n<!--\n${lines}`).sections[0]!.text, 'a')
  assert.equal(readPage(`{"${'a'.repeat(lines.length)}"}`, 'mdx').sections[0]!.text.length, lines.length)
  assert.equal(readPage(`[a](b "${lines}")`).sections[0]!.text, 'a')
  for (const [start, end] of ['""', "''", '[]', '{}']) {
    const component = `::a\n---\nb: ${start}${'c'.repeat(lines.length)}${end}\n---\nd\n::\n`
    assert.equal(readPage(component).sections[0]!.text, 'd')
  }
})

/** Around a piece that is repeated: an expression that repeats a group keeps a place on its stack for each. */
const REPEATED: readonly (readonly [before: string, piece: string, after: string])[] = [
  ['[', '\\a', ']'], ['[a](b "', '\\a', '")'], ['[a](<', '\\a', '>)'], ['', '- ', ''], ['::: a\n', '> ', 'b\n{% comment %}'], ['---\n', '\n', 'a\n---\n'],
  ['!!! a', ' b', '\n    c'], [':a{b="c"', ' d', '}'], ['', ':icon', ':'], [':material', '-a', ':'], ['::: a', '.b', ''],
]

test('readMarkdown() reads a piece that is repeated millions of times', () => {
  for (const [before, piece, after] of REPEATED) {
    const text = before + piece.repeat(rounds(16_000_000, 6_000_000) / piece.length) + after
    for (const dialect of ['md', 'mdx'] as const) assert.ok(readPage(text, dialect).sections.length > 0, before)
  }
})

test('readMarkdown() keeps the text of tabs inside callouts inside lists a thousand deep', () => {
  const open = Array.from({ length: 1_000 }, (_, depth) => `${'  '.repeat(depth)}- :::note\n\n<Tabs><TabItem label="a">\n\n`)
  const { sections } = readPage(`${open.join('')}text`, 'mdx')
  checkInvariants(`${open.join('')}text`, 'mdx')
  assert.ok(sections[0]!.text.endsWith('a\n\ntext'))
})
