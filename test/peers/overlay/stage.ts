/** What the tests of a process share: a browser, and a site for each folder of pages. */
import assert from 'node:assert/strict'
import { after, before } from 'node:test'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { type OpenPage, openPage, startBrowser } from './browser.ts'
import { needs } from './form.ts'
import { type Site, type SiteOptions, startSite } from './site.ts'

export interface Stage {
  readonly site: Site
  readonly browser: Browser
  /** Opens a path of the site. */
  readonly open: (path?: string, options?: BrowserContextOptions) => Promise<OpenPage>
  /** Opens it, runs the test, and holds that the page had nothing to complain about. */
  readonly visit: (path: string, run: (page: Page, complaints: string[]) => Promise<void>, options?: BrowserContextOptions) => Promise<void>
}

let sharedBrowser: Promise<Browser> | undefined
/** By folder, '' for this project's documentation. */
const sharedSites = new Map<string, Promise<Site>>()

/** The browser that all tests use which need no other look. */
export function shareBrowser(): Promise<Browser> {
  sharedBrowser ??= startBrowser()
  return sharedBrowser
}

after(async () => {
  await (await sharedBrowser)?.close()
  for (const site of sharedSites.values()) await (await site).close()
})

/** Starts both before the first test, unless another file has; they end after the last test of the process. */
export function useStage({ folder = '' }: Pick<SiteOptions, 'folder'> = {}): Stage {
  let site: Site | undefined
  let browser: Browser | undefined
  before(async () => {
    if (needs().skip !== false) return
    const shared = sharedSites.get(folder) ?? startSite(folder === '' ? {} : { folder })
    sharedSites.set(folder, shared)
    site = await shared
    browser = await shareBrowser()
  })
  const stage: Stage = {
    get site() {
      assert.ok(site)
      return site
    },
    get browser() {
      assert.ok(browser)
      return browser
    },
    open: (path = '/', options) => openPage(stage.browser, stage.site.url + path, options),
    async visit(path, run, options) {
      const { page, complaints } = await stage.open(path, options)
      await run(page, complaints)
      assert.deepEqual(complaints, [])
      await page.context().close()
    },
  }
  return stage
}
