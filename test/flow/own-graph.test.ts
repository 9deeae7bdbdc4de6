/** A graph of the project's own documentation, as the sites of its users have it. */
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { runAsk } from '../support/run-ask.ts'
import { temporaryFolder } from '../support/site.ts'

const DOCS = fileURLToPath(new URL('../../docs', import.meta.url))

test('a graph of docs/ by rules has nothing that its check finds wrong', async () => {
  const path = join(await temporaryFolder(), 'kg.json')
  for (const args of [['build', DOCS, '--extractive'], ['check', DOCS]]) {
    const { code, out, err } = await runAsk(['kg', ...args, '--kg-path', path])
    assert.equal(code, 0, out + err)
  }
})
