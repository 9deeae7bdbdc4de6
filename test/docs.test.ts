/** The documents that name tests: each of these tests must exist. */
import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { test } from 'node:test'

/** A path of a test or of a folder of tests, and the names after it: `test/a.test.ts`, "a name", "… its end". */
const CITED = /`(test\/[\w./-]+)`((?:, "[^"]+")*)/g

for (const page of ['docs/reliability.md', 'docs/security.md']) {
  test(`the tests that ${page} names exist`, () => {
    const cited = [...readFileSync(page, 'utf8').matchAll(CITED)]
    assert.ok(cited.length > 20)
    for (const [, path = '', names = ''] of cited) {
      assert.ok(existsSync(path), path)
      const parts = [...names.matchAll(/"([^"]+)"/g)].flatMap(([, name = '']) => name.split('…')).map((part) => part.trim())
      if (parts.length === 0) continue
      const text = readFileSync(path, 'utf8').replaceAll("\\'", "'")
      for (const part of parts) assert.ok(text.includes(part), `${path}: ${part}`)
    }
  })
}
