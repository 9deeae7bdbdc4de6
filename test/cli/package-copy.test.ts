import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { findAddon, loadAddon } from '../../src/cli/package-copy.ts'
import { temporaryFolder, writeSite } from '../support/site.ts'

const folder = await writeSite(join(await temporaryFolder(), 'copy'), {
  'addons/store/open.mjs': "import '../missing/module.mjs'\nexport const open = true\n",
  'addons/store/other.mjs': "import '../../core/missing.mjs'\n",
})
const load = (path: string) => () => import(pathToFileURL(join(folder, path)).href)

test('findAddon() gives null for a module of an add-on that this copy lacks', async () => {
  assert.equal(await findAddon(load('addons/report/report.mjs')), null)
  assert.equal(await findAddon(load('addons/store/open.mjs')), null)
})

test('findAddon() rejects where anything else is missing', async () => {
  await assert.rejects(findAddon(load('addons/store/other.mjs')), { code: 'ERR_MODULE_NOT_FOUND' })
})

test('loadAddon() says what a copy lacks, and how to make it again', async () => {
  const message = 'This needs the add-on report, which this copy of ask was made without: make it again with `node bin/vendor.js OUT --with report`'
  await assert.rejects(loadAddon(load('addons/report/report.mjs')), { code: 'configuration', message })
})
