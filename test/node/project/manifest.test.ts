import assert from 'node:assert/strict'
import { mkdir, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { addScript } from '../../../src/init/config/package-json-edit.ts'
import { readManifest } from '../../../src/node/project/manifest.ts'
import { temporaryFolder, writeSite } from '../../support/site.ts'

const root = await temporaryFolder()
/** A package.json of this number of bytes. */
const manifestOf = (bytes: number) => JSON.stringify({ scripts: {}, x: '' }).replace('""', `"${'y'.repeat(bytes - 21)}"`)

test('readManifest() reads no file that is too long for an edit', async () => {
  const most = manifestOf(1_048_576)
  assert.equal(most.length, 1_048_576)
  assert.notEqual(await readManifest(await writeSite(join(root, 'most'), { 'package.json': most })), null)
  assert.match(addScript(most, 'ask', 'ask serve'), /^\{"scripts":\{\s*"ask": "ask serve"/)
  const more = await writeSite(join(root, 'more'), { 'package.json': manifestOf(1_048_577) })
  await assert.rejects(readManifest(more), { code: 'file', message: /package\.json: larger than 1048576 bytes$/ })
})

test('readManifest() opens no device', async () => {
  const folder = join(root, 'device')
  await mkdir(folder)
  await symlink('/dev/null', join(folder, 'package.json'))
  await assert.rejects(readManifest(folder), { code: 'file', message: /package\.json exists and is not a file; move it first$/ })
})
