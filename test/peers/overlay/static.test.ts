/** Faults and deploys of a host of files below the overlay. All else over a static index is what the other suites show by `ASK_FORM` (`form.ts`). */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { type Server, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import type { Browser, Page } from 'playwright-core'
import { NEEDS_BROWSER, openPage } from './browser.ts'
import { shareBrowser } from './stage.ts'

const PROGRAM = fileURLToPath(new URL('../../../bin/ask.js', import.meta.url))
const DOCS = fileURLToPath(new URL('../../../docs', import.meta.url))
const POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:"
const TYPES: Readonly<Record<string, string>> = { html: 'text/html', js: 'text/javascript', json: 'application/json' }
const { skip } = NEEDS_BROWSER

const folder = mkdtempSync(join(tmpdir(), 'ask-static-'))
/** Replies in place of files, by a part of the path; null for status 404. */
const faults = new Map<string, string | null>()
let server: Server
let browser: Browser
let site = ''

function build(content: string): void {
  execFileSync(process.execPath, ['--import', 'tsx', PROGRAM, 'static', content, '--out', join(folder, '_ask'), '--base', '/docs'], { stdio: 'ignore' })
}

const pageOf = (attributes: string) => `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Docs</title><link rel="icon" href="data:,">
<script type="module" src="_ask/overlay.js"></script></head><body><main><h1>Docs</h1><ask-overlay ${attributes}></ask-overlay></main></body></html>`

before(async () => {
  if (skip !== false) return
  build(DOCS)
  writeFileSync(join(folder, 'index.html'), pageOf('index="_ask"'))
  writeFileSync(join(folder, 'both.html'), pageOf('index="/docs/_ask/" endpoint="/api/ask"'))
  // As `python -m http.server` serves: no packing, no caching headers, whole files alone.
  server = createServer(({ url = '' }, response) => {
    const path = decodeURI(url.split('?')[0] ?? '').replace(/\/$/, '/index.html')
    const fault = [...faults].find(([part]) => path.includes(part))
    const file = join(folder, path.slice('/docs/'.length))
    response.setHeader('content-security-policy', POLICY)
    if (fault?.[1] === null || !path.startsWith('/docs/') || !existsSync(file)) return response.writeHead(404).end('<!doctype html>Not found')
    response.setHeader('content-type', TYPES[path.split('.').at(-1) ?? ''] ?? 'application/octet-stream')
    return response.end(fault === undefined ? readFileSync(file) : fault[1])
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  site = `http://127.0.0.1:${(server.address() as AddressInfo).port}/docs/`
  browser = await shareBrowser()
})
after(async () => {
  server?.close()
  rmSync(folder, { recursive: true })
})

const results = (page: Page) => page.locator('ask-overlay').locator('[role=option] a, a[role=option]')
const note = (page: Page) => page.locator('ask-overlay .note')

async function search(page: Page, query: string): Promise<void> {
  await page.locator('ask-overlay .trigger').click()
  await page.locator('ask-overlay .field').fill(query)
}

for (const [name, part, reply] of [
  ['parts are gone', '/t/', null],
  ['parts are a page of the host', '/t/', '<!doctype html>Home'],
  ['parts are cut', '/t/', 'ASKS'],
  ['folder is gone', '/_ask/index.json', null],
] as const) {
  test(`the overlay says that the search can't be reached where its ${name}, asks no service, and tries again`, { skip }, async () => {
    const { page, requests } = await openPage(browser, site)
    faults.set(part, reply)
    await search(page, 'proxy')
    await note(page).getByText('The search can’t be reached.').waitFor()
    assert.equal(await results(page).count(), 0)
    faults.clear()
    await note(page).getByRole('button').click()
    await results(page).first().waitFor()
    assert.deepEqual(requests.filter((address) => !address.startsWith(site)), [])
  })
}

test('the overlay loads the entry and the search at the same time, while a reader points at its button', { skip }, async () => {
  const { page } = await openPage(browser, site)
  faults.set('/index.json', null)
  // The entry can't have told the name of the module.
  const requested = page.waitForRequest((request) => /\/_ask\/search-[0-9a-f]{12}\.js$/.test(request.url()))
  await page.locator('ask-overlay .trigger').hover()
  await requested
  assert.equal(await page.locator('ask-overlay dialog[open]').count(), 0)
  faults.clear()
  await search(page, 'proxy')
  await results(page).first().waitFor()
})

test('the overlay searches on when a deploy replaced the index', { skip }, async () => {
  const { page } = await openPage(browser, site)
  await search(page, 'proxy')
  await results(page).first().waitFor()
  const other = mkdtempSync(join(tmpdir(), 'ask-docs-'))
  cpSync(DOCS, other, { recursive: true })
  writeFileSync(join(other, 'zebra.md'), '# Zebra\n\nStripes of a zebra.\n')
  build(other)
  rmSync(other, { recursive: true })
  await page.locator('ask-overlay .field').fill('zebra stripes')
  await page.locator('ask-overlay a[href="/docs/zebra/"]').waitFor()
})

test('the overlay shows the nearest sections where the service of its endpoint fails', { skip }, async () => {
  const { page } = await openPage(browser, `${site}both.html`)
  await page.evaluate(() => {
    const overlay = document.querySelector('ask-overlay') as HTMLElement & { ask: (question: string) => void }
    overlay.ask('How do I run it behind a proxy?')
  })
  await page.locator('ask-overlay .turn a').first().waitFor()
})
