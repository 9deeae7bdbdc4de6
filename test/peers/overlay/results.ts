/** Results in the dialog's list, awaited as the reply that they come from. */
import type { Page, Response } from 'playwright-core'
import { IS_FIREFOX } from './browser.ts'
import { FORM, MAX_FIRST } from './form.ts'

/** Does `act`; resolves with the addresses of the first results for `query` when the list shows just these. */
export async function awaitResults(page: Page, query: string, act: () => Promise<unknown>): Promise<readonly string[]> {
  if (IS_FIREFOX || FORM !== 'service') return awaitList(page, act)
  const [response] = await Promise.all([page.waitForResponse((response) => queryOf(response) === query), act()])
  const { results }: { readonly results: readonly { readonly url: string }[] } = await response.json()
  const urls = results.slice(0, MAX_FIRST).map(({ url }) => url).sort()
  await page.waitForFunction((expected) => {
    const rows = [...(document.querySelector('[data-ask-dialog]')?.shadowRoot?.querySelectorAll('.row.result') ?? [])]
    return JSON.stringify(rows.map((row) => row.getAttribute('href')).sort()) === expected
  }, JSON.stringify(urls))
  return urls
}

/** The same where no reply is seen (Playwright doesn't show what a request has in its body, an index is searched in the page): the list shows results, or that there are none, and the field waits for no others. */
async function awaitList(page: Page, act: () => Promise<unknown>): Promise<readonly string[]> {
  await act()
  await page.locator('ask-overlay .field:not(.busy)').waitFor()
  await page.locator('ask-overlay :is(.row.result, .note:not([hidden]))').first().waitFor()
  return page.locator('ask-overlay .row.result').evaluateAll((rows) => rows.map((row) => row.getAttribute('href') ?? '').sort())
}

/** Types `query` into the open dialog at once, and waits for its results. */
export function search(page: Page, query: string): Promise<readonly string[]> {
  return awaitResults(page, query, () => page.locator('ask-overlay .field').fill(query))
}

/** The text that a reply is to, null for a reply to anything but a search. */
function queryOf(response: Response): string | null {
  const body: { readonly query: string; readonly mode: string } | null = response.request().postDataJSON()
  return body?.mode === 'keyword' ? body.query : null
}
