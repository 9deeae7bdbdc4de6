/** What pictures of states don't show, in Firefox: the thread on the next page, the panel beside the page, and focus. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { IS_FIREFOX, NEEDS_BROWSER, openPage, startBrowser } from './browser.ts'
import { answers } from './model.ts'
import { search } from './results.ts'
import { startSite } from './site.ts'

const QUESTION = 'How do I serve a folder?'
const skip = IS_FIREFOX ? NEEDS_BROWSER.skip : 'ASK_BROWSER is not firefox'

test('search, thread, next page and panel work in Firefox', { skip, timeout: 240_000 }, async (t) => {
  const site = await startSite()
  const browser = await startBrowser()
  t.after(async () => {
    await browser.close()
    await site.close()
  })
  site.conversations.set(QUESTION, answers())
  site.conversations.set('And the port?', answers('It is 8787 [command-line#ask-serve].'))
  const { page, complaints } = await openPage(browser, site.url)
  await page.keyboard.press('Control+k')
  await page.locator('ask-overlay dialog:modal').waitFor()
  await search(page, 'graph')
  await page.locator('ask-overlay .row.result mark').first().waitFor()
  await page.locator('ask-overlay .field').fill(QUESTION)
  await page.keyboard.press('Shift+Enter')
  await page.locator('ask-overlay .turn[aria-busy=false] .source .snippet').first().waitFor()
  assert.equal(await page.locator('ask-overlay .places ol li').count(), 3)
  await page.locator('ask-overlay .next').focus()
  await page.keyboard.type('And the port?')
  await page.keyboard.press('Enter')
  await page.locator('ask-overlay .turn + .turn[aria-busy=false]').waitFor()
  const topOf = (selector: string) => page.locator(`ask-overlay ${selector}`).evaluate((element) => element.getBoundingClientRect().top)
  assert.ok(Math.abs((await topOf('.turn + .turn')) - (await topOf('.turns'))) <= 2, 'the newest question is at the top of the view')
  await page.goto(`${site.url}/graph/`)
  await page.keyboard.press('Control+k')
  await page.locator('ask-overlay .turn + .turn').waitFor()
  await page.keyboard.press('Control+i')
  await page.locator('ask-overlay dialog[open]:not(:modal)').waitFor()
  const panelLeft = await page.locator('ask-overlay .panel').evaluate((element) => element.getBoundingClientRect().left)
  assert.ok((await page.evaluate(() => document.body.getBoundingClientRect().right)) <= panelLeft)
  await page.keyboard.press('Escape')
  await page.locator('ask-overlay dialog[open]').waitFor({ state: 'detached' })
  assert.equal(site.posts.filter(({ mode }) => mode === 'agentic').length, 2)
  assert.deepEqual(complaints, [])
})
