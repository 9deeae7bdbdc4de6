/**
 * How soon a reader sees something, measured in the browser: from a key press to the frame that shows the
 * first result of it, and from the shortcut to the frame that shows the dialog. Over the real service with
 * the Astro documentation, 420 pages, where it is there; printed for docs/benchmarks.md.
 */
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { after, before, test } from 'node:test'
import type { Browser } from 'playwright-core'
import { sharedPath } from '../../support/shared.ts'
import { NEEDS_BROWSER, openPage, startBrowser } from './browser.ts'
import { DOCS, type Site, startSite } from './site.ts'

const ASTRO = sharedPath('corpora/astro-docs')
const WORDS = ['routing', 'content', 'islands', 'deploy', 'markdown', 'session', 'images', 'styles']
const PRESSES = 50
const OPENINGS = 20
/** Milliseconds, medians. */
const MAX_PAINT = 50
const MAX_OPENING = 50

let site: Site
let browser: Browser
const { skip } = NEEDS_BROWSER

before(async () => {
  if (skip !== false) return
  site = await startSite({ folder: existsSync(ASTRO) ? ASTRO : DOCS })
  browser = await startBrowser()
})
after(async () => {
  await browser?.close()
  await site?.close()
})

const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN
const shown = (values: readonly number[]) => `median ${median(values).toFixed(1)} ms, worst of ${values.length} ${Math.max(...values).toFixed(1)} ms`

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

test(`the first result is painted within ${MAX_PAINT} ms of a key press`, { skip }, async (context) => {
  context.diagnostic(existsSync(ASTRO) ? 'over the Astro documentation' : 'over this project\'s documentation')
  const { page } = await openPage(browser, site.url)
  await page.evaluate(PROBE)
  const field = page.locator('ask-overlay .field')
  let presses = 0
  for (let i = 0; presses < PRESSES; i += 1) {
    await field.fill('')
    await page.waitForTimeout(100)
    for (const key of WORDS[i % WORDS.length] ?? '') {
      const before = await page.evaluate('times.length')
      await page.keyboard.type(key)
      await page.waitForFunction((count) => Reflect.get(window, 'times').length > Number(count), before, { timeout: 3_000 }).catch(() => undefined)
      presses += 1
    }
  }
  const times = (await page.evaluate('times.slice()')) as number[]
  context.diagnostic(`key to first result: ${shown(times)}`)
  assert.ok(times.length >= PRESSES * 0.9, `${times.length} of ${presses} presses seen`)
  assert.ok(median(times) < MAX_PAINT, shown(times))
  await page.context().close()
})

test(`the dialog is there within ${MAX_OPENING} ms, built for the first time too`, { skip }, async (context) => {
  const first: number[] = []
  const again: number[] = []
  const open = `new Promise((done) => {
    const from = performance.now()
    document.dispatchEvent(new KeyboardEvent('keydown', { key: 'k', ctrlKey: true, bubbles: true, composed: true }))
    requestAnimationFrame(() => { const { port1, port2 } = new MessageChannel(); port1.onmessage = () => done(performance.now() - from); port2.postMessage(0) })
  })`
  for (let i = 0; i < OPENINGS; i += 1) {
    const { page } = await openPage(browser, site.url)
    first.push((await page.evaluate(open)) as number)
    await page.evaluate("document.querySelector('ask-overlay').close()")
    again.push((await page.evaluate(open)) as number)
    await page.context().close()
  }
  context.diagnostic(`opening: first ${shown(first)}; again ${shown(again)}`)
  assert.ok(median(first) < MAX_OPENING && median(again) < MAX_OPENING, shown(first))
})
