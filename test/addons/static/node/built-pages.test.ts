import assert from 'node:assert/strict'
import { readFile, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { injectOverlay } from '../../../../src/addons/static/node/built-pages.ts'
import { folderOf } from '../../../support/site.ts'

const PAGE = '<html><body>Text</body></html>'

test('injectOverlay() leaves pages that are too long to be read, and writes all others', async () => {
  const folder = await folderOf({ 'a.html': PAGE, 'b.html': PAGE, 'c.html': PAGE })
  await truncate(join(folder, 'b.html'), 16 * 1024 * 1024 + 1)
  assert.deepEqual(await injectOverlay(folder, '<x></x>'), { added: 2, unchanged: 1 })
  assert.equal(await readFile(join(folder, 'c.html'), 'utf8'), '<html><body>Text<x></x></body></html>')
})
