/**
 * The pages that `ask serve` shows, and the site that it adds the overlay to: axe-core finds nothing, the policy logs
 * nothing, nothing sticks out, links of results open their section; and a picture of each.
 */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { DESKTOP, findFaults, NEEDS_BROWSER, openPage, PHONE, shoot } from './browser.ts'
import { IS_LONG } from './form.ts'
import { answers, CITED, type Conversations, startModel } from './model.ts'
import { ARABIC, BUILT, ELEMENTS, serve, type Served, writeFolder } from './served.ts'
import { DOCS } from './site.ts'
import { shareBrowser } from './stage.ts'

const QUESTION = 'How do I serve a folder?'
/** Console lines of the browser itself about a status that is meant. */
const MEANT = /Failed to load resource: .* 404/

const ends: (() => unknown)[] = []
let docs: Served
let arabic: Served
let built: Served
let elements: Served
let browser: Browser
const { skip } = NEEDS_BROWSER

before(async () => {
  if (skip !== false) return
  const conversations: Conversations = new Map([[QUESTION, answers()]])
  const model = await startModel(conversations, (end) => ends.push(end))
  const [pages, site, all] = [writeFolder(ARABIC), writeFolder(BUILT), writeFolder(ELEMENTS)]
  ends.push(pages.remove, site.remove, all.remove)
  docs = await serve(DOCS, model.url, ['--site-title', 'ask'])
  arabic = await serve(pages.path)
  built = await serve(site.path)
  elements = await serve(all.path)
  browser = await shareBrowser()
})
after(async () => {
  for (const served of [docs, arabic, built, elements]) await served?.close()
  for (const end of ends) end()
})

const PHONE_DARK: BrowserContextOptions = { ...PHONE, colorScheme: 'dark' }
const DARK: BrowserContextOptions = { ...DESKTOP, colorScheme: 'dark' }

async function openTerm(page: Page) {
  await page.locator('.term').first().click()
  await page.locator('.explanation:popover-open').waitFor()
}

/** Opens what is folded, and shows the image that loads when it is near. */
async function showAll(page: Page) {
  await page.locator('.more summary').click()
  await page.locator('article img').scrollIntoViewIfNeeded()
  await page.waitForFunction(() => [...document.images].every(({ complete, naturalWidth }) => complete && naturalWidth > 0))
}

async function openMenu(page: Page) {
  await page.locator('.pages-nav label').click()
  await page.locator('.pages-nav [aria-current]').waitFor()
}

async function openOverlay(page: Page) {
  await page.locator('.search').first().click()
  await page.locator('ask-overlay .field').fill('graph')
  await page.locator('ask-overlay mark').first().waitFor()
}

interface View {
  readonly name: string
  readonly served: () => Served
  readonly path: string
  readonly reach?: (page: Page) => Promise<void>
  readonly options?: readonly (readonly [variant: string, options: BrowserContextOptions])[]
}

const BOTH = [['desktop-light', DESKTOP], ['phone-dark', PHONE_DARK]] as const
const VIEWS: readonly View[] = [
  { name: 'home', served: () => docs, path: '/', options: [...BOTH, ['desktop-dark', DARK], ['phone-light', PHONE]] },
  { name: 'home-rtl', served: () => arabic, path: '/' },
  { name: 'page', served: () => docs, path: '/command-line/', options: [...BOTH, ['desktop-dark', DARK]] },
  { name: 'page-rtl', served: () => arabic, path: '/guides/start/' },
  { name: 'page-overlay', served: () => docs, path: '/command-line/', reach: openOverlay },
  { name: 'term', served: () => arabic, path: '/terms/', reach: openTerm },
  { name: 'term-rtl', served: () => arabic, path: '/guides/next/', reach: openTerm },
  { name: 'elements', served: () => elements, path: '/guides/all/', reach: showAll, options: [...BOTH, ['desktop-dark', DARK]] },
  { name: 'menu', served: () => elements, path: '/guides/all/', reach: openMenu, options: [['phone-dark', PHONE_DARK]] },
  { name: 'missing', served: () => docs, path: '/nowhere/' },
  { name: 'built', served: () => built, path: '/routing/' },
]

/** Whether something is wider than the page. */
const scrollsSideways = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth > innerWidth)

