import assert from 'node:assert/strict'
import { test } from 'node:test'
import { safeJson, safeLine, safeText } from '../../../src/cli/terminal/sanitize.ts'

test('safeText() leaves nothing for a terminal to obey', () => {
  assert.equal(safeText('\u001b[2J\u001b]0;title\u0007'), '\ufffd[2J\ufffd]0;title\ufffd')
  assert.equal(safeText('a\u009b31mb\u007f\u0000'), 'a\ufffd31mb\ufffd\ufffd')
  assert.equal(safeText('line\rover'), 'line\ufffdover')
  assert.equal(safeText('user\u202egnp.exe\u2066\u200b'), 'usergnp.exe')
  assert.equal(safeText('\ud800x'), '\ufffdx')
})

test('safeText() keeps line breaks, tabs and every other character', () => {
  assert.equal(safeText('a\r\nb\tc\n'), 'a\nb\tc\n')
  assert.equal(safeText('é 日本 👩‍💻 \u00a0'), 'é 日本 👩‍💻 \u00a0')
})

test('safeLine() makes one line of it', () => {
  assert.equal(safeLine(' a\n\tb\u001b '), 'a b\ufffd')
})

test('safeJson() says the same as the value, in characters that are safe to print', () => {
  const value = { a: 'x\u009b\u007f\u202e\u2028\u001b', b: [1, null] }
  const json = safeJson(value)
  assert.deepEqual(JSON.parse(json), value)
  assert.doesNotMatch(json, /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e\u2028]/)
  assert.match(json, /^\{\n  "a": "x\\u009b\\u007f/)
  assert.ok(json.endsWith('}\n'))
})
