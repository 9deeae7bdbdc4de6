/**
 * Prints how soon a reader sees something in the browser, for test/bench/measurements.md. Keys are the browser's own, and each time
 * is from the key's time stamp to the frame that shows what it brought: the first results after a pause, the results of a
 * whole word after its last letter while it is typed, and the open dialog. Keys in a plain field that asks the same service
 * show what of it is the browser's and the service's own. Over the real service with the Astro
 * documentation, 420 pages, where it is there.
 */
import { existsSync } from 'node:fs'
import { loadavg } from 'node:os'
import type { Browser, Page } from 'playwright-core'
import { sharedPath } from '../../support/shared.ts'
import { NEEDS_BROWSER, openPage, startBrowser } from './browser.ts'
import { DOCS, type Site, startSite } from './site.ts'

const ASTRO = sharedPath('corpora/astro-docs')
/** No two begin alike: replies are kept. */
const WORDS = ['routing', 'content', 'islands', 'deploy', 'markdown', 'styles', 'getting', 'adapters']
const OPENINGS = 20
/** Milliseconds between letters of a fast typist. */
const KEY_MS = 60
/** Milliseconds after which the next key is the first one after a pause. */
const PAUSE_MS = 300

/** In the page, as text: for the last key in the field, when the frame was painted that shows the reply to the field's text. */
const PROBE = `
  window.times = []
  let pressed = 0
  let isThere = false
  // What was found before is drawn again at each key: only what is drawn after the reply counts.
  const { fetch } = window
  window.fetch = async (url, options) => {
    const response = await fetch(url, options)
    const json = response.json.bind(response)
    response.json = async () => {
      const reply = await json()
      isThere = options?.body !== undefined && JSON.parse(options.body).query === field.value
      return reply
    }
    return response
  }
  const overlay = document.querySelector('ask-overlay')
  overlay.open()
  const { shadowRoot } = document.querySelector('[data-ask-dialog]')
  const field = shadowRoot.querySelector('.field')
  const list = shadowRoot.querySelector('.list')
  field.addEventListener('keydown', ({ timeStamp }) => { pressed = timeStamp; isThere = false }, true)
  new MutationObserver(() => {
    if (pressed === 0 || !isThere || list.querySelector('.row.result') === null) return
    const from = pressed
    pressed = 0
    requestAnimationFrame(() => { const { port1, port2 } = new MessageChannel(); port1.onmessage = () => times.push(performance.now() - from); port2.postMessage(0) })
  }).observe(list, { childList: true })
`

/** In the page, as text: a plain field whose every key asks the same service, with the titles of its results below. */
const PLAIN_PROBE = `
  window.times = []
  const field = document.body.appendChild(document.createElement('input'))
  const list = document.body.appendChild(document.createElement('ul'))
  let pressed = 0
  field.addEventListener('keydown', ({ timeStamp }) => { pressed = timeStamp }, true)
  field.addEventListener('input', async () => {
    if (field.value === '') return
    const headers = { 'content-type': 'application/json' }
    const body = JSON.stringify({ query: field.value, mode: 'keyword' })
    const { results } = await (await fetch('/api/ask', { method: 'POST', headers, body })).json()
    list.replaceChildren(...results.map(({ title }) => Object.assign(document.createElement('li'), { textContent: title })))
    const from = pressed
    requestAnimationFrame(() => { const { port1, port2 } = new MessageChannel(); port1.onmessage = () => times.push(performance.now() - from); port2.postMessage(0) })
  })
  field.focus()
`

/** In the page, as text: milliseconds from each shortcut to the frame after it. */
const OPENING_PROBE = `
  window.times = []
  addEventListener('keydown', ({ key, timeStamp }) => {
    if (key !== 'k') return
    requestAnimationFrame(() => { const { port1, port2 } = new MessageChannel(); port1.onmessage = () => times.push(performance.now() - timeStamp); port2.postMessage(0) })
  }, true)
`

const timesOf = async (page: Page) => (await page.evaluate('times.slice()')) as number[]

/** Waits until the page has noted so many times. */
async function awaitTimes(page: Page, count: number): Promise<void> {
  await page.waitForFunction((count) => Reflect.get(window, 'times').length >= count, count)
}

/** Milliseconds of keys that come after a pause: each letter of each word, in the field that a probe has put there. */
async function timePauses(browser: Browser, site: Site, probe: string, field: string): Promise<readonly number[]> {
  const { page } = await openPage(browser, site.url)
  await page.evaluate(probe)
  let count = 0
  for (const word of WORDS) {
    await page.locator(field).last().fill('')
    for (const letter of word) {
      await page.waitForTimeout(PAUSE_MS)
      await page.keyboard.press(letter)
      await awaitTimes(page, (count += 1))
    }
  }
  const times = await timesOf(page)
  await page.context().close()
  return times
}

/** Milliseconds from the last letter of a word that is typed without a pause. */
async function timeTyping(browser: Browser, site: Site): Promise<readonly number[]> {
  const all: number[] = []
  for (const word of WORDS) {
    const { page } = await openPage(browser, site.url)
    await page.evaluate(PROBE)
    await page.keyboard.type(word, { delay: KEY_MS })
    await awaitTimes(page, 1)
    await page.locator('ask-overlay .field:not(.busy)').waitFor()
    await page.waitForTimeout(PAUSE_MS)
    all.push((await timesOf(page)).at(-1) ?? NaN)
    await page.context().close()
  }
  return all
}

/** Milliseconds of openings by the shortcut: the first in a page, and one more in the same page. */
async function timeOpenings(browser: Browser, site: Site): Promise<{ readonly first: number[]; readonly again: number[] }> {
  const [first, again]: [number[], number[]] = [[], []]
  for (let i = 0; i < OPENINGS; i += 1) {
    const { page } = await openPage(browser, site.url)
    await page.evaluate(OPENING_PROBE)
    await page.keyboard.press('Control+k')
    await awaitTimes(page, 1)
    await page.evaluate("document.querySelector('ask-overlay').close()")
    await page.keyboard.press('Control+k')
    await awaitTimes(page, 2)
    const [one = NaN, two = NaN] = await timesOf(page)
    first.push(one)
    again.push(two)
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
const pauses = await timePauses(browser, site, PROBE, 'ask-overlay .field')
const plain = await timePauses(browser, site, PLAIN_PROBE, 'body > input')
const typing = await timeTyping(browser, site)
const { first, again } = await timeOpenings(browser, site)
console.log(`Over ${existsSync(ASTRO) ? 'the Astro documentation' : "this project's documentation"}; load of the machine: ${loadBefore} before, ${load()} after.`)
console.log(['| | median | worst |', '|---|---|---|'].join('\n'))
console.log(rowOf(`a key after a pause, ${pauses.length} keys`, pauses))
console.log(rowOf('the same in a plain field without the overlay', plain))
console.log(rowOf(`the last key of a word typed at ${KEY_MS} ms a letter, ${typing.length} words`, typing))
console.log(rowOf('opening the dialog, first time', first))
console.log(rowOf('opening it again', again))
await browser.close()
await site.close()
