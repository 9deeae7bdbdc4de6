/** The overlay in a browser, on a site as it is built: beside Starlight's own search, and instead of it. */
import assert from 'node:assert/strict'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { type Browser, chromium, type Page } from 'playwright-core'
import { CHROMIUM, NEEDS_CHROMIUM } from '../chromium.ts'
import { startStaticHost } from '../static-host.ts'
import { type Config, createProject, NEWEST, type Project } from './project.ts'

/** Whether this is the run before a release. */
const IS_LONG = process.env['ASK_LONG'] === '1'
const { skip } = NEEDS_CHROMIUM
let project: Project
let browser: Browser
before(async () => {
  if (skip !== false) return
  project = createProject(NEWEST, 'overlay')
  browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox', '--disable-gpu'] })
})
after(() => browser?.close())

const isOpen = (page: Page) => page.evaluate(() => document.querySelector('[data-ask-dialog]')?.shadowRoot?.querySelector('dialog')?.open === true)

/** Opens a page of the site that is built with a configuration. */
async function withPage(config: Config & { readonly base?: string }, run: (page: Page, url: string) => Promise<void>): Promise<void> {
  project.configure(config)
  project.run(['astro', 'build'])
  const { hasAdapter = true, base = '/' } = config
  const site = hasAdapter ? await project.start('server') : await startStaticHost(join(project.folder, 'dist'), base)
  const page = await browser.newPage()
  try {
    const errors: string[] = []
    page.on('pageerror', (error) => errors.push(error.message))
    await page.goto(`${site.url}/guides/parts/`)
    await page.waitForSelector('ask-overlay', { state: 'attached' })
    await run(page, site.url)
    assert.deepEqual(errors, [])
  } finally {
    await page.close()
    await site.stop()
  }
}

/** Searches in the open dialog, and goes where the result leads. All text comes at once: a key would draw the list anew under the mouse. */
async function follow(page: Page, url: string): Promise<void> {
  await page.locator('ask-overlay .field').fill('change the bulb')
  await page.locator('ask-overlay a[role=option][href$="/guides/lamps/#change-the-bulb"]').click()
  await page.waitForURL(`${url}/guides/lamps/#change-the-bulb`)
  assert.equal(await page.locator('#change-the-bulb').count(), 1)
}

test('beside the search of Starlight, which keeps its keys, on pages that are swapped under it', { skip }, async () => {
  project.write('src/components/Head.astro', `---
import { ClientRouter } from 'astro:transitions'
import Default from '@astrojs/starlight/components/Head.astro'
---
<Default /><ClientRouter />
`)
  await withPage({ starlight: "components: { Head: './src/components/Head.astro' }" }, async (page, url) => {
    await page.keyboard.press('Control+k')
    await page.waitForFunction(() => document.querySelector<HTMLDialogElement>('site-search dialog')?.open === true)
    assert.equal(await isOpen(page), false)
    await page.keyboard.press('Escape')
    await page.locator('nav a[href="/guides/lamps/"]').first().click()
    await page.waitForURL(`${url}/guides/lamps/`)
    await page.waitForSelector('ask-overlay', { state: 'attached' })
    assert.equal(await page.locator('ask-overlay').count(), 1)
    await page.locator('ask-overlay .trigger').click()
    assert.equal(await isOpen(page), true)
    await follow(page, url)
  })
})

// What the plugin writes there is the same button.
if (IS_LONG) test('instead of it, from a button in its place', { skip }, async () => {
  project.write('src/components/Search.astro', '<button data-ask-open>Search</button>\n')
  const starlight = "pagefind: false, components: { Search: './src/components/Search.astro' }"
  await withPage({ starlight }, async (page, url) => {
    assert.equal(await page.locator('ask-overlay .trigger').isVisible(), false)
    await page.keyboard.press('Control+k')
    assert.equal(await isOpen(page), true)
    await page.keyboard.press('Escape')
    await page.locator('button[data-ask-open]').first().click()
    await follow(page, url)
  })
})

test('instead of it, by the plugin, in the language of the page', { skip }, async () => {
  project.write('src/content/docs/fr/guides/lamps.md', '---\ntitle: Lampes\n---\n\nUne ampoule.\n')
  const locales = "locales: { root: { label: 'English', lang: 'en' }, fr: { label: 'Français' } }"
  const plugin = { imports: "import askStarlight from 'ask-service/starlight'", starlight: `plugins: [askStarlight()], ${locales}` }
  await withPage({ ...plugin, ask: null }, async (page, url) => {
    assert.equal(await page.locator('site-search, ask-overlay .trigger').filter({ visible: true }).count(), 0)
    await page.keyboard.press('Control+k')
    assert.equal(await isOpen(page), true)
    await page.keyboard.press('Escape')
    await page.locator('button[data-ask-open]').first().click()
    await follow(page, url)
    await page.goto(`${url}/fr/guides/lamps/`)
    assert.equal(await page.locator('button[data-ask-open]').first().getAttribute('aria-label'), 'Rechercher')
  })
  rmSync(join(project.folder, 'src/content/docs/fr'), { recursive: true })
})

test('without an adapter, from files below the base of the site, in the language of the page', { skip }, async () => {
  project.write('src/content/docs/fr/guides/lamps.md', '---\ntitle: Lampes\n---\n\n## Changer l’ampoule\n\nÉteignez la lampe.\n')
  const locales = "locales: { root: { label: 'English', lang: 'en' }, fr: { label: 'Français' } }"
  const plugin = { imports: "import askStarlight from 'ask-service/starlight'", starlight: `plugins: [askStarlight()], ${locales}` }
  const base = '/docs/'
  await withPage({ ...plugin, ask: null, hasAdapter: false, base, lines: `base: '${base}',` }, async (page, url) => {
    const reaches: string[] = []
    page.on('request', (request) => reaches.push(new URL(request.url()).pathname))
    await page.keyboard.press('Control+k')
    assert.equal(await isOpen(page), true)
    await follow(page, url)
    assert.ok(reaches.includes(`${base}_ask/index.json`), reaches.join(' '))
    assert.deepEqual(reaches.filter((path) => path.includes('/api/ask')), [])
    await page.goto(`${url}/fr/guides/lamps/`)
    await page.locator('button[data-ask-open]').first().click()
    await page.locator('ask-overlay .field').fill('changer ampoule')
    const found = page.locator('ask-overlay a[role=option]')
    await found.first().waitFor()
    assert.match((await found.first().getAttribute('href')) ?? '', /^\/docs\/fr\/guides\/lamps\/#changer-lampoule$/)
  })
  rmSync(join(project.folder, 'src/content/docs/fr'), { recursive: true })
})
