/** What sites put around the overlay, which must not reach it: styles, closed menus, root fonts, other searches, paper; and what must. In Chromium alone, which zooms as fingers do. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { DESKTOP, findFaults, PHONE, shoot } from './browser.ts'
import { needs } from './form.ts'
import { search } from './results.ts'
import { useStage } from './stage.ts'

const stage = useStage()

const it = (name: string, run: (page: Page) => Promise<void>, path = '/', options: BrowserContextOptions = DESKTOP) =>
  test(name, needs(), () => {
    stage.site.reset()
    return stage.visit(path, run, options)
  })

const part = (page: Page, selector: string) => page.locator(`ask-overlay ${selector}`)
const open = (page: Page) => part(page, 'dialog[open]').waitFor()
const colorOf = (page: Page, selector: string) => part(page, selector).evaluate((element) => getComputedStyle(element).backgroundColor)
/** Adds rules to the page, past its policy. */
const addRules = (page: Page, rules: string) => page.evaluate((rules) => {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(rules)
  document.adoptedStyleSheets.push(sheet)
}, rules)

/** Places and computed styles of the dialog, its bar and its first rows, one a line, without margins, which Chromium gives as 0 or as they are. */
const stylesOf = (page: Page) => page.evaluate(() => {
  const root = document.querySelector('[data-ask-dialog]')?.shadowRoot
  const elements = [...(root?.querySelectorAll('dialog, dialog :not(.spoken)') ?? [])].slice(0, 60)
  return elements.flatMap((element, i) => {
    const style = getComputedStyle(element)
    const { x, y } = element.getBoundingClientRect()
    const name = `${i} ${element.localName}.${element.getAttribute('class')}`
    const properties = [...style].filter((property) => !property.startsWith('margin'))
    return [`${name} ${x} ${y}`, ...properties.map((property) => `${name} ${property}: ${style.getPropertyValue(property)}`)]
  })
})

/** The styles that are other ones than before. */
async function changedStyles(page: Page, before: readonly string[]): Promise<readonly string[]> {
  const known = new Set(before)
  return (await stylesOf(page)).filter((line) => !known.has(line))
}

/** Inherited properties that sites set in headers, on bodies, or for all elements. */
const INHERITED = `
  text-transform: uppercase; white-space: nowrap; letter-spacing: 2.4px; word-spacing: 9px; text-indent: 20px; direction: rtl; line-height: 3;
  font: italic 900 30px/3 serif; font-variant: small-caps; color: red; text-align: right; text-shadow: 1px 1px red; list-style: square; cursor: wait;
  word-break: break-all; hyphens: auto; tab-size: 2; visibility: hidden; pointer-events: none; user-select: none; border-collapse: separate;
  quotes: none; caret-color: red; accent-color: red; text-wrap: balance; -webkit-text-fill-color: red; -webkit-text-stroke: 1px red`

for (const [where, rules] of [
  ['the surroundings', 'main { writing-mode: vertical-rl } main'],
  ['the page', 'html, body'],
  ['all elements', '*'],
] as const) {
  it(`no style of ${where} is inherited by the dialog`, async (page) => {
    await page.keyboard.press('Control+k')
    await search(page, 'graph')
    const before = await stylesOf(page)
    await addRules(page, `${rules} { ${INHERITED} }`)
    assert.deepEqual(await changedStyles(page, before), [])
  })
}

it('what a site sets on purpose reaches the dialog: variables and parts, also by where the element stands', async (page) => {
  await addRules(page, 'main ask-overlay { --ask-background: rgb(1, 2, 3) } main { --ask-radius: 3px } ask-overlay.docs::part(panel) { opacity: .9 }')
  await page.locator('ask-overlay').evaluate((overlay) => {
    overlay.className = 'docs'
    overlay.style.setProperty('--ask-font-size', '21px')
  })
  await page.keyboard.press('Control+k')
  const style = await part(page, '.panel').evaluate((panel) => {
    const { backgroundColor, borderRadius, opacity, fontSize } = getComputedStyle(panel)
    return { backgroundColor, borderRadius, opacity, fontSize }
  })
  assert.deepEqual(style, { backgroundColor: 'rgb(1, 2, 3)', borderRadius: '3px', opacity: '0.9', fontSize: '21px' })
})

