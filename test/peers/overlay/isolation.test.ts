/** The page and the dialog keep their looks from each other: inherited styles, the root's font size, paper; and what a site sets on purpose. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inflateSync } from 'node:zlib'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { addRules, DESKTOP, IS_FIREFOX, PHONE, shoot } from './browser.ts'
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

it('no style of the page is inherited by the dialog', async (page) => {
  // A scroll bar would take room from the dialog.
  await addRules(page, 'html { overflow: hidden }')
  await page.keyboard.press('Control+k')
  await search(page, 'graph')
  const before = await stylesOf(page)
  for (const rules of ['main { writing-mode: vertical-rl } main', 'html, body', '*']) {
    await addRules(page, `${rules} { ${INHERITED} }`)
    assert.deepEqual(await changedStyles(page, before), [], rules)
  }
})

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

for (const options of IS_FIREFOX ? [DESKTOP] : [DESKTOP, PHONE]) {
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

/** What a printer draws: the streams of the document but for those of its structure, which have its date. */
async function printed(page: Page): Promise<readonly string[]> {
  const parts = (await page.pdf()).toString('latin1').split('endstream').map((part) => part.split(/\bstream\r?\n/))
  const drawn = parts.flatMap(([head = '', data]) => (data === undefined || /\/(?:XRef|ObjStm)\b/.test(head) ? [] : [data]))
  assert.ok(drawn.length > 0)
  return drawn.map((data) => (data.startsWith('x') ? inflateSync(Buffer.from(data, 'latin1')).toString('latin1') : data))
}

for (const [layout, margin] of [['dialog', '0px'], ['panel', '432px']] as const) {
  it(`on paper there is the page alone: ${layout}`, async (page) => {
    await page.keyboard.press('Control+k')
    await part(page, 'dialog[open]').waitFor()
    const paper = await printed(page)
    assert.equal(await page.evaluate(() => getComputedStyle(document.documentElement).marginInlineEnd), margin)
    await page.keyboard.press('Escape')
    await page.evaluate(() => document.querySelectorAll('ask-overlay').forEach((overlay) => overlay.remove()))
    assert.deepEqual(paper, await printed(page))
  }, `/?overlay=trigger=corner layout=${layout}`)
}
