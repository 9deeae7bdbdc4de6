import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseYaml } from '../../../../../src/core/content/frontmatter/yaml.ts'
import { PLAIN_RULES } from '../../../../../src/core/content/generators/rules.ts'
import type { MarkdownDialect } from '../../../../../src/core/content/generators/site-rules.ts'
import { readMarkdown } from '../../../../../src/core/content/markdown/markdown.ts'
import {
  createFlowScanner, isImportLine, literalOf, lookUp, scanJsx, startsStatement,
} from '../../../../../src/core/content/markdown/syntax/mdx.ts'
import { check, checkMdx } from '../../../../support/markdown.ts'
import { rulesOf } from '../../../../support/rules.ts'

const STATEMENTS = [
  "import a from 'b'", "import { a } from 'b'", 'import * as a', "import 'a'", 'import type { A }', 'import a, { b }',
  'import{a}',
  'export const a', 'export default a', 'export { a }', 'export * from', 'export async function',
]
const PROSE = ['import your posts', 'export the site', 'imports', 'Export const', 'important: export']

test('startsStatement() distinguishes imports and exports from prose', () => {
  for (const line of STATEMENTS) assert.equal(startsStatement(line), true, line)
  for (const line of PROSE) assert.equal(startsStatement(line), false, line)
})

test('isImportLine() takes whole imports only', () => {
  assert.equal(isImportLine("import Tabs from '@theme/Tabs';"), true)
  assert.equal(isImportLine('import "a"'), true)
  assert.equal(isImportLine("import A from 'a'; import B from 'b'; "), true)
  assert.equal(isImportLine("import a from 'b' is how"), false)
  assert.equal(isImportLine("import the file 'b'"), false)
})

test('literalOf() gives the text of one string', () => {
  const literals: Record<string, string | null> = {
    '"a"': 'a', " 'it\\'s' ": "it's", '`a\\`b`': 'a`b', '`x\\n\\u{1F389}\\u00e9\\x41\\\ny`': 'x\n🎉éAy',
    '`a \\${b}`': 'a ${b}', '"\\u{ffffff}"': '\ufffd', '`a ${b}`': null, '"a" + "b"': null, '"': null, '': null,
    a: null,
  }
  for (const [source, expected] of Object.entries(literals)) assert.equal(literalOf(source), expected, source)
})

test('lookUp() reads the frontmatter', () => {
  const { data } = parseYaml('a: b\nn: 1\nc: { d: e }', 1)
  const values: Record<string, string | null> = {
    'frontmatter.a': 'b', ' frontmatter.n ': '1', 'frontmatter.c.d': 'e',
    'frontmatter.c': null, 'frontmatter.x.y': null, 'frontmatter.a + 1': null, 'other.a': null,
  }
  for (const [source, expected] of Object.entries(values)) assert.equal(lookUp(source, data), expected, source)
})

test('MDX drops imports and exports over any number of lines', () => {
  checkMdx("import a from 'b'\nimport {\n  c,\n\n  d\n} from 'e'\n\nText", 'Text')
  checkMdx('Text\n\nexport const f = `\n\n## g\n`\n\nmore', 'Text\n\nmore')
  checkMdx('export default function A({ b }) {\n  // it\'s {\n  return <div>{b}</div>\n\n}\n\nText', 'Text')
  checkMdx("import a from 'b'\n## A", '## A #a')
  checkMdx('text\nexport const a = 1', 'text export const a = 1')
  check("import Tabs from '@theme/Tabs';\n\nexport const a = 1", 'export const a = 1')
})