for (const { name, served, path, reach, options = BOTH } of VIEWS) {
  // Each view once in the check of a change, in all its variants for a release.
  for (const [variant, context] of options.slice(0, IS_LONG ? options.length : 1)) {
    test(`${name}, ${variant}`, { skip }, async () => {
      const { page, complaints, requests } = await openPage(browser, served().url + path, context)
      await reach?.(page)
      await shoot(page, `served-${name}-${variant}`)
      assert.deepEqual(await findFaults(page), [])
      assert.equal(await scrollsSideways(page), false)
      assert.deepEqual(requests.filter((address) => !address.startsWith(`${served().url}/`)), [])
      assert.deepEqual(complaints.filter((line) => name !== 'missing' || !MEANT.test(line)), [])
      await page.context().close()
    })
  }
}

const it = (name: string, served: () => Served, path: string, run: (page: Page) => Promise<void>) =>
  test(name, { skip }, async () => {
    const { page, complaints } = await openPage(browser, served().url + path)
    await run(page)
    assert.deepEqual(complaints, [])
    await page.context().close()
  })

const isOpen = (page: Page) => page.locator('ask-overlay dialog[open]').waitFor()

/** A section that a link led to stands under the bar, and not far below. */
async function assertAt(page: Page, path: string) {
  await page.waitForURL(`**${path}`)
  await page.locator(':target').waitFor()
  await page.waitForFunction(() => {
    const { top } = document.querySelector(':target')?.getBoundingClientRect() ?? { top: -1 }
    return top > -1 && top < 300
  })
}

it('search opens by the shortcut, and a result opens its section', () => docs, '/graph/', async (page) => {
  await page.keyboard.press('Control+k')
  await isOpen(page)
  await page.locator('ask-overlay .field').fill('metrics')
  const row = page.locator('ask-overlay .row.result[href$="/operation/#metrics"]')
  await row.click()
  await assertAt(page, '/operation/#metrics')
})

it('a result on the page itself closes the dialog and leads to its section', () => docs, '/operation/', async (page) => {
  await page.locator('.search').click()
  await isOpen(page)
  await page.locator('ask-overlay .field').fill('metrics')
  await page.locator('ask-overlay .row.result[href$="/operation/#metrics"]').click()
  await page.locator('ask-overlay dialog[open]').waitFor({ state: 'detached' })
  await assertAt(page, '/operation/#metrics')
})

it('an answer in the page leads to its source', () => docs, `/?ask=${encodeURIComponent(QUESTION)}`, async (page) => {
  const sources = page.locator('ask-overlay .places > ol .source')
  await sources.nth(CITED.length - 1).waitFor()
  await sources.first().click()
  await assertAt(page, '/getting-started/#serve-a-folder')
})

it('a question of the first page opens the dialog with it', () => docs, '/', async (page) => {
  const question = page.locator('.asked a').first()
  const text = await question.innerText()
  await question.click()
  await isOpen(page)
  assert.equal(await page.locator('ask-overlay .field').inputValue(), text)
})

it('a term is explained by keyboard, and Escape closes it', () => arabic, '/terms/', async (page) => {
  await page.locator('.term').first().focus()
  await page.keyboard.press('Enter')
  await page.locator('.explanation:popover-open').waitFor()
  await page.keyboard.press('Escape')
  assert.equal(await page.locator('.explanation:popover-open').count(), 0)
})

it('a built site has a button in its corner, and results open their section', () => built, '/', async (page) => {
  await page.locator('ask-overlay .trigger').click()
  await page.locator('ask-overlay .field').fill('static')
  await page.locator('ask-overlay .row.result mark').first().waitFor()
  await page.keyboard.press('Enter')
  await assertAt(page, '/routing/#static-routes')
})

it('tabs change by click and by arrow keys, without the script of the page', () => elements, '/guides/all/', async (page) => {
  const panels = page.locator('.tabs .panel')
  await page.locator('.tabs label', { hasText: 'pnpm' }).click()
  assert.deepEqual([await panels.nth(0).isVisible(), await panels.nth(1).isVisible()], [false, true])
  await page.keyboard.press('ArrowLeft')
  assert.deepEqual([await panels.nth(0).isVisible(), await panels.nth(1).isVisible()], [true, false])
})

it('a link and a footnote lead to their places', () => elements, '/guides/all/', async (page) => {
  await page.locator('sup a').first().click()
  assert.match(await page.locator('.footnote:target').innerText(), /The first footnote/)
  // Color alone does not tell a link from the text around it.
  assert.equal(await page.locator('.footnote:target a').evaluate((link) => getComputedStyle(link).textDecorationLine), 'underline')
  await page.locator('.footnote:target a').click()
  assert.equal(await page.locator('sup a:target').innerText(), '1')
  await page.locator('article a', { hasText: 'link to the other page' }).click()
  await assertAt(page, '/guides/other/#second')
})

