/** Chromium, or Firefox with `ASK_BROWSER=firefox`; pages in it, and what they complain about. */
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { CHROMIUM } from '../chromium.ts'
import { startFirefox } from './firefox.ts'

/** Whether the tests run in Firefox. */
export const IS_FIREFOX = process.env['ASK_BROWSER'] === 'firefox'
const PROGRAM = IS_FIREFOX ? '/usr/bin/firefox-esr' : CHROMIUM
/** Pictures are taken in a release, and with `ASK_PICTURES=1`. */
const TAKES_PICTURES = process.env['ASK_LONG'] === '1' || process.env['ASK_PICTURES'] === '1'
/** Folder of the pictures. */
const SHOTS = fileURLToPath(new URL('screenshots/', import.meta.url))
/** Milliseconds; far more than anything takes: it ends a test that would wait for ever. */
const LIMIT_MS = 120_000
/** Later than the page's clock can be after a test has set it to 0. */
const DAY_MS = 86_400_000
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Firefox says that the policy forbids an icon that no page names, and a style that Playwright adds for pictures. */
const NOT_OF_THE_PAGE = ['/favicon.ico because it violates', 'sha256-YjaKGiklmzC6wjXA513HAMmzus8VE61XCOT+SmwNZWA=']

/** Options for `test()`: skipped with a reason where there is no such browser. */
export const NEEDS_BROWSER: { readonly skip: string | false } = { skip: existsSync(PROGRAM) ? false : `${PROGRAM} is absent` }

export const DESKTOP: BrowserContextOptions = { viewport: { width: 1280, height: 800 } }
export const PHONE: BrowserContextOptions = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true }

/** Firefox has the look of `options` (colors, touch) for all of its pages; Chromium has it for each page. */
export async function startBrowser(options: BrowserContextOptions = DESKTOP): Promise<Browser> {
  mkdirSync(SHOTS, { recursive: true })
  if (IS_FIREFOX) return startFirefox(PROGRAM, options)
  const args = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync']
  return chromium.launch({ executablePath: PROGRAM, headless: true, args })
}

export interface OpenPage {
  readonly page: Page
  /** What the console said, and what the page threw. */
  readonly complaints: string[]
  /** Addresses of all requests. */
  readonly requests: string[]
}

export async function openPage(browser: Browser, url: string, options: BrowserContextOptions = DESKTOP): Promise<OpenPage> {
  const { isMobile, hasTouch, colorScheme, forcedColors, ...others } = options
  const context = await browser.newContext({ bypassCSP: false, ...(IS_FIREFOX ? others : options) })
  context.setDefaultTimeout(LIMIT_MS)
  const page = await context.newPage()
  const complaints: string[] = []
  const requests: string[] = []
  page.on('console', (message) => complaints.push(`${message.type()}: ${message.text()}`))
  page.on('pageerror', ({ message }) => {
    if (!NOT_OF_THE_PAGE.some((part) => message.includes(part))) complaints.push(`error: ${message}`)
  })
  page.on('request', (request) => requests.push(request.url()))
  await page.goto(url)
  return { page, complaints, requests }
}

/** Stops the page's clock: from now on its timers fire, and its time passes, only by `page.clock.runFor()`. */
export async function stopClock(page: Page): Promise<void> {
  await page.clock.install({ time: 0 })
  await page.clock.pauseAt(DAY_MS)
}

/** Adds rules to the page, past its policy. */
export const addRules = (page: Page, rules: string) => page.evaluate((rules) => {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(rules)
  document.adoptedStyleSheets.push(sheet)
}, rules)

/** What axe-core finds, as `rule: targets`. It is evaluated past the page's policy, as an extension would be. */
export async function findFaults(page: Page): Promise<string[]> {
  await page.evaluate(AXE)
  return page.evaluate(async () => {
    const axe = Reflect.get(window, 'axe')
    const { violations } = await axe.run(document, { resultTypes: ['violations'] })
    return violations.map((v: { id: string; nodes: { target: unknown; failureSummary: string }[] }) => `${v.id}: ${v.nodes.map((n) => `${JSON.stringify(n.target)} ${n.failureSummary}`).join(' | ')}`)
  })
}

/** Writes `screenshots/<name>.png`, with endless animations at their start, where pictures are taken. */
export async function shoot(page: Page, name: string): Promise<void> {
  if (!TAKES_PICTURES) return
  await page.screenshot({ path: `${SHOTS}${name}${IS_FIREFOX ? '-firefox' : ''}.png`, animations: 'disabled' })
}
