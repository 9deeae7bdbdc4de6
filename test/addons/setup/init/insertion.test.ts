import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addScript, appendToScript } from '../../../../src/addons/setup/init/insertion.ts'

function check(before: string, after: string) {
  assert.equal(addScript(before, 'ask', 'ask serve "my site"'), after)
  const scripts: unknown = JSON.parse(after.replace(/^\ufeff/, '')).scripts
  assert.deepEqual(scripts, { ...JSON.parse(before.replace(/^\ufeff/, '')).scripts, ask: 'ask serve "my site"' })
}

const ENTRY = String.raw`"ask": "ask serve \"my site\""`

test('addScript() adds to the scripts, and changes nothing else', () => {
  check('{\n  "name": "x",\n  "scripts": {\n    "a": "b"\n  },\n  "files": []\n}\n', `{\n  "name": "x",\n  "scripts": {\n    "a": "b",\n    ${ENTRY}\n  },\n  "files": []\n}\n`)
  check('{"scripts":{"a":"b"}}', `{"scripts":{"a":"b", ${ENTRY}}}`)
  check('{\r\n\t"scripts": {\r\n\t\t"a": "\\"}"\r\n\t}\r\n}', `{\r\n\t"scripts": {\r\n\t\t"a": "\\"}",\r\n\t\t${ENTRY}\r\n\t}\r\n}`)
  check('\ufeff{ "scripts": { "a": "b" } }', `\ufeff{ "scripts": { "a": "b", ${ENTRY} } }`)
})

test('addScript() adds missing scripts', () => {
  check('{\n    "name": "x"\n}\n', `{\n    "name": "x",\n    "scripts": { ${ENTRY} }\n}\n`)
  check('{ "name": "x" }', `{ "name": "x", "scripts": { ${ENTRY} } }`)
  check('{\n  "scripts": {}\n}', `{\n  "scripts": { ${ENTRY} }\n}`)
  check('{\n  "scripts": {\n  }\n}', `{\n  "scripts": {\n    ${ENTRY}\n  }\n}`)
  check('{}', `{ "scripts": { ${ENTRY} } }`)
})

test('addScript() adds only to the scripts of the package', () => {
  check('{ "x": { "scripts": { "ask": "no" } }, "scripts": { "a": "b" } }', `{ "x": { "scripts": { "ask": "no" } }, "scripts": { "a": "b", ${ENTRY} } }`)
})

test('appendToScript() adds a command to the end of a script, and changes nothing else', () => {
  const append = (text: string) => appendToScript(text, 'build', "ask static 'my \"site\"' --inject")
  const added = String.raw` && ask static 'my \"site\"' --inject`
  for (const end of ['', '\n', '\r\n']) {
    const text = (more: string) => `\ufeff{\r\n\t"scripts": { "a": "build", "build": "x \\"y\\"${more}" },\n\t"build": "z"}${end}`
    assert.equal(append(text('')), text(added))
  }
  assert.throws(() => append('{ "scripts": {} }'), TypeError)
  assert.throws(() => append('{}'), TypeError)
})