test('code is copied without its marks and deleted lines', { skip }, async () => {
  const { page } = await openPage(browser, `${elements.url}/guides/all/`, { ...DESKTOP, permissions: ['clipboard-read', 'clipboard-write'] })
  const block = page.locator('.code', { hasText: 'const added' })
  await block.locator('.copy').click()
  await block.locator('.copy', { hasText: 'Copied' }).waitFor()
  assert.match(await page.evaluate(() => navigator.clipboard.readText()), /^const a = 1\nconst added = 2\nconst b = 4\nconst marked = /)
  await page.context().close()
})

test('the theme that was chosen is that of the next page before it is drawn, and the dialog follows', { skip }, async () => {
  const { page, complaints } = await openPage(browser, `${docs.url}/`, DARK)
  const isDark = () => page.evaluate(() => Number(getComputedStyle(document.body).color.match(/\d+/)![0]) > 99)
  const button = page.locator('.theme')
  assert.deepEqual([await isDark(), await button.getAttribute('title')], [true, 'Theme: system'])
  await button.click()
  assert.deepEqual([await isDark(), await button.getAttribute('aria-label')], [false, 'Theme: light'])
  await page.route('**/_ask/overlay.js', (route) => route.abort())
  await page.addInitScript(() => new MutationObserver((_, observer) => {
    if (document.body === null) return
    Reflect.set(window, 'firstTheme', document.documentElement.dataset['theme'])
    observer.disconnect()
  }).observe(document, { childList: true, subtree: true }))
  await page.goto(`${docs.url}/search/`)
  assert.deepEqual([await isDark(), await page.evaluate(() => Reflect.get(window, 'firstTheme'))], [false, 'light'])
  for (const theme of ['dark', 'system']) {
    await button.click()
    assert.deepEqual([await isDark(), await button.getAttribute('title')], [true, `Theme: ${theme}`])
  }
  assert.deepEqual(complaints.filter((line) => !line.includes('ERR_FAILED')), [])
  await page.context().close()
})

it('the outline marks the section that is read, and the last one at the end', () => docs, '/command-line/', async (page) => {
  const marked = page.locator('.outline [aria-current]')
  assert.equal(await marked.count(), 0)
  await page.locator('.outline a', { hasText: 'ask static' }).click()
  await page.waitForFunction(() => document.querySelector('.outline [aria-current]')?.textContent === 'ask static')
  assert.equal(await marked.count(), 1)
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
  await page.waitForFunction(() => document.querySelector('.outline li:last-child [aria-current]') !== null)
})

test('a link to a section in a tab opens its tab, also without scripts', { skip }, async () => {
  const folder = writeFolder({ 'a.md': `# A\n\n=== "B"\n\n    ## C\n\n    c\n\n=== "D"\n\n    ## E\n\n    e <a id="spot"></a>\n\n${'f\n\n'.repeat(99)}` })
  const tabs = await serve(folder.path)
  ends.push(folder.remove, tabs.close)
  for (const javaScriptEnabled of [true, false]) {
    const { page } = await openPage(browser, `${tabs.url}/a/#e`, { ...DESKTOP, javaScriptEnabled })
    await page.locator('#e').waitFor({ state: 'visible' })
    assert.equal(await page.locator('#c').isVisible(), !javaScriptEnabled)
    if (javaScriptEnabled) assert.equal(await page.locator('.outline [aria-current]').textContent(), 'E')
    await page.context().close()
  }
  const { page, complaints } = await openPage(browser, `${tabs.url}/a/#spot`)
  await page.locator('#e').waitFor({ state: 'visible' })
  await page.goto(`${tabs.url}/a/#%`)
  assert.deepEqual(complaints, [])
  await page.context().close()
})

test('without scripts a page has no button that does nothing', { skip }, async () => {
  const { page } = await openPage(browser, `${elements.url}/guides/all/`, { ...DESKTOP, javaScriptEnabled: false })
  assert.equal(await page.locator('.copy').count(), 0)
  for (const one of ['.search', '.theme']) assert.equal(await page.locator(one).isVisible(), false)
  await page.locator('.tabs label', { hasText: 'pnpm' }).click()
  assert.equal(await page.locator('.panel').nth(1).isVisible(), true)
  await page.context().close()
})

