/** Sizes, places and words that pictures show but nothing else holds: rows, the panel, large fonts, right to left, no results. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { BrowserContextOptions, Locator, Page } from 'playwright-core'
import { DESKTOP, IS_FIREFOX, openPage, PHONE, shoot } from './browser.ts'
import { HAS_ANSWERS, needs } from './form.ts'
import { answers } from './model.ts'
import { search } from './results.ts'
import { writeFolder } from './served.ts'
import { startSite } from './site.ts'
import { useStage } from './stage.ts'

const QUESTION = 'How do I serve a folder?'
const ASKED = `?ask=${encodeURIComponent(QUESTION)}`

/** Pixels that a page may keep for its scroll bar. */
const MAX_SCROLL_BAR_PX = 16

const stage = useStage()

const it = (name: string, query: string, run: (page: Page) => Promise<void>, options: BrowserContextOptions = DESKTOP) =>
  test(name, needs(...(query.startsWith(ASKED) ? ['answers' as const] : [])), () => {
    stage.site.reset()
    stage.site.conversations.set(QUESTION, answers())
    return stage.visit(`/${query}`, run, options)
  })

const part = (page: Page, selector: string, options = {}) => page.locator(`ask-overlay ${selector}`, options)
const styleOf = (element: Locator, name: string) => element.evaluate((one, name) => getComputedStyle(one).getPropertyValue(name), name)
const boxOf = (element: Locator) => element.evaluate((one) => {
  const { left, right, top, bottom, width, height } = one.getBoundingClientRect()
  return { left, right, top, bottom, width, height }
})

it('rows have their sizes, and the row that asks is in view', '', async (page) => {
  await page.keyboard.press('Control+k')
  await search(page, 'graph')
  const rows = part(page, '.row.result')
  assert.equal(await styleOf(rows.first(), 'padding'), '7px 12px')
  assert.deepEqual([await styleOf(rows.first().locator('.head'), 'font-size'), await styleOf(rows.first().locator('.head'), 'font-weight')], ['15px', '550'])
  assert.deepEqual([await styleOf(rows.first().locator('.snippet').first(), 'font-size'), await styleOf(rows.first().locator('.snippet').first(), 'line-height')], ['13px', '18.85px'])
  assert.equal(await styleOf(part(page, 'mark').first(), 'color'), await styleOf(part(page, '.panel'), 'color'))
  assert.equal(await part(page, '.field').getAttribute('enterkeyhint'), 'search')
  if (!HAS_ANSWERS) return
  const list = await boxOf(part(page, '.list'))
  const asks = await boxOf(part(page, '.row.ask'))
  assert.ok((await part(page, '.list').evaluate(({ scrollHeight, clientHeight }) => scrollHeight > clientHeight)) && asks.bottom <= list.bottom + 1)
})

for (const [name, viewport] of [
  ['a window', { width: 1280, height: 800 }],
  ['a page at 400 %', { width: 320, height: 256 }],
  ['a phone on its side with its keyboard', { width: 667, height: 190 }],
] as const) {
  it(`the active row is in view, not below the row that asks: ${name}`, '', async (page) => {
    await page.keyboard.press('Control+k')
    await search(page, 'graph')
    for (let i = 0; i < 10; i += 1) {
      const row = part(page, '[aria-selected=true]')
      assert.ok(await row.evaluate((row) => {
        const { left, top } = row.getBoundingClientRect()
        const root = row.getRootNode() as ShadowRoot
        return row.contains(root.elementFromPoint(left + 30, top + 12))
      }), `row ${i}`)
      await page.keyboard.press('ArrowDown')
    }
  }, { viewport })
}

it('fields have the size of text on phones at which none is zoomed when it takes the focus', '', async (page) => {
  await page.locator('ask-overlay').evaluate((overlay) => overlay.style.setProperty('--ask-font-size', '13px'))
  await part(page, '.trigger').tap()
  for (const field of ['.field', '.next']) assert.equal(await styleOf(part(page, field), 'font-size'), '16px')
}, PHONE)

