/** A graph of the project's own documentation, as the sites of its users have it. */
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { main } from '../../src/cli/main.ts'
import { fakeIo } from '../support/io.ts'
import { temporaryFolder } from '../support/site.ts'

const DOCS = fileURLToPath(new URL('../../docs', import.meta.url))

test('a graph of docs/ by rules has nothing that its check finds wrong', async () => {
  const path = join(await temporaryFolder(), 'kg.json')
  for (const args of [['build', DOCS, '--extractive'], ['check', DOCS]]) {
    const io = fakeIo({})
    assert.equal(await main(['kg', ...args, '--kg-path', path], io), 0, io.written.out + io.written.err)
  }
})
