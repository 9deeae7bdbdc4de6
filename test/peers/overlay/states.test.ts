/**
 * Every state at desktop size and light, and for a release on a dark phone and from right to left too; elsewhere those that
 * look different there. axe-core finds nothing, the policy logs nothing, all that can be touched is 44 px high and wide (24 px with a pointer), nothing sticks
 * out; and where pictures are taken, one of each is written to `screenshots/`.
 */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { DESKTOP, findFaults, IS_FIREFOX, openPage, PHONE, shoot, startBrowser } from './browser.ts'
import { FORM, IS_LONG, needs } from './form.ts'
import { type Site, startSpentSite } from './site.ts'
import { shareBrowser, useStage } from './stage.ts'
import { QUESTION, type State, STATES } from './states.ts'

interface Variant {
  readonly name: string
  readonly options: BrowserContextOptions
  readonly query?: string
  /** Names of its states in a release, where it doesn't have all. */
  readonly only?: readonly string[]
  /** Names of its states in the check of a change, where these are fewer. */
  readonly check?: readonly string[]
}

const VARIANTS: readonly Variant[] = [
  { name: 'desktop-light', options: DESKTOP },
  { name: 'phone-dark', options: { ...PHONE, colorScheme: 'dark' }, check: ['empty', 'answer'] },
  { name: 'desktop-rtl', options: DESKTOP, query: '?dir=rtl', check: ['results', 'answer'] },
  { name: 'desktop-dark', options: { ...DESKTOP, colorScheme: 'dark' }, only: ['results', 'answer', 'failed', 'panel'], check: ['failed', 'panel'] },
  { name: 'phone-light', options: PHONE, only: ['results', 'answer'], check: ['results'] },
  { name: 'phone-rtl', options: PHONE, query: '?dir=rtl', only: ['arabic'] },
  // 200 % on a small laptop, and colors that the reader's system forces.
  { name: 'zoom', options: { viewport: { width: 640, height: 360 }, deviceScaleFactor: 2 }, only: ['results', 'answer', 'long-words'], check: ['answer', 'long-words'] },
  { name: 'forced', options: { ...DESKTOP, forcedColors: 'active' }, only: ['results', 'answer', 'failed'], check: ['failed'] },
]

const stage = useStage()
let spentSite: Site

before(async () => {
  if (needs().skip === false) spentSite = await startSpentSite()
})
after(async () => {
  for (const browser of browsers.values()) await browser.close()
  await spentSite?.close()
})

/** By variant, in Firefox alone: it has one look at a time. */
const browsers = new Map<string, Browser>()

async function browserFor({ name, options }: Variant): Promise<Browser> {
  if (!IS_FIREFOX) return shareBrowser()
  const browser = browsers.get(name) ?? (await startBrowser(options))
  browsers.set(name, browser)
  return browser
}

/** Sizes of targets in pixels (WCAG 2.5.5, 2.5.8). */
const FINGER_PX = 44
const POINTER_PX = 24

/** What is smaller than a finger or a pointer can hit, but for links and code in running text. */
const smallTargets = (page: Page, least: number) => page.evaluate((least) => {
  const root = document.querySelector('[data-ask-dialog]')?.shadowRoot
  const targets = [...(root?.querySelectorAll('dialog :is(button, input, summary, [role=option], .source)') ?? [])]
  const small = targets.filter((target) => target.checkVisibility()).map((target) => [target.className || target.localName, target.getBoundingClientRect()] as const)
  return small.filter(([, { width, height }]) => width < least || height < least).map(([name, { width, height }]) => `${name} ${width} x ${height}`)
}, least)

/** What is wider than the panel, but for what scrolls by itself. */
const stickingOut = (page: Page) => page.evaluate(() => {
  const panel = document.querySelector('[data-ask-dialog]')?.shadowRoot?.querySelector('.panel')
  const { left, right } = panel?.getBoundingClientRect() ?? { left: 0, right: 0 }
  const inside = [...(panel?.querySelectorAll('*') ?? [])].filter((element) => element.checkVisibility() && element.closest('pre, .table, .spoken') === null)
  const out = inside.filter((element) => element.getBoundingClientRect().right > right + 1 || element.getBoundingClientRect().left < left - 1)
  return [...out.map((element) => `${element.localName}.${element.className}`), ...(document.documentElement.scrollWidth > innerWidth ? ['the page'] : [])]
})

/** Answers look alike in every form: over an index each is shown once. */
function isShown({ name: variant, only, check = only }: Variant, { name, turns, isSpent }: State): boolean {
  const isAnswer = turns !== undefined || isSpent === true
  const names = IS_LONG ? only : check
  return (names === undefined || names.includes(name)) && (FORM === 'service' || !isAnswer || variant === 'desktop-light')
}

for (const variant of VARIANTS) {
  const { options, query = '' } = variant
  for (const { name, turns, isSpent = false, needs: parts = [], reach } of STATES.filter((state) => isShown(variant, state))) {
    test(`${name}, ${variant.name}`, needs(...parts, ...(turns !== undefined || isSpent ? ['answers' as const] : [])), async () => {
      const at = isSpent ? spentSite : stage.site
      at.reset()
      at.conversations.set(QUESTION, turns ?? [])
      const { page, complaints } = await openPage(await browserFor(variant), `${at.url}/${query}`, options)
      await page.keyboard.press('Control+k')
      await reach(page, at)
      await shoot(page, `${name}-${variant.name}${FORM === 'service' ? '' : `-${FORM}`}`)
      assert.deepEqual(await findFaults(page), [])
      assert.deepEqual(await smallTargets(page, options.hasTouch ? FINGER_PX : POINTER_PX), [])
      assert.deepEqual(await stickingOut(page), [])
      assert.deepEqual(complaints.filter((line) => !/the server responded with a status of (?:500|429|404)|^warning: ask: A part of the search index/.test(line)), [])
      await page.context().close()
    })
  }
}
