/**
 * `ask serve --watch` in a browser: an open page reloads when its site changes and keeps its position, a hidden one has no
 * connection, and the policy of the pages logs nothing.
 */
import assert from 'node:assert/strict'
import { renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { NEEDS_BROWSER, openPage } from './browser.ts'
import { BUILT, type Folder, serve, type Served, writeFolder } from './served.ts'
import { shareBrowser } from './stage.ts'

const paragraphs = (text: string, times: number) => `${text}\n\n`.repeat(times)
const long = (top: string) => `# Long\n\n${top}\n\n## Before\n\n${paragraphs('On the way.', 60)}## Target\n\nHere.\n\n${paragraphs('Further on.', 60)}`
/** Console lines of the browser itself about a status that is meant. */
const MEANT = /Failed to load resource: .* 404/
/** Pixels that rounding may move a page by. */
const ROUNDING = 2

const { skip } = NEEDS_BROWSER
let pages: Folder
let site: Folder
let docs: Served
let built: Served
let browser: Browser

before(async () => {
  if (skip !== false) return
  pages = writeFolder({ 'index.md': '# Home\n', 'long.md': long('First.'), 'short.md': '# Short\n' })
  site = writeFolder(BUILT)
  docs = await serve(pages.path, '', ['--watch'])
  built = await serve(site.path, '', ['--watch'])
  browser = await shareBrowser()
})
after(async () => {
  for (const served of [docs, built]) await served?.close()
  for (const folder of [pages, site]) folder?.remove()
})

const put = (path: string, text: string) => writeFileSync(join(pages.path, path), text)
const topOf = (page: Page, id: string) => page.evaluate((name) => document.getElementById(name)?.getBoundingClientRect().top ?? NaN, id)
const shows = (page: Page, text: string) => page.getByText(text, { exact: true }).first().waitFor()
/** Marks a page: the mark is gone after a reload. */
const mark = (page: Page) => page.evaluate(() => void Reflect.set(window, 'isMarked', true))
const isMarked = (page: Page) => page.evaluate(() => Reflect.has(window, 'isMarked'))
/** Acts as if the tab were hidden or shown, which a headless browser never does itself. */
const setHidden = (page: Page, hidden: boolean) => page.evaluate((value) => {
  Object.defineProperty(document, 'hidden', { value, configurable: true })
  document.dispatchEvent(new Event('visibilitychange'))
}, hidden)
const streamed = (page: Page) => page.waitForResponse((response) => response.url().endsWith('/_ask/changes'))

test('an open page shows a change, and keeps its scroll position', NEEDS_BROWSER, async () => {
  const { page, complaints } = await openPage(browser, `${docs.url}/long/`)
  await page.evaluate(() => document.getElementById('target')?.scrollIntoView())
  const before = await topOf(page, 'target')
  put('long.md', long('Another first.'))
  await page.locator('main').getByText('Another first.').waitFor()
  await page.waitForFunction(() => scrollY > 0)
  assert.ok(Math.abs((await topOf(page, 'target')) - before) <= ROUNDING, `${before} -> ${await topOf(page, 'target')}`)
  // As an editor saves that writes another file.
  put('long.md.tmp', long('Less again.'))
  renameSync(join(pages.path, 'long.md.tmp'), join(pages.path, 'long.md'))
  await page.locator('main').getByText('Less again.').waitFor()
  await page.waitForFunction(() => scrollY > 0)
  assert.ok(Math.abs((await topOf(page, 'target')) - before) <= ROUNDING)
  assert.deepEqual(complaints, [])
  await page.context().close()
})

test('a page that is deleted is not found, and comes back with its file', NEEDS_BROWSER, async () => {
  const { page, complaints } = await openPage(browser, `${docs.url}/short/`)
  rmSync(join(pages.path, 'short.md'))
  await page.getByRole('heading', { name: 'Page not found' }).waitFor()
  put('short.md', '# Short\n\nBack again.\n')
  await shows(page, 'Back again.')
  assert.deepEqual(complaints.filter((line) => !MEANT.test(line)), [])
  await page.context().close()
})

test('a hidden page has no connection, and reloads when it is shown', NEEDS_BROWSER, async () => {
  const { page, requests } = await openPage(browser, `${docs.url}/short/`)
  const other = await openPage(browser, `${docs.url}/long/`)
  await mark(page)
  await setHidden(page, true)
  const streams = () => requests.filter((url) => url.endsWith('/_ask/changes')).length
  const before = streams()
  put('long.md', long('While it is hidden.'))
  await shows(other.page, 'While it is hidden.')
  assert.deepEqual([streams(), await isMarked(page)], [before, true])
  const reloaded = page.waitForEvent('load')
  await setHidden(page, false)
  await reloaded
  assert.equal(await isMarked(page), false)
  await page.context().close()
  await other.page.context().close()
})

test('a page that did not change while it was hidden stays as it is', NEEDS_BROWSER, async () => {
  const { page } = await openPage(browser, `${docs.url}/short/`)
  await mark(page)
  await setHidden(page, true)
  const stream = streamed(page)
  await setHidden(page, false)
  await stream
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
  assert.equal(await isMarked(page), true)
  await page.context().close()
})

test('a page with an open dialog reloads when the dialog is closed; one with a panel at its side reloads and has it again', NEEDS_BROWSER, async () => {
  const { page } = await openPage(browser, `${docs.url}/short/`)
  const other = await openPage(browser, `${docs.url}/long/`)
  await page.locator('.search').first().click()
  await page.locator('ask-overlay .field').fill('long')
  await mark(page)
  put('long.md', long('Behind the dialog.'))
  await shows(other.page, 'Behind the dialog.')
  assert.equal(await page.locator('ask-overlay .field').inputValue(), 'long')
  assert.equal(await isMarked(page), true)
  const reloaded = page.waitForEvent('load')
  await page.locator('ask-overlay dialog').evaluate((dialog: HTMLDialogElement) => dialog.close())
  await reloaded
  await page.keyboard.press('Control+i')
  await page.locator('ask-overlay dialog:not(:modal)[open]').waitFor()
  await Promise.all([page.waitForEvent('load'), put('long.md', long('Beside the panel.'))])
  await page.locator('ask-overlay dialog:not(:modal)[open]').waitFor()
  await page.context().close()
  await other.page.context().close()
})

test('a page of a built site reloads, after its style sheet too', NEEDS_BROWSER, async () => {
  const { page, complaints } = await openPage(browser, `${built.url}/routing/`)
  const html = BUILT['routing/index.html']
  writeFileSync(join(site.path, 'routing/index.html'), html.replace('<p>Routes lead on.</p>', '<p>Built anew.</p>'.repeat(9)))
  await shows(page, 'Built anew.')
  writeFileSync(join(site.path, 'site.css'), `${BUILT['site.css']} h1 { color: rgb(1, 2, 3) }`)
  // Not the next `load`: that of the first reload may still be to come.
  await page.waitForFunction(() => {
    const heading = document.querySelector('h1')
    return heading !== null && getComputedStyle(heading).color === 'rgb(1, 2, 3)'
  })
  assert.deepEqual(complaints, [])
  await page.context().close()
})
