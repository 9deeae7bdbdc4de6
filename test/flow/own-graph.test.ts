/** The project's own documentation carries a committed graph, as the sites of its users do. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { main } from '../../src/cli/main.ts'
import { fakeIo } from '../support/io.ts'

const fromRoot = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url))

test('the committed graph is that of docs/', async () => {
  const io = fakeIo({})
  const code = await main(['kg', 'check', fromRoot('docs'), '--kg-path', fromRoot('.service/kg.json')], io)
  assert.equal(code, 0, `Run \`node bin/ask.js kg build --extractive\` and commit the result:\n${io.written.out}`)
})
