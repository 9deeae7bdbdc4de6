import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { VERSION } from '../../../src/core/base/version.ts'
import { serverInfo } from '../../../src/core/mcp/server.ts'
import { siteName } from '../../../src/core/mcp/tools/tools.ts'

test('VERSION is that of the package', () => {
  const manifest: unknown = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'))
  assert.ok(typeof manifest === 'object' && manifest !== null && 'version' in manifest && manifest.version === VERSION)
})

test('siteName() and serverInfo() put a title on one line and cut it', () => {
  assert.equal(siteName(null), 'this documentation')
  assert.equal(siteName(' Acme\n\tdocs '), 'the Acme docs documentation')
  assert.equal(serverInfo('x'.repeat(500))['title'], `${'x'.repeat(100)} documentation`)
})
