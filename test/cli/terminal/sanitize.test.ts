import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatJson, sanitizeLine, sanitizeText } from '../../../src/cli/terminal/sanitize.ts'

test('sanitizeText() leaves nothing for a terminal to obey', () => {
  assert.equal(sanitizeText('\u001b[2J\u001b]0;title\u0007'), '\ufffd[2J\ufffd]0;title\ufffd')
  assert.equal(sanitizeText('a\u009b31mb\u007f\u0000'), 'a\ufffd31mb\ufffd\ufffd')
  assert.equal(sanitizeText('line\rover'), 'line\ufffdover')
  assert.equal(sanitizeText('user\u202egnp.exe\u2066\u200b'), 'usergnp.exe')
  assert.equal(sanitizeText('\ud800x'), '\ufffdx')
})

test('sanitizeText() keeps line breaks, tabs and every other character', () => {
  assert.equal(sanitizeText('a\r\nb\tc\n'), 'a\nb\tc\n')
  assert.equal(sanitizeText('é 日本 👩‍💻 \u00a0'), 'é 日本 👩‍💻 \u00a0')
})

test('sanitizeLine() makes one line of it', () => {
  assert.equal(sanitizeLine(' a\n\tb\u001b '), 'a b\ufffd')
})

test('formatJson() says the same as the value, in characters that are safe to print', () => {
  const value = { a: 'x\u009b\u007f\u202e\u2028\u001b', b: [1, null] }
  const json = formatJson(value)
  assert.deepEqual(JSON.parse(json), value)
  assert.doesNotMatch(json, /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e\u2028]/)
  assert.match(json, /^\{\n  "a": "x\\u009b\\u007f/)
  assert.ok(json.endsWith('}\n'))
})