it('layout="panel" opens it at the side, docked on wide windows, as wide as the page says', '?overlay=layout=panel', async (page) => {
  await page.locator('ask-overlay').evaluate((overlay) => overlay.style.setProperty('--ask-panel-width', '500px'))
  await page.keyboard.press('Control+k')
  await part(page, 'dialog[open]:not(:modal)').waitFor()
  const { right, top, height, width } = await boxOf(part(page, '.panel'))
  assert.deepEqual([top, height, width, (await boxOf(part(page, '.foot'))).bottom], [0, 800, 500, 800])
  assert.ok(right >= 1280 - MAX_SCROLL_BAR_PX, `${right}`)
  await page.setViewportSize({ width: 1000, height: 800 })
  await part(page, 'dialog:modal').waitFor()
  assert.ok((await boxOf(part(page, '.panel'))).right >= 1000 - MAX_SCROLL_BAR_PX)
})

it('at the side it is as high as the window, with several answers too', `${ASKED}&overlay=layout=panel`, async (page) => {
  await part(page, '.source').first().waitFor()
  await part(page, '.next').fill(QUESTION)
  await page.keyboard.press('Enter')
  await part(page, '.turn + .turn .source').first().waitFor()
  const { top, height } = await boxOf(part(page, '.panel'))
  assert.deepEqual([top, height], [0, 800])
})

it('on a phone it fills the screen, as a panel too', '?overlay=layout=panel', async (page) => {
  await page.keyboard.press('Control+k')
  await part(page, 'dialog:modal').waitFor()
  const { left, top, width, height } = await boxOf(part(page, '.panel'))
  assert.deepEqual([left, top, height], [0, 0, 844])
  assert.ok(width >= 390 - MAX_SCROLL_BAR_PX, `${width}`)
}, PHONE)

it('an answer shows its question once, and its notice in view', ASKED, async (page) => {
  await part(page, '.places > ol .source').nth(2).waitFor()
  assert.equal((await part(page, '.panel').innerText()).split(QUESTION).length, 2)
  assert.equal(await part(page, '.field').inputValue(), '')
  assert.ok((await boxOf(part(page, '.notice'))).bottom <= (await boxOf(part(page, '.turns'))).bottom)
  assert.equal(await part(page, '.next').getAttribute('enterkeyhint'), 'send')
})

it('from right to left the way back points to the right, and code and English keep their direction', `${ASKED}&dir=rtl`, async (page) => {
  await part(page, '.source').first().waitFor()
  assert.equal(await styleOf(part(page, '.back .icon'), 'transform'), 'matrix(-1, 0, 0, 1, 0, 0)')
  assert.equal(await styleOf(part(page, '.back'), 'transform'), 'none')
  assert.deepEqual([await styleOf(part(page, '.text'), 'direction'), await styleOf(part(page, 'pre'), 'direction')], ['ltr', 'ltr'])
  assert.ok((await boxOf(part(page, '.back'))).left > (await boxOf(part(page, '.close'))).left)
})

it('from right to left each key stands right of what it does, also where that is English', '?dir=rtl', async (page) => {
  await page.keyboard.press('Control+k')
  const lefts = await part(page, '.keys').evaluate((keys) => [...keys.children].map((child) => child.getBoundingClientRect().left))
  assert.deepEqual(lefts, lefts.toSorted((a, b) => b - a))
})

// Firefox has one look from its start.
if (!IS_FIREFOX) {
  it('with forced colors the round button is seen: it has a border, and its icon the color of text', ASKED, async (page) => {
    await part(page, '.source').first().waitFor()
    assert.equal(await styleOf(part(page, '.send'), 'border-top-style'), 'solid')
    assert.equal(await styleOf(part(page, '.send .icon'), 'color'), await styleOf(part(page, '.send'), 'color'))
  }, { ...DESKTOP, forcedColors: 'active' })
}

