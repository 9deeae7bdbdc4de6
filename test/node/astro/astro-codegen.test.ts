import assert from 'node:assert/strict'
import { readdir, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { resolveAstroSite } from '../../../src/content/site/astro-site.ts'
import { readOutline, readSiteFile, moveOutline, writeSiteFile } from '../../../src/node/astro/astro-codegen.ts'
import { temporaryFolder, writeSite } from '../../support/site.ts'

const OUTLINE = { docs: [{ id: 'a', path: 'a.md', hash: 'sha256:0', headings: [] }] }
const root = await temporaryFolder()
const codegenOf = (folder: string) => pathToFileURL(join(folder, '.astro/integrations/ask-service/'))

test('readSiteFile() reads the output of writeSiteFile(), and accepts a broken or missing file', async () => {
  const folder = await writeSite(join(root, 'site'), { 'astro.config.mjs': '' })
  assert.equal(await readSiteFile(folder), null)
  const site = resolveAstroSite(null, { base: '/w' }, 6)
  await writeSiteFile(codegenOf(folder), site)
  assert.deepEqual(await readSiteFile(folder), site)
  await writeFile(new URL('site.json', codegenOf(folder)), '{')
  assert.equal(await readSiteFile(folder), null)
})

test('readOutline() reads the outline that moveOutline() moved, until the configuration is newer', async () => {
  const folder = await writeSite(join(root, 'outline'), { 'astro.config.mjs': '', 'dist/outline.json': JSON.stringify(OUTLINE) })
  assert.deepEqual(await readOutline(folder, 'astro.config.mjs'), {})
  await moveOutline(pathToFileURL(join(folder, 'dist/outline.json')), codegenOf(folder))
  await utimes(join(folder, 'astro.config.mjs'), 1, 1)
  assert.deepEqual(await readdir(join(folder, 'dist')), [])
  assert.deepEqual(await readOutline(folder, 'astro.config.mjs'), OUTLINE)
  await moveOutline(pathToFileURL(join(folder, 'dist/outline.json')), codegenOf(folder))
  assert.deepEqual(await readOutline(folder, 'astro.config.mjs'), OUTLINE)
  await utimes(join(folder, '.astro/integrations/ask-service/outline.json'), 0, 0)
  assert.deepEqual(await readOutline(folder, 'astro.config.mjs'), {})
})