test('a page on paper has no navigation, all panels, and dark text also where the theme is dark', { skip }, async () => {
  const { page } = await openPage(browser, `${elements.url}/guides/all/`, DARK)
  for (const media of ['screen', 'print'] as const) {
    await page.emulateMedia({ media })
    for (const theme of ['', 'dark']) {
      await page.evaluate((theme) => document.documentElement.setAttribute('data-theme', theme), theme)
      assert.equal(await page.locator('article').evaluate((article) => getComputedStyle(article).color), media === 'print' ? 'rgb(31, 35, 43)' : 'rgb(223, 226, 232)')
    }
  }
  for (const selector of ['.bar', '.pages-nav', '.outline', '.turn', '.copy']) assert.equal(await page.locator(selector).first().isVisible(), false, selector)
  for (const panel of await page.locator('.panel').all()) assert.equal(await panel.isVisible(), true)
  assert.equal(await page.locator('.tabs').first().evaluate((tabs) => getComputedStyle(tabs).backgroundImage), 'none')
  // As wide as paper: lines are broken, those with marks too.
  await page.setViewportSize({ width: 400, height: 800 })
  const wide = await page.locator('pre').evaluateAll((all) => all.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth).map(({ textContent }) => textContent))
  assert.deepEqual(wide, [])
  await shoot(page, 'served-elements-print')
  await page.context().close()
})

test('long names in one piece are broken, in the links to the pages before and after as well', { skip }, async (t) => {
  const name = 'NameOfAClassWithoutASpace'.repeat(8)
  const folder = writeFolder({ 'index.md': '# Home\n', 'a.md': `# ${name}\n\n## ${name}\n`, 'b.md': '# B\n', 'c.md': `# ${name}\n` })
  t.after(folder.remove)
  const served = await serve(folder.path)
  t.after(served.close)
  for (const path of ['/', '/a/', '/b/']) {
    const { page } = await openPage(browser, served.url + path, { viewport: { width: 320, height: 640 } })
    assert.equal(await scrollsSideways(page), false, path)
    await page.context().close()
  }
})

const HAS_ROOM = `# Room

## Part

Text.

## Flags

| flag | default | variable | key | since | meaning |
|---|---|---|---|---|---|
| \`--map\` | \`external\` | \`ACME_BUILD_SOURCE_MAP_KIND_DEFAULT\` | \`build.sourceMap.kind.default\` | \`1.2.0\` | Writes maps |
`

test('a name is shown whole before the search has its width, words of code in a table stay whole, and beside a panel text has room', { skip }, async (t) => {
  const folder = writeFolder({ 'index.md': '# Home\n', 'a.md': HAS_ROOM, 'b.md': '# B\n' })
  t.after(folder.remove)
  const served = await serve(folder.path, '', ['--site-title', 'Acme Handbook'])
  t.after(served.close)
  const { page: phone } = await openPage(browser, `${served.url}/a/`, PHONE)
  const isCut = () => phone.locator('.name').evaluate((name) => {
    const range = new Range()
    range.selectNodeContents(name)
    return range.getBoundingClientRect().width > name.getBoundingClientRect().width
  })
  assert.equal(await isCut(), false)
  await phone.setViewportSize({ width: 320, height: 640 })
  await phone.locator('.name').evaluate((name) => (name.textContent = 'Fieldwork'))
  assert.equal(await isCut(), false)
  for (const code of await phone.locator('td code').all()) assert.equal(await code.evaluate((one) => one.getClientRects().length), 1)
  assert.equal(await scrollsSideways(phone), false)
  await phone.context().close()
  const { page } = await openPage(browser, `${served.url}/a/`)
  const widthOf = (selector: string) => page.locator(selector).evaluate((one) => one.getBoundingClientRect().width)
  const isBeside = async () => [await widthOf('.pages-nav'), await widthOf('.outline')].every((width) => width < 300)
  assert.deepEqual([await isBeside(), await widthOf('article') > 600], [true, true])
  await page.keyboard.press('Control+i')
  await isOpen(page)
  assert.deepEqual([await isBeside(), await widthOf('article') > 600], [false, true])
  await page.context().close()
})

test('only the files that pages refer to are served, and a drawing has no rights', { skip }, async () => {
  const image = await fetch(`${elements.url}/img/lamp.svg`)
  assert.deepEqual([image.status, image.headers.get('x-content-type-options')], [200, 'nosniff'])
  assert.equal((await fetch(`${elements.url}/img/unused.svg`)).status, 404)
  const { page } = await openPage(browser, `${elements.url}/img/lamp.svg`)
  assert.notEqual(await page.title(), '1')
  await page.context().close()
})
