/** The languages and versions that a reader is shown, by the page that the overlay is in. */
import assert from 'node:assert/strict'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, before, test } from 'node:test'
import type { Browser } from 'playwright-core'
import { NEEDS_BROWSER, openPage, startBrowser } from './browser.ts'
import { answers } from './model.ts'
import { search } from './results.ts'
import { type Site, startSite } from './site.ts'

const PAGES: Readonly<Record<string, string>> = {
  'deploy.md': '# Deploy\n\nPut Docker online.',
  'fr/deploy.md': '# Déployer\n\nMettre Docker en ligne.',
  'v1/deploy.md': '# Deploy\n\nThe old Docker.',
}

let folder: string
let site: Site
let browser: Browser
const { skip } = NEEDS_BROWSER

before(async () => {
  if (skip !== false) return
  folder = await mkdtemp(join(tmpdir(), 'ask-filter-'))
  for (const [path, text] of Object.entries(PAGES)) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), text)
  }
  site = await startSite({ folder })
  browser = await startBrowser()
})
after(async () => {
  await browser?.close()
  await site?.close()
  if (folder !== undefined) await rm(folder, { recursive: true })
})

/** Searches in a page with these parameters (`site.ts`): the addresses shown, and the filter that was sent. */
async function check(parameters: string, urls: readonly string[], filter: object) {
  site.reset()
  const { page, complaints } = await openPage(browser, `${site.url}/?${parameters}`)
  await page.keyboard.press('Control+k')
  assert.deepEqual(await search(page, 'docker'), urls, parameters)
  assert.deepEqual(site.posts.map((post) => post.filter).at(-1), filter)
  assert.deepEqual(complaints, [])
  await page.context().close()
}

test('a search keeps to the language of the page, else to pages without a language', { skip }, async () => {
  await check('lang=fr-CA', ['/fr/deploy/'], { lang: 'fr' })
  await check('lang=en-US', ['/deploy/', '/v1/deploy/'], { lang: '' })
})

test('a search keeps to the version of the page', { skip }, async () => {
  await check('lang=en&overlay=data-ask-version%3Dv1', ['/v1/deploy/'], { lang: '', version: 'v1' })
})

test('an overlay whose language is empty searches all languages', { skip }, async () => {
  await check('lang=fr&overlay=lang%3D%22%22', ['/deploy/', '/fr/deploy/', '/v1/deploy/'], {})
})

test('an answer rests on sections of the language of the page', { skip }, async () => {
  site.reset()
  site.conversations.set('docker?', answers('Docker.'))
  const { page, complaints } = await openPage(browser, `${site.url}/?lang=fr`)
  await page.evaluate(() => (document.querySelector('ask-overlay') as HTMLElement & { ask: (question: string) => void }).ask('docker?'))
  await page.locator('ask-overlay .turn[aria-busy=false], ask-overlay .turn [aria-busy=false]').first().waitFor()
  const asked = site.posts.find(({ mode }) => mode === 'agentic')
  assert.deepEqual(asked?.filter, { lang: 'fr' })
  assert.deepEqual(complaints, [])
  await page.context().close()
})