it('a slip is searched in its nearest spelling, and without results there is the question', '', async (page) => {
  await page.keyboard.press('Control+k')
  await search(page, 'traling slash')
  await part(page, '.row.result mark').first().waitFor()
  await part(page, '.field').fill('zzzqqqxxyy')
  await part(page, '.note', { hasText: 'No results' }).waitFor()
  assert.deepEqual(await part(page, '.row .head').allInnerTexts(), HAS_ANSWERS ? ['Ask: zzzqqqxxyy'] : [])
})

const ARABIC = 'يشغل الأمر docker الخدمة في المجلد الذي تريده ويقرأ كل الصفحات التي فيه ثم يبني منها فهرسا للبحث. '
const ENGLISH = 'The command docker starts the service in the folder that you want, and reads all pages in it to make an index for its search. '

test('a snippet has the direction of its text, by which browsers cut it at its end, whatever the direction of the page', needs(), async (t) => {
  const folder = writeFolder({ 'arabic.md': `# دليل\n\n${ARABIC.repeat(4)}`, 'english.md': `# Guide\n\n${ENGLISH.repeat(4)}` })
  t.after(folder.remove)
  const site = await startSite({ folder: folder.path })
  t.after(site.close)
  for (const dir of ['ltr', 'rtl']) {
    const { page } = await openPage(stage.browser, `${site.url}/?dir=${dir}`)
    await page.keyboard.press('Control+k')
    await search(page, 'docker')
    await shoot(page, `snippets-${dir}`)
    // The ellipsis stands at the end of this direction.
    const shown = await part(page, '.row.result').evaluateAll((rows) => rows.map((row) => {
      const snippet = row.querySelector('.snippet')
      return `${row.getAttribute('href')?.split('/').at(-2)} ${snippet && getComputedStyle(snippet).direction}`
    }))
    assert.deepEqual(shown.sort(), ['arabic rtl', 'english ltr'])
    await page.context().close()
  }
})

test('no line of a snippet ends within a flag, however wide it is', needs(), async (t) => {
  const folder = writeFolder({ 'flags.md': `# Flags\n\n${'It builds with --minify. '.repeat(40)}` })
  t.after(folder.remove)
  const site = await startSite({ folder: folder.path })
  t.after(site.close)
  const { page } = await openPage(stage.browser, site.url)
  await page.keyboard.press('Control+k')
  await search(page, 'builds')
  let flags = 0
  for (let width = 400; width < 520; width += 10) {
    await page.setViewportSize({ width, height: 800 })
    const heights = await part(page, '.row.result .snippet').first().evaluate((snippet) => [...snippet.childNodes].flatMap((node) => {
      const at = node.textContent?.search(/-\u2060?-/) ?? -1
      if (at === -1) return []
      const range = new Range()
      range.setStart(node, at)
      range.setEnd(node, node.textContent?.indexOf('n', at) ?? at)
      const { fontSize } = getComputedStyle(snippet)
      return range.getBoundingClientRect().height / parseFloat(fontSize)
    }))
    flags += heights.length
    // Of two lines it would be more.
    assert.ok(heights.every((height) => height < 2), `${width}: ${heights}`)
  }
  assert.ok(flags > 20, `${flags}`)
  await page.context().close()
})

test('no line of an answer ends within a flag or begins with a citation, however wide it is', needs('answers'), async () => {
  stage.site.conversations.set(QUESTION, answers('Build it with `ask static docs --minify` [graph], 或者使用默认的设置[graph]. '.repeat(12)))
  await stage.visit(`/${ASKED}`, async (page) => {
    await part(page, '.source').waitFor()
    for (let width = 400; width < 520; width += 10) {
      await page.setViewportSize({ width, height: 800 })
      const left = await part(page, '.text p').first().evaluate((paragraph) => paragraph.getBoundingClientRect().left)
      const isWhole = await part(page, '.text p').first().locator('.number, bdi').evaluateAll((all, left) => all.every((one) => one.getClientRects().length === 1 && (one.localName === 'bdi' || one.getBoundingClientRect().left > left + 9)), left)
      assert.ok(isWhole, `${width}`)
    }
  })
})
