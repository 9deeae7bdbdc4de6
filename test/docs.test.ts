/**
 * `test/promises.md` names tests for what the docs promise: each of these tests must exist. `docs/queries.jsonl` has what
 * readers would type for each section of the docs.
 */
import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { chunkPages } from '../src/core/content/chunk.ts'
import { parseQueries } from '../src/core/graph-builder/queries/worklist.ts'
import { unsafeReason } from '../src/core/graph-builder/verify/evidence.ts'
import { readFolder } from '../src/node.ts'

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

test('the queries of the docs are of sections that exist', async () => {
  const ids = new Set(chunkPages((await readFolder('docs')).pages).map(({ id }) => id))
  const queries = parseQueries(readFileSync('docs/queries.jsonl', 'utf8'))
  assert.ok(queries.size > 150)
  assert.deepEqual([...queries.keys()].filter((id) => !ids.has(id)), [])
  assert.deepEqual([...queries.values()].flat().filter((query) => unsafeReason(query) !== null), [])
})
