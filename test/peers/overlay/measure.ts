/**
 * Prints how soon a reader sees something in the browser, for docs/benchmarks.md: from a key press to the frame that
 * shows the first result of it, and from the shortcut to the frame that shows the dialog. Over the real service with
 * the Astro documentation, 420 pages, where it is there.
 */
import { existsSync } from 'node:fs'
import { loadavg } from 'node:os'
import type { Browser } from 'playwright-core'
import { sharedPath } from '../../support/shared.ts'
import { NEEDS_BROWSER, openPage, startBrowser } from './browser.ts'
import { awaitResults } from './results.ts'
import { DOCS, type Site, startSite } from './site.ts'

const ASTRO = sharedPath('corpora/astro-docs')
const WORDS = ['routing', 'content', 'islands', 'deploy', 'markdown', 'session', 'images', 'styles']
const OPENINGS = 20

/** In the page, as text: when the key came, and when the frame after the list's next change was painted. */
const PROBE = `
  window.times = []
  const overlay = document.querySelector('ask-overlay')
  overlay.open()
  const root = overlay.shadowRoot
  let pressed = 0
  let isThere = false
  // What was found before is drawn again at each key: only what is drawn after the reply counts.
  const { fetch } = window
  window.fetch = async (...request) => {
    const response = await fetch(...request)
    const json = response.json.bind(response)
    response.json = async () => {
      const reply = await json()
      isThere = true
      return reply
    }
    return response
  }
  root.querySelector('.field').addEventListener('input', (event) => { pressed = event.timeStamp; isThere = false }, true)
  new MutationObserver(() => {
    if (pressed === 0 || !isThere || root.querySelector('.row.result mark') === null) return
    const from = pressed
    pressed = 0
    requestAnimationFrame(() => { const { port1, port2 } = new MessageChannel(); port1.onmessage = () => times.push(performance.now() - from); port2.postMessage(0) })
  }).observe(root.querySelector('.list'), { childList: true })
`

/** In the page, as text: milliseconds from the shortcut to the frame after it. */
const OPEN = `new Promise((done) => {
  const from = performance.now()
  document.dispatchEvent(new KeyboardEvent('keydown', { key: 'k', ctrlKey: true, bubbles: true, composed: true }))
  requestAnimationFrame(() => { const { port1, port2 } = new MessageChannel(); port1.onmessage = () => done(performance.now() - from); port2.postMessage(0) })
})`

/** Milliseconds of every press that had a result with a marked word. */
async function timePresses(browser: Browser, site: Site): Promise<readonly number[]> {
  const { page } = await openPage(browser, site.url)
  await page.evaluate(PROBE)
  for (const word of WORDS) {
    await page.locator('ask-overlay .field').fill('')
    for (let at = 1; at <= word.length; at += 1) {
      await awaitResults(page, word.slice(0, at), () => page.keyboard.type(word.charAt(at - 1)))
      // Two frames: the painted one is counted in the second.
      await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))')
    }
  }
  const times = (await page.evaluate('times.slice()')) as number[]
  await page.context().close()
  return times
}

/** Milliseconds of openings: the first in a page, and one more in the same page. */
async function timeOpenings(browser: Browser, site: Site): Promise<{ readonly first: number[]; readonly again: number[] }> {
  const [first, again]: [number[], number[]] = [[], []]
  for (let i = 0; i < OPENINGS; i += 1) {
    const { page } = await openPage(browser, site.url)
    first.push((await page.evaluate(OPEN)) as number)
    await page.evaluate("document.querySelector('ask-overlay').close()")
    again.push((await page.evaluate(OPEN)) as number)
    await page.context().close()
  }
  return { first, again }
}

function rowOf(name: string, values: readonly number[]): string {
  const median = values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN
  return `| ${name} | ${median.toFixed(0)} ms | ${Math.max(...values).toFixed(0)} ms |`
}

if (NEEDS_BROWSER.skip !== false) throw new Error(`Nothing to measure with: ${NEEDS_BROWSER.skip}`)
const site = await startSite({ folder: existsSync(ASTRO) ? ASTRO : DOCS })
const browser = await startBrowser()
const load = () => (loadavg()[0] ?? NaN).toFixed(1)
const loadBefore = load()
const presses = await timePresses(browser, site)
const { first, again } = await timeOpenings(browser, site)
console.log(`Over ${existsSync(ASTRO) ? 'the Astro documentation' : "this project's documentation"}; load of the machine: ${loadBefore} before, ${load()} after.`)
console.log(['| | median | worst |', '|---|---|---|'].join('\n'))
console.log(rowOf(`from a key press to the painted first result, ${presses.length} presses`, presses))
console.log(rowOf('opening the dialog, first time', first))
console.log(rowOf('opening it again', again))
await browser.close()
await site.close()
