import assert from 'node:assert/strict'
import { mkdir, rename, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import {
  MAX_CONFIG_BYTES, openRegularFile, readConfigFile,
} from '../../../../src/core/node/files/regular-file.ts'
import { readText } from '../../../../src/core/node/files/walk.ts'
import { makePipe, temporaryFolder, writeSite } from '../../../support/site.ts'

/** Windows has no pipes in folders, and links only for some users. */
const POSIX = { skip: process.platform === 'win32', timeout: 60_000 }

const folder = await temporaryFolder()
const root = join(folder, 'root')
await mkdir(join(root, 'inner'), { recursive: true })
await writeFile(join(folder, 'secret.md'), 'secret')
await writeFile(join(root, 'inner', 'a.md'), 'a')

/** Text of a file below the root; null where it isn't opened. */
async function textBelow(path: string): Promise<string | null> {
  const { handle } = (await openRegularFile(join(root, path), root)) ?? {}
  const text = (await handle?.readFile('utf8')) ?? null
  await handle?.close()
  return text
}

test('openRegularFile() opens no pipe and no folder', POSIX, async () => {
  await makePipe(join(folder, 'pipe'))
  assert.equal(await openRegularFile(join(folder, 'pipe')), null)
  assert.equal(await openRegularFile(folder), null)
  await assert.rejects(openRegularFile(join(folder, 'none')), { code: 'ENOENT' })
})

test('openRegularFile() follows links within the root, and none out of it', POSIX, async () => {
  await symlink('inner/a.md', join(root, 'inside.md'))
  await symlink('../secret.md', join(root, 'outside.md'))
  await symlink('..', join(root, 'up'))
  assert.deepEqual(await Promise.all(['inner/a.md', 'inside.md', 'outside.md', 'up/secret.md'].map(textBelow)), ['a', 'a', null, null])
})

test('readText() warns of a file that has become a pipe or a link out of the folder since it was listed', POSIX, async () => {
  await makePipe(join(root, 'pipe.md'))
  const unread = { type: 'file', line: 1, message: 'Left out: not a regular file in the content folder' }
  for (const path of ['pipe.md', 'outside.md']) assert.deepEqual(await readText(root, path, 1_000), { path, ...unread })
  await rename(join(root, 'inner'), join(folder, 'moved'))
  await symlink(join(folder, 'moved'), join(root, 'inner'))
  assert.deepEqual(await readText(root, 'inner/a.md', 1_000), { path: 'inner/a.md', ...unread })
})

test('openRegularFile() opens a file that another one replaces at that moment', POSIX, async () => {
  await mkdir(join(root, 'saved'))
  await writeFile(join(root, 'saved', 'a.md'), '0')
  for (let round = 1; round <= 300; round += 1) {
    await writeFile(join(folder, 'aside'), String(round))
    const [text] = await Promise.all([textBelow('saved/a.md'), rename(join(folder, 'aside'), join(root, 'saved', 'a.md'))])
    assert.notEqual(text, null, `round ${round}`)
  }
})

test('readConfigFile() reads the first file that is there, no folder and no device, and of one that is too large the name', async () => {
  await writeSite(folder, { 'b.js': '\ufeffb', 'c.js': 'c' })
  assert.deepEqual(await readConfigFile(folder, ['a.js', 'b.js', 'c.js']), { path: 'b.js', text: 'b' })
  assert.equal(await readConfigFile(folder, ['a.js', 'b.js/c.js']), null)
  await mkdir(join(folder, 'folder.js'))
  await symlink('/dev/null', join(folder, 'device.js'))
  assert.equal(await readConfigFile(folder, ['folder.js', 'device.js']), null)
  await writeSite(folder, { 'most.js': 'x'.repeat(MAX_CONFIG_BYTES), 'more.js': 'x'.repeat(MAX_CONFIG_BYTES + 1) })
  assert.equal((await readConfigFile(folder, ['most.js']))?.text.length, MAX_CONFIG_BYTES)
  assert.deepEqual(await readConfigFile(folder, ['more.js']), { path: 'more.js', text: '' })
})

test('readConfigFile() refuses a configuration that can not be read', { skip: process.platform !== 'linux' }, async () => {
  await symlink('/proc/self/mem', join(folder, 'unread.js'))
  await assert.rejects(readConfigFile(folder, ['unread.js', 'b.js']), { code: 'file', message: /unread\.js: can't be read \(EIO\)$/ })
})
