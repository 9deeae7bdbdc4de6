/** Writes `docs/overlay.png`, the picture of the README: `ask serve --demo` after its first question. */
import { fileURLToPath } from 'node:url'
import { addRules, openPage, startBrowser } from './browser.ts'
import { serve } from './served.ts'

const QUESTION = 'How do I search a static site without a server?'

const { url, close } = await serve('--demo')
const browser = await startBrowser()
const { page } = await openPage(browser, `${url}/getting-started/`, { viewport: { width: 1280, height: 800 }, colorScheme: 'light' })
// The browser hides scroll bars, and leaves the room that the page keeps for one white.
await addRules(page, 'html { scrollbar-gutter: auto }')
await page.keyboard.press('Control+k')
await page.locator('ask-overlay .field').fill(QUESTION)
await page.keyboard.press('Enter')
await page.locator('ask-overlay .turn[aria-busy=false]').waitFor()
await page.screenshot({ path: fileURLToPath(new URL('../../../docs/overlay.png', import.meta.url)), animations: 'disabled' })
await browser.close()
await close()