for (const options of [DESKTOP, PHONE]) {
  it(`the font size of the page's root changes nothing at ${options.viewport?.width} px`, async (page) => {
    await page.keyboard.press('Control+k')
    await search(page, 'graph')
    const before = await stylesOf(page)
    for (const size of ['62.5%', '137.5%']) {
      await addRules(page, `html { font-size: ${size} }`)
      assert.deepEqual(await changedStyles(page, before), [], size)
      await shoot(page, `root-${parseFloat(size)}-${options.viewport?.width}`)
    }
  }, '/', options)
}

for (const [menu, rules] of [
  ['that is closed', 'main { display: none }'],
  ['that is see-through', 'main { visibility: hidden; opacity: 0 }'],
] as const) {
  it(`an element in a menu ${menu} opens its dialog, and the page can be used after it`, async (page) => {
    await addRules(page, `${rules} [href] { position: fixed; bottom: 0 }`)
    await page.evaluate(() => document.body.insertAdjacentHTML('beforeend', '<a href="#reached">Link</a>'))
    await page.keyboard.press('Control+k')
    await search(page, 'graph')
    assert.equal(await page.evaluate(() => document.elementFromPoint(innerWidth / 2, 150)?.localName), 'ask-overlay')
    await page.keyboard.press('Escape')
    await page.locator('a[href="#reached"]').click()
    await page.waitForURL(/#reached$/)
  })
}

it('a menu that closes when its search is pressed leaves the dialog', async (page) => {
  await page.evaluate(() => document.querySelector('main')?.addEventListener('click', () => setTimeout(() => (document.querySelector('main')!.hidden = true))))
  await part(page, '.trigger').click()
  await page.locator('main').waitFor({ state: 'hidden' })
  await search(page, 'graph')
})

it('a docked panel is as high as the window, also for an element in a header with a filter', async (page) => {
  await addRules(page, 'main { backdrop-filter: blur(4px); transform: translate(0); height: 60px; overflow: hidden; position: relative; z-index: 1 }')
  await page.keyboard.press('Control+k')
  await open(page)
  const { top, height } = await part(page, '.panel').evaluate((panel) => panel.getBoundingClientRect().toJSON())
  assert.deepEqual([top, height], [0, 800])
}, '/?overlay=layout=panel')

it('an opener that comes later opens it, and there is no second button while the page has one', async (page) => {
  await part(page, '.trigger').waitFor()
  await page.evaluate(() => document.body.insertAdjacentHTML('afterbegin', '<header><button id="late" data-ask-open>Find</button></header>'))
  await part(page, '.trigger').waitFor({ state: 'detached' })
  assert.equal(await page.locator('#late').getAttribute('aria-keyshortcuts'), 'Control+K')
  await page.locator('#late').click()
  await open(page)
  await page.keyboard.press('Escape')
  await page.evaluate(() => document.querySelector('header')?.remove())
  await part(page, '.trigger').waitFor()
})

for (const [where, listen] of [['document', 'document.addEventListener'], ['window', 'window.addEventListener']] as const) {
  it(`where a search of the site's own takes the same keys at the ${where}, one dialog opens and closes`, async (page) => {
    await page.evaluate(`${listen}('keydown', ({ key, ctrlKey }) => { if (key === 'k' && ctrlKey) window.others = (window.others ?? 0) + 1 })`)
    await page.keyboard.press('Control+k')
    await open(page)
    await page.keyboard.press('Control+k')
    await part(page, 'dialog[open]').waitFor({ state: 'detached' })
    assert.equal(await page.evaluate(() => Reflect.get(window, 'others')), undefined)
  })
}

it('on request it takes the button and the key of another search, which then does not open', async (page) => {
  await page.evaluate(() => {
    document.body.insertAdjacentHTML('afterbegin', '<button id="other"><span>Find</span></button>')
    document.addEventListener('click', ({ target }) => (target as Element).closest('#other') && document.body.append('Other search'), { capture: true })
    addEventListener('keydown', ({ key }) => key === '/' && document.body.append('Other search'))
  })
  await part(page, '.trigger').waitFor({ state: 'detached' })
  for (const act of [() => page.locator('#other span').click(), () => page.keyboard.press('/')]) {
    await act()
    await open(page)
    await page.keyboard.type('a/b')
    assert.equal(await part(page, '.field').inputValue(), 'a/b')
    await page.keyboard.press('Escape')
    await part(page, 'dialog[open]').waitFor({ state: 'detached' })
  }
  assert.doesNotMatch(await page.locator('body').innerText(), /Other search/)
  await page.locator('#note').press('/')
  assert.deepEqual([await page.locator('#note').inputValue(), await part(page, 'dialog[open]').count()], ['/', 0])
}, '/?overlay=data-ask-replaces=%23other')

it('a copy of the page makes no second dialog', async (page) => {
  await page.keyboard.press('Control+k')
  await open(page)
  await page.evaluate(() => document.body.replaceWith(document.body.cloneNode(true)))
  assert.equal(await page.locator('ask-overlay').count(), 1)
  await page.keyboard.press('Control+k')
  await open(page)
  assert.deepEqual(await findFaults(page), [])
})

for (const layout of ['dialog', 'panel']) {
  it(`on paper there is the page alone: ${layout}`, async (page) => {
    await page.keyboard.press('Control+k')
    await open(page)
    await page.emulateMedia({ media: 'print' })
    assert.deepEqual([await part(page, 'dialog').isVisible(), await part(page, '.trigger').isVisible()], [false, false])
    await page.evaluate(() => dispatchEvent(new Event('beforeprint')))
    assert.equal(await page.evaluate(() => document.documentElement.style.marginInlineEnd), '')
    await page.evaluate(() => dispatchEvent(new Event('afterprint')))
    assert.equal(await page.evaluate(() => document.documentElement.style.marginInlineEnd !== ''), layout === 'panel')
  }, `/?overlay=trigger=corner layout=${layout}`)
}

it('a page that is zoomed with two fingers leaves the dialog its height', async (page) => {
  await page.keyboard.press('Control+k')
  await open(page)
  const client = await page.context().newCDPSession(page)
  await client.send('Emulation.setPageScaleFactor', { pageScaleFactor: 2 })
  await page.waitForFunction(() => visualViewport?.scale === 2)
  // The event of the size comes with a frame.
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
  assert.equal(await part(page, '.panel').evaluate((panel) => panel.clientHeight), 844)
}, '/', PHONE)

/** How generators show a dark page, without `color-scheme`. */
const DARK_RULES = {
  'class': 'html.dark body { background: #111; color: #eee }',
  'data-theme': 'html[data-theme=dark] { background: oklch(0.2 0.02 260) }',
  'data-md-color-scheme': 'body[data-md-color-scheme=slate] { background: hsl(232, 15%, 14%) }',
  'data-night': 'html { transition: background 50ms; background: white } html[data-night=yes] { background: black }',
}

for (const [name, value, root, rules] of [
  ['class', 'dark', 'html', DARK_RULES.class],
  ['class', 'dark', 'html', ''],
  ['data-theme', 'dark', 'html', DARK_RULES['data-theme']],
  ['data-md-color-scheme', 'slate', 'body', DARK_RULES['data-md-color-scheme']],
  ['data-night', 'yes', 'html', DARK_RULES['data-night']],
] as const) {
  it(`it is dark where ${root} has ${name}="${value}"${rules === '' ? ', and no background' : ''}, also when a reader changes it`, async (page) => {
    await addRules(page, `html { color-scheme: normal; background: none } ${rules}`)
    const button = part(page, '.trigger')
    await page.keyboard.press('Control+k')
    assert.equal(await colorOf(page, '.panel'), 'rgb(255, 255, 255)')
    for (const [now, color] of [[value, 'rgb(23, 25, 30)'], ['', 'rgb(255, 255, 255)']] as const) {
      await page.locator(root).evaluate((element, [name, now]) => element.setAttribute(name, now), [name, now] as const)
      await page.waitForFunction((color) => ['dialog .panel', '.trigger'].every((selector) => [...document.querySelectorAll('ask-overlay')].some(({ shadowRoot }) => {
        const element = shadowRoot?.querySelector(selector)
        return element && getComputedStyle(element).backgroundColor === color
      })), color)
      assert.equal(await button.evaluate((element) => getComputedStyle(element).backgroundColor), color)
    }
  }, '/?overlay=layout=panel')
}

it('a scheme that is set for the element wins over the look of the page', async (page) => {
  await addRules(page, 'html { color-scheme: normal; background: white } ask-overlay { color-scheme: dark }')
  await page.keyboard.press('Control+k')
  assert.equal(await colorOf(page, '.panel'), 'rgb(23, 25, 30)')
})
