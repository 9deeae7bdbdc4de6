import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readFrontmatter } from '../../../../src/core/content/frontmatter/frontmatter.ts'

/** The data as an object, the body and the number of its first line. */
function check(text: string, data: Record<string, unknown>, [body, bodyLine]: [string, number]) {
  const read = readFrontmatter(text)
  assert.deepEqual(Object.fromEntries(read.data), data)
  assert.deepEqual([read.body, read.bodyLine], [body, bodyLine])
}

function warningsOf(text: string): string[] {
  return readFrontmatter(text).warnings.map(({ line, message }) => `${line}: ${message}`)
}

test('readFrontmatter() reads YAML between lines of ---', () => {
  check('---\ntitle: A\n---\nbody', { title: 'A' }, ['body', 4])
  check('---\ntitle: A\n---', { title: 'A' }, ['', 3])
  check('---\n---\nbody', {}, ['body', 3])
  check('--- \ntitle: A\n---  \nbody', { title: 'A' }, ['body', 4])
  check('\n\n---\ntitle: A\n---\nbody', { title: 'A' }, ['body', 6])
})

test('readFrontmatter() reads TOML between lines of +++', () => {
  check('+++\ntitle = "A"\n+++\nbody', { title: 'A' }, ['body', 4])
})

test('readFrontmatter() reads a JSON object at the top', () => {
  check('{\n  "title": "A", "draft": true\n}\n\nbody', { title: 'A', draft: true }, ['\n\nbody', 3])
})

test('readFrontmatter() leaves expressions and shortcodes at the top alone', () => {
  check('{"text"} more', {}, ['{"text"} more', 1])
  check('{/* c */}', {}, ['{/* c */}', 1])
  check('{{< note >}}', {}, ['{{< note >}}', 1])
})

test('readFrontmatter() takes a byte order mark and any line break', () => {
  check('\ufeff---\r\ntitle: A\r\n---\r\nbody\r\nmore\rlast', { title: 'A' }, ['body\nmore\nlast', 4])
})

test('readFrontmatter() takes a text without frontmatter as it is', () => {
  check('', {}, ['', 1])
  check('# A\n\n---\n\ntitle: B\n', {}, ['# A\n\n---\n\ntitle: B\n', 1])
  check('----\ntitle: A\n---\n', {}, ['----\ntitle: A\n---\n', 1])
  check('---\n\nA page that starts with a line\n', {}, ['---\n\nA page that starts with a line\n', 1])
})

test('readFrontmatter() takes only a line of its own as the end', () => {
  check('---\ntitle: A\n---b: 1\nc: ---\n---\nbody', { title: 'A', '---b': 1, c: '---' }, ['body', 6])
})

test('readFrontmatter() says so when the end is missing, and keeps the page', () => {
  assert.deepEqual(warningsOf('\n---\ntitle: A\n\n# B'), ['2: Frontmatter: the closing "---" is missing'])
  assert.equal(readFrontmatter('---\ntitle: A\n\n# B').body, '---\ntitle: A\n\n# B')
})

test('readFrontmatter() names the line of the file in warnings', () => {
  assert.deepEqual(warningsOf('---\ntitle: A\nnonsense\n---\n'), ['3: Frontmatter: "nonsense" can\'t be read as "key: value"'])
  assert.deepEqual(warningsOf('\n+++\na = 1\nb =\n+++\n'), [
    '4: Frontmatter: the value of "b" can\'t be read: it is no string, number, date, list or table',
  ])
})

test('readFrontmatter() passes over JSON that is broken', () => {
  assert.deepEqual(warningsOf('{\n "a": [1,\n}\nbody'), ["1: Frontmatter: the JSON can't be read: a list that never ends"])
  assert.equal(readFrontmatter('{\n "a": [1,\n}\nbody').body, '\nbody')
  assert.equal(readFrontmatter('{ "a": [1').body, '{ "a": [1')
})

test('readFrontmatter() passes over frontmatter that is too long to be one', () => {
  const text = `---\n${'a: b\n'.repeat(60_000)}---\nbody`
  assert.deepEqual(warningsOf(text), ['2: Frontmatter: longer than 262144 characters, not read'])
  assert.equal(readFrontmatter(text).body, 'body')
})
