import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readFrontmatter } from '../../../../src/core/content/frontmatter/frontmatter.ts'
import { rulesOf } from '../../../support/rules.ts'

/** The data as an object, the body and the number of its first line. */
function check(text: string, data: Record<string, unknown>, [body, bodyLine]: [string, number]) {
  const read = readFrontmatter(text)
  assert.deepEqual(Object.fromEntries(read.data), data)
  assert.deepEqual([read.body, read.bodyLine], [body, bodyLine])
}

function warningsOf(text: string): string[] {
  return readFrontmatter(text).warnings.map(({ line, message }) => `${line}: ${message}`)
}

for (const [name, run] of rulesOf('readFrontmatter()', check, [
  ['reads YAML between lines of ---',
    ['---\ntitle: A\n---\nbody', { title: 'A' }, ['body', 4]], ['---\ntitle: A\n---', { title: 'A' }, ['', 3]],
    ['---\n---\nbody', {}, ['body', 3]], ['---\ntitle: A\n...\nbody\n---', { title: 'A' }, ['body\n---', 4]], ['--- \ntitle: A\n---  \nbody', { title: 'A' }, ['body', 4]],
    ['\n\n---\ntitle: A\n---\nbody', { title: 'A' }, ['body', 6]]],
  ['takes text without a key between lines of --- for that',
    ['---\n\nJust a sentence.\n\n---\nbody', {}, ['---\n\nJust a sentence.\n\n---\nbody', 1]], ['---\n# title\n---\nbody', {}, ['body', 4]],
    ['---\n\n---\nbody', {}, ['body', 4]]],
  ['reads TOML between lines of +++', ['+++\ntitle = "A"\n+++\nbody', { title: 'A' }, ['body', 4]]],
  ['reads the language that is named after the first line\'s mark',
    ['---json\n{ "title": "A" }\n---\nbody', { title: 'A' }, ['body', 4]], ['---toml\ntitle = "A"\n---\nbody', { title: 'A' }, ['body', 4]],
    ['---js\nconst title = "A";\nlet draft = true\nlet x = f()\n---\nbody', { title: 'A', draft: true }, ['body', 6]],
    ["---js\n  export const a = 'b' ,; \nvar c= [1 ] \nlet d = true && e\nlet f = -1\n---\n", { a: 'b', c: [1], f: -1 }, ['', 7]],
    ['---js\n{ title: "A" }\n---\nbody', { title: 'A' }, ['body', 4]], ['---text\nb\n---', {}, ['---text\nb\n---', 1]]],
  ['reads a JSON object at the top',
    ['{\n  "title": "A", "draft": true\n}\n\nbody', { title: 'A', draft: true }, ['\n\nbody', 3]]],
  ['leaves expressions and shortcodes at the top alone',
    ['{"text"} more', {}, ['{"text"} more', 1]], ['{/* c */}', {}, ['{/* c */}', 1]],
    ['{{< note >}}', {}, ['{{< note >}}', 1]]],
  ['takes a byte order mark and any line break',
    ['\ufeff---\r\ntitle: A\r\n---\r\nbody\r\nmore\rlast', { title: 'A' }, ['body\nmore\nlast', 4]]],
  ['takes a text without frontmatter as it is',
    ['', {}, ['', 1]], ['# A\n\n---\n\ntitle: B\n', {}, ['# A\n\n---\n\ntitle: B\n', 1]],
    ['----\ntitle: A\n---\n', {}, ['----\ntitle: A\n---\n', 1]],
    ['---\n\nA page that starts with a line\n', {}, ['---\n\nA page that starts with a line\n', 1]]],
  ['takes only a line of its own as the end',
    ['---\ntitle: A\n---b: 1\nc: ---\n---\nbody', { title: 'A', '---b': 1, c: '---' }, ['body', 6]]],
])) test(name, run)

test('readFrontmatter() says so when the end is missing, and keeps the page', () => {
  assert.deepEqual(warningsOf('\n---\ntitle: A\n\n# B'), ['2: Frontmatter: the closing "---" is missing'])
  assert.equal(readFrontmatter('---\ntitle: A\n\n# B').body, '---\ntitle: A\n\n# B')
})

test('readFrontmatter() names the line of the file in warnings', () => {
  assert.deepEqual(warningsOf('---\ntitle: A\nnonsense\n---\n'), ['3: Frontmatter: "nonsense" can\'t be read as "key: value"'])
  assert.deepEqual(warningsOf('\n+++\na = 1\nb =\n+++\n'), [
    '4: Frontmatter: the statement can\'t be read',
  ])
})

test('readFrontmatter() passes over JSON that is broken', () => {
  assert.deepEqual(warningsOf('{\n "a": [1,\n}\nbody'), ["1: Frontmatter: the JSON can't be read"])
  assert.equal(readFrontmatter('{\n "a": [1,\n}\nbody').body, '\nbody')
  assert.equal(readFrontmatter('{ "a": [1').body, '{ "a": [1')
})

test('readFrontmatter() passes over frontmatter that is too long to be one', () => {
  const text = `---\n${'a: b\n'.repeat(60_000)}---\nbody`
  assert.deepEqual(warningsOf(text), ['2: Frontmatter: longer than 262144 characters, not read'])
  assert.equal(readFrontmatter(text).body, 'body')
})
