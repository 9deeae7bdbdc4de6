import assert from 'node:assert/strict'
import { mkdir, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { MAX_CONFIG_BYTES, readConfigFile } from '../../../../src/core/node/files/regular-file.ts'
import { temporaryFolder, writeSite } from '../../../support/site.ts'

const folder = await temporaryFolder()

test('readConfigFile() reads the first file that is there', async () => {
  await writeSite(folder, { 'b.js': '\ufeffb', 'c.js': 'c' })
  assert.deepEqual(await readConfigFile(folder, ['a.js', 'b.js', 'c.js']), { path: 'b.js', text: 'b' })
  assert.equal(await readConfigFile(folder, ['a.js', 'b.js/c.js']), null)
})

test('readConfigFile() opens no folder and no device', async () => {
  await mkdir(join(folder, 'folder.js'))
  await symlink('/dev/null', join(folder, 'device.js'))
  assert.equal(await readConfigFile(folder, ['folder.js', 'device.js']), null)
})

test('readConfigFile() takes only the name of a file that is too large', async () => {
  await writeSite(folder, { 'most.js': 'x'.repeat(MAX_CONFIG_BYTES), 'more.js': 'x'.repeat(MAX_CONFIG_BYTES + 1) })
  assert.equal((await readConfigFile(folder, ['most.js']))?.text.length, MAX_CONFIG_BYTES)
  assert.deepEqual(await readConfigFile(folder, ['more.js']), { path: 'more.js', text: '' })
})
