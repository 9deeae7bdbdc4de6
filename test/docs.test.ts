/** `test/promises.md` names tests for what the docs promise: each of these tests must exist. */
import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { test } from 'node:test'

/** A path of a test or of a folder of tests, and the names after it: `test/a.test.ts`, "a name", "… its end". */
const CITED = /`(test\/[\w./-]+)`((?:, "[^"]+")*)/g

test('the tests that promises.md names exist', () => {
  const cited = [...readFileSync('test/promises.md', 'utf8').replace(/^#[^]*?\n## /, '## ').matchAll(CITED)]
  assert.ok(cited.length > 60)
  for (const [, path = '', names = ''] of cited) {
    assert.ok(existsSync(path), path)
    const parts = [...names.matchAll(/"([^"]+)"/g)].flatMap(([, name = '']) => name.split('…')).map((part) => part.trim())
    if (parts.length === 0) continue
    const text = readFileSync(path, 'utf8').replaceAll("\\'", "'")
    for (const part of parts) assert.ok(text.includes(part), `${path}: ${part}`)
  }
})