for (const [name, run] of rulesOf('readMarkdown():', checkMdx, [
  ['MDX ends a statement that never ends at a blank line',
    ['export const a = {\n  b\n\n## C\n\ntext', '## C #c\ntext'], ['export const a = {\n  b', '']],
  ['MDX drops tags and keeps what they hold',
    ['<A b={1}>\n\n## C\n\n*d*\n\n</A>', '## C #c\nd'], ['<A.B><C/><>d</></A.B> e <F g="h>i" {...j} />.', 'd e .'],
    ['<A\n  b={{ c: `}` }}\n\n  d="e"\n/>\nf', 'f'], ['<A>\n    - b\n      - c\n\n          d\n</A>', 'b\nc\n\nd'],
    ['<p>\n  a\n</p>\n- b\n  <C>\n  ```js\n  d\n  ```\n  </C>', 'a\n\nb\n\n⟦js:d⟧']],
  ['MDX keeps the attributes of components that readers see',
    ['<Card title="A &amp; b" href="c" description={\'d\'} icon={e} />', 'A & b\nd'],
    ['<Tab label={`A`}>b</Tab>\n\nc <Icon label="d" /> e <Badge text="f" />', 'A\nb\n\nc d e f'],
    ['<img alt="a" title="b" /> <Image alt="c" src={d} />', 'a\n\nc']],
  ['MDX reads the component for code as code',
    ['<Code code={`a\n\n  b \\`c\\``} lang="ts" title="d.ts" />', 'd.ts\n\n⟦ts:a\n\n  b `c`⟧'],
    ['<Code code={a} title="b" />', 'b'], ['<pre>{`a\n  b`}</pre>', '⟦:a\n  b⟧']],
  ['MDX drops expressions and keeps strings',
    ['a {b} {"c"} {`d`} {frontmatter.e} {/* f */} {\'{\'}', 'a c d {'], ['---\ne: F\n---\na {frontmatter.e}', 'a F'],
    ['a {`b --version ${c()} \\${d}`} {`${e ? `f` : {}}`}', 'a b --version … ${d}'],
    ['{/* a\n\n## b\n*/}\n\n{c.map(() => (\n  <D>it\'s :)</D>\n\n))}\n\ne', 'e'], ['a\n{/*\n## b\n\nc\n*/}\nd', 'a\n\nd'],
    ['\\{a\\} &#123;b&#125; `{c}`', '{a} {b} ‹{c}›']],
  ['MDX makes ids of the source of expressions',
    ['---\nv: W\n---\n## A {b} {frontmatter.v} {"c"}', '## A W c #a-b-w-c'], ['## {a}', '']],
  ['MDX has no indented code', ['    a\n\n      ## B\n\n        ```\n          c\n        ```', 'a\n## B #b\n⟦:  c⟧']],
  ['MDX reads headings written as tags',
    ['<h2 id="a">B *c*</h2>\n\n<h2\n  id="d"\n>\n  E\n</h2>', '## B c #a\n## E #d'],
    ['<h2 id={"f"}>\nG\n</h2>\nh', '## G #f\nh']],
  ['MDX reads markup that never ends as text, and continues after its first line',
    ['<A b={\n\n## C', '<A b={\n## C #c'], ['a {b\n\n{c\n\n## D', 'a {b\n\n{c\n## D #d'], ['- <A\n\nb', '<A\n\nb'],
    ['<A <b>c', '<A c']],
  ['MDX drops HTML comments, scripts and styles too',
    ['<!-- a\n\nb -->\n\nc\n\n<style>{`\n\n## d\n`}</style>\n\n<Style>\n## E\n</Style>', 'c\n## E #e']],
])) test(name, run)

test('readMarkdown() reads a file as MDX by its name, or by the dialect of its site', () => {
  const text = "import A from 'a'; import B from 'b'\n\n<A b={[{ c: 'd' }]}>e</A>"
  const read = (path: string, page: string, dialect: MarkdownDialect) => readMarkdown({ path, text: page }, { depth: 6, rules: { ...PLAIN_RULES, dialect } }).sections.map((section) => section.text)
  assert.deepEqual(read('a.mdx', text, 'plain'), ['e'])
  assert.deepEqual(read('a.md', text, 'mdx'), ['e'])
  for (const [page, dialect] of [[text, 'plain'], [`---\nmdx:\n  format: md\n---\n${text}`, 'mdx']] as const) assert.match(read('a.md', page, dialect).join(), /\{ c: 'd' \}/)
})

test('MDX shows exported constants that are strings or numbers', () => {
  const exports = "export const version = '5.1'\nexport const count: number = 3;\nexport const other = version + 1\n\n"
  checkMdx(`${exports}a {version} {count} {other} {none}\n\n## B {version}\n\nc`, 'a 5.1 3\n## B 5.1 #b-version\nc')
  checkMdx('a {x}\n\nexport const x = `b\nc`', 'a b c')
  check("export const version = '5.1'\n\na {version}", "export const version = '5.1'\n\na {version}")
})

/** A `|` stands where the tag or expression ends. */
function checkEnd(text: string) {
  const end = text.indexOf('|')
  const source = text.replace('|', '')
  assert.equal(scanJsx(createFlowScanner(source, 0)!, source, 1), end, text)
  checkLines(source, end)
}

/** Fed line by line, the end is the same. */
function checkLines(source: string, end: number) {
  const scanner = createFlowScanner(source, 0)!
  let from = 0
  for (const line of source.split('\n')) {
    const found = scanJsx(scanner, line, from === 0 ? 1 : 0)
    if (found >= 0) return assert.equal(from + found, end, source)
    from += line.length + 1
  }
  assert.equal(-1, end, source)
}

test('createFlowScanner() starts at tags and braces only', () => {
  const opens = (text: string) => createFlowScanner(text, 0) !== null
  assert.deepEqual(['<a', '</a', '<>', '</>', '<_', '{', '< a', '<3', '<', 'a'].map(opens), [
    true, true, true, true, true, true, false, false, false, false,
  ])
})

for (const [name, run] of rulesOf('createJsxScanner()', checkEnd, [
  ['finds the end of a tag',
    ['<a>| >'], ['<a b="c > d" e=\'>"\' />|'], ['<a b={c > d ? "}" : \'>\'}>|'],
    ['<a\n  b={`}>${ "`}" }`}\n\n  {...c}\n>| d'], ['</a>|'], ['<>|']],
  ['finds the end of an expression',
    ['{a}| }'], ['{"}" + \'}\' + `}`}|'], ['{a({ b: [1, "]"] })}|'], ['{`a ${b ? `{${c}` : "}"} \\` }`}|'],
    ['{/* } */ a}|'], ['{a // }\n}|'], ['{"https://a.b"}|'], ['{<a>it\'s :) {b}</a>}|'], ['{"a\\"}"}|']],
  ['closes brackets that were left open inside', ['{a([b}|']],
])) test(name, run)
