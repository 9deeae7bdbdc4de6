import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setScript } from '../../../../src/addons/setup/init/insertion.ts'

test('setScript() adds a script, or replaces it, in the style of the file', () => {
  const rows = [
    ['{\n  "name": "x",\n  "scripts": {\n    "a": "b"\n  }\n}\n', '{\n  "name": "x",\n  "scripts": {\n    "a": "b",\n    "ask": "ask serve \\"d\\""\n  }\n}\n'],
    ['\ufeff{\r\n\t"scripts": {\r\n\t\t"ask": "b"\r\n\t}\r\n}', '\ufeff{\r\n\t"scripts": {\r\n\t\t"ask": "ask serve \\"d\\""\r\n\t}\r\n}'],
    ['{ "x": { "scripts": {} } }', '{\n  "x": {\n    "scripts": {}\n  },\n  "scripts": {\n    "ask": "ask serve \\"d\\""\n  }\n}'],
  ] as const
  for (const [before, after] of rows) assert.equal(setScript(before, 'ask', 'ask serve "d"'), after)
})

test('setScript() leaves a file alone whose other values would change', () => {
  const rows = ['"id": 12345678901234567890', '"ratio": 1.0', '"x": { "a": 1, "a": 2 }', '"scripts": {}, "scripts": { "b": "c" }']
  for (const member of rows) assert.equal(setScript(`{ "name": "x", ${member} }`, 'ask', 'ask serve'), null, member)
  assert.notEqual(setScript('{ "id": 1234567890123456, "a\\"b": [1.5, -2, true, null, "\\u00e9 \\/"] }', 'ask', 'ask serve'), null)
})
