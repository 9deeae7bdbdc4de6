/** What goes wrong with the searches of a page: requests to the service, or parts of the index on their way. */
import type { Page } from 'playwright-core'
import { FORM } from './form.ts'
import type { Site } from './site.ts'

/** Address of a part of the index, below the folder of a build. */
const PART = /\/_ask\/[0-9a-f]{16}\//

/** Holds every search from now on; the function that it resolves with lets them go. */
export async function holdSearches(page: Page, site: Site): Promise<() => void> {
  if (FORM === 'service') return site.holdSearches()
  let letGo = () => undefined as void
  const held = new Promise<void>((resolve) => (letGo = resolve))
  await page.route(PART, async (route) => {
    await held
    await route.continue()
  })
  return letGo
}

/** Fails every search from now on; the function that it resolves with ends this. */
export async function failSearches(page: Page, site: Site): Promise<() => Promise<void>> {
  if (FORM !== 'service') {
    await page.route(PART, (route) => route.fulfill({ status: 404, contentType: 'text/html', body: 'Not found' }))
    return () => page.unroute(PART)
  }
  site.searchStatus = 500
  return async () => {
    site.searchStatus = 200
  }
}
