/**
 * `node first-key.mjs FOLDER... [--keys LETTERS] [--rounds N]`: what a reader waits for after the first key. Each folder is
 * what `ask static --out FOLDER/_ask` wrote, by this version or another; they are visited in turn, for each letter and
 * each time by a new reader. In Debian's Chromium a page opens its dialog by Ctrl+K, and after `OPEN_MS`, in which it
 * may load what any query needs, the letter is typed. Printed are milliseconds from the key to the first result in the
 * page, and to the frame that shows it, as medians.
 */
import { existsSync } from 'node:fs'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { chromium } from 'playwright-core'
import { median } from '../metrics.mjs'
import { formatTable } from '../table.mjs'
import { startHost } from './host.mjs'

/** Milliseconds between the dialog and the first key. */
const OPEN_MS = 700
/** Milliseconds; far more than a first result takes. */
const LIMIT_MS = 30_000
const PAGE = `<!doctype html><html lang="en"><meta charset="utf-8"><title>First key</title>
<script type="module" src="/_ask/overlay.js"></script><body><h1>First key</h1><ask-overlay index="/_ask/"></ask-overlay>`

const { values, positionals: folders } = parseArgs({
  allowPositionals: true,
  options: { keys: { type: 'string', default: 'acdimprst' }, rounds: { type: 'string', default: '15' } },
})
const absent = folders.find((folder) => !existsSync(join(folder, '_ask/overlay.js')))
if (folders.length === 0 || absent !== undefined) throw new Error(`${absent ?? 'No folder'}: expected folders with what \`ask static --out FOLDER/_ask\` wrote`)
const rounds = Number(values.rounds)
if (!(rounds >= 1)) throw new RangeError('--rounds must be a whole number from 1')
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium-headless-shell', args: ['--no-sandbox', '--ignore-certificate-errors'] })
const hosts = []
try {
  for (const folder of folders) hosts.push(await startHost(folder))
  const visits = folders.map(() => [])
  for (let round = 0; round < rounds; round += 1) {
    for (const key of values.keys) {
      for (const [at, { url }] of hosts.entries()) visits[at].push(await visit(url, key))
    }
  }
  const figure = (runs, name) => median(runs.map((run) => run[name])).toFixed(1)
  console.log(`${values.keys.length} keys, ${rounds} rounds, load ${loadavg()[0].toFixed(1)}\n`)
  console.log(formatTable(['folder', 'result in the page, ms', 'result shown, ms'], folders.map((folder, at) => [folder, figure(visits[at], 'inPage'), figure(visits[at], 'shown')])))
} finally {
  await browser.close()
  for (const host of hosts) host.close()
}

async function visit(url, key) {
  const context = await browser.newContext({ ignoreHTTPSErrors: true })
  context.setDefaultTimeout(LIMIT_MS)
  const page = await context.newPage()
  await page.route(`${url}/`, (route) => route.fulfill({ contentType: 'text/html', body: PAGE }))
  await page.goto(`${url}/`)
  await page.waitForFunction(() => customElements.get('ask-overlay') !== undefined)
  await page.keyboard.press('Control+k')
  await page.waitForFunction(() => {
    // The dialog is in the root of the element, or in one of its own beside the page.
    const roots = Array.from(document.querySelectorAll('*'), ({ shadowRoot }) => shadowRoot)
    globalThis.root = roots.find((root) => root?.querySelector('dialog')?.open)
    return globalThis.root !== undefined
  })
  await page.waitForTimeout(OPEN_MS)
  await page.evaluate(() => {
    let started
    globalThis.times = new Promise((resolve) => {
      new MutationObserver((_, observer) => {
        if (started === undefined || root.querySelector('.result') === null) return
        observer.disconnect()
        const inPage = performance.now() - started
        // The task after the next frame: the frame has been made by then.
        requestAnimationFrame(() => setTimeout(() => resolve({ inPage, shown: performance.now() - started })))
      }).observe(root, { childList: true, subtree: true })
    })
    root.addEventListener('keydown', () => (started = performance.now()), { capture: true, once: true })
  })
  await page.keyboard.press(key)
  const times = await page.evaluate('times')
  await context.close()
  return times
}
