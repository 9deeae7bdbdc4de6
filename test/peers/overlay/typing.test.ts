/** The field as keyboards of all kinds fill it: input methods that compose, phones that correct, pointers that drag. In Chromium alone, which takes composed text from tests. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { DESKTOP, stopClock } from './browser.ts'
import { needs } from './form.ts'
import { awaitResults, search } from './results.ts'
import { holdSearches } from './search-faults.ts'
import { useStage } from './stage.ts'

const stage = useStage()

const it = (name: string, run: (page: Page) => Promise<void>, path = '/', { skip } = needs(), options: BrowserContextOptions = DESKTOP) =>
  test(name, { skip }, () => {
    stage.site.reset()
    return stage.visit(path, async (page) => {
      await page.keyboard.press('Control+k')
      await run(page)
    }, options)
  })

const field = (page: Page) => page.locator('ask-overlay .field')
const isOpen = (page: Page) => page.locator('ask-overlay dialog[open]').isVisible()

/** Sends to the browser, as an input method does, text that is being composed, or text that is committed in its place. */
async function compose(page: Page, text: string, isCommitted = false) {
  const client = await page.context().newCDPSession(page)
  if (isCommitted) await client.send('Input.insertText', { text })
  else await client.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length })
  await client.detach()
}

/** A key while an input method composes, as browsers tell the page. */
const pressComposing = (page: Page, key: string, code = key, ctrlKey = false) =>
  field(page).dispatchEvent('keydown', { key, code, ctrlKey, keyCode: 229, isComposing: true, bubbles: true, composed: true, cancelable: true })

it('a word that a phone composes letter by letter has its results while it is composed', async (page) => {
  for (const text of ['g', 'gr', 'graph']) {
    const urls = await awaitResults(page, text, () => compose(page, text))
    assert.ok(urls.length > 0, text)
  }
  assert.equal(await field(page).inputValue(), 'graph')
})

it('a syllable that is never committed is searched with those before it', async (page) => {
  await compose(page, '검', true)
  await awaitResults(page, '검색', () => compose(page, '색'))
  assert.equal(await field(page).inputValue(), '검색')
})

it('results that come do not end the composition', async (page) => {
  await awaitResults(page, 'グラ', () => compose(page, 'グラ'))
  await awaitResults(page, 'グラフ', () => compose(page, 'グラフ'))
  await compose(page, 'グラフ', true)
  assert.equal(await field(page).inputValue(), 'グラフ')
})

for (const [layout, isModal] of [['dialog', true], ['panel', false]] as const) {
  it(`keys belong to the input method while it composes: ${layout}`, async (page) => {
    await page.locator(`ask-overlay dialog${isModal ? ':modal' : ':not(:modal)'}`).waitFor()
    await awaitResults(page, 'graph', () => compose(page, 'graph'))
    const selected = page.locator('ask-overlay [aria-selected=true]')
    const id = await selected.getAttribute('id')
    for (const key of ['ArrowDown', 'Enter', 'Escape', 'Tab']) await pressComposing(page, key)
    await pressComposing(page, 'Process', 'KeyI', true)
    await pressComposing(page, 'Process', 'KeyK', true)
    assert.deepEqual([await isOpen(page), await selected.getAttribute('id'), page.url().includes('/graph/')], [true, id, false])
    assert.equal(await page.locator('ask-overlay dialog:modal').count(), isModal ? 1 : 0)
  }, `/?overlay=layout=${layout}`)
}

it('no phone corrects or capitalizes what is typed', async (page) => {
  const names = ['spellcheck', 'autocorrect', 'autocapitalize', 'autocomplete']
  assert.deepEqual(await Promise.all(names.map((name) => field(page).getAttribute(name))), ['false', 'off', 'off', 'off'])
})

it('a button clears the field where there is something in it, and typing goes on', async (page) => {
  const clear = page.getByRole('button', { name: 'Clear' })
  assert.equal(await clear.isVisible(), false)
  await search(page, 'graph')
  await clear.click()
  assert.deepEqual([await clear.isVisible(), await page.locator('ask-overlay .row.result').count()], [false, 0])
  await page.keyboard.type('proxy')
  assert.equal(await field(page).inputValue(), 'proxy')
})

it('a pointer selects text, and gives the field that it presses the focus', async (page) => {
  await search(page, 'zzqqxx')
  await page.locator('ask-overlay .note p').dblclick({ position: { x: 10, y: 10 } })
  const selected = await page.locator('ask-overlay .note').evaluate((note) => {
    const root = note.getRootNode() as ShadowRoot & Pick<Document, 'getSelection'>
    return root.getSelection()?.toString()
  })
  assert.equal(selected?.trim(), 'No')
  await field(page).click()
  await page.keyboard.type('!')
  assert.equal(await field(page).inputValue(), 'zzqqxx!')
})

it('a selection that is dragged out of the panel leaves it open; a press beside it closes it', async (page) => {
  await field(page).fill('graph')
  const { x = 0, y = 0, width = 0 } = (await field(page).boundingBox()) ?? {}
  await page.mouse.move(x + 30, y + 10)
  await page.mouse.down()
  await page.mouse.move(x + width + 300, y + 10, { steps: 4 })
  await page.mouse.up()
  assert.equal(await isOpen(page), true)
  await page.mouse.click(x + width + 300, y + 10)
  assert.equal(await isOpen(page), false)
})

it('results that take more than 300 ms are announced, in the panel and to those who hear it', async (page) => {
  const release = await holdSearches(page, stage.site)
  const note = page.locator('ask-overlay .note')
  await stopClock(page)
  await field(page).fill('graph')
  await page.clock.runFor(299)
  assert.deepEqual([await note.isVisible(), await page.locator('ask-overlay .list').getAttribute('aria-busy')], [false, 'true'])
  await page.clock.runFor(1)
  assert.equal(await note.innerText(), 'Searching the documentation…')
  assert.equal(await page.locator('ask-overlay [role=status]').textContent(), 'Searching the documentation')
  await awaitResults(page, 'graph', async () => release())
  assert.deepEqual([await note.isVisible(), await page.locator('ask-overlay .list').getAttribute('aria-busy')], [false, 'false'])
})
