/** What the tests of a file share: a site, and the browser that opens its pages. */
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

/** Starts both before the first test of the calling file, and ends them after its last. */
export function useStage(options: SiteOptions = {}): Stage {
  let site: Site | undefined
  let browser: Browser | undefined
  before(async () => {
    if (needs().skip !== false) return
    site = await startSite(options)
    browser = await startBrowser()
  })
  after(async () => {
    await browser?.close()
    await site?.close()
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
