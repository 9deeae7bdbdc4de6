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
