/** Roles, names and keys, as assistive technology meets them (WAI-ARIA dialog and combobox patterns). */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { DESKTOP, IS_FIREFOX, PHONE } from './browser.ts'
import { needs } from './form.ts'
import { answers } from './model.ts'
import { search } from './results.ts'
import { useStage } from './stage.ts'

const QUESTION = 'How do I serve a folder?'

const stage = useStage()

const it = (name: string, run: (page: Page) => Promise<void>, path = '/?q=graph', { options = DESKTOP, skip = needs().skip } = {}) =>
  test(name, { skip }, () => {
    stage.site.conversations.set(QUESTION, answers())
    return stage.visit(path, async (page) => {
      await page.locator('ask-overlay dialog[open]').waitFor()
      await run(page)
    }, options)
  })

const focused = (page: Page) => page.evaluate(() => {
  const element = document.activeElement?.shadowRoot?.activeElement ?? document.activeElement
  return element?.className || element?.localName || ''
})

it('the tree has a dialog, a combobox with its list, and groups with names', async (page) => {
  await page.locator('ask-overlay mark').first().waitFor()
  const tree = await page.locator('ask-overlay dialog').ariaSnapshot()
  assert.match(tree, /^- dialog "Search the documentation":/)
  assert.match(tree, /combobox "Search the documentation" \[expanded\]/)
  assert.match(tree, /listbox "Results":/)
  assert.match(tree, /group "Guides › Astro":/)
  assert.match(tree, /option "Graph[^"]*" \[selected\]/)
  assert.match(tree, /button "Close"/)
  const field = page.locator('ask-overlay .field')
  assert.equal(await field.getAttribute('aria-controls'), await page.locator('ask-overlay [role=listbox]').getAttribute('id'))
  await page.locator('ask-overlay [role=status]', { hasText: /^Results: \d+\+?$/ }).waitFor({ state: 'attached' })
})

it('the list closes for the field while the answer is shown, and the question takes the focus', async (page) => {
  await page.locator('ask-overlay .turn[aria-busy=false]').waitFor()
  assert.equal(await page.locator('ask-overlay .field').getAttribute('aria-expanded'), 'false')
  assert.equal(await page.locator('ask-overlay .field').getAttribute('aria-activedescendant'), '')
  assert.equal(await focused(page), 'h2')
  assert.match(await page.locator('ask-overlay .turns').ariaSnapshot(), /heading "How do I serve a folder\?" \[level=2\]/)
}, `/?ask=${encodeURIComponent(QUESTION)}`, needs('answers'))

it('everything of an answer can be reached by Tab, and focus stays inside', async (page) => {
  await page.locator('ask-overlay .source').first().waitFor()
  const seen: string[] = []
  for (let i = 0; i < 40; i += 1) {
    await page.keyboard.press('Tab')
    seen.push(await focused(page))
  }
  for (const name of ['back', 'field', 'close', 'turns', 'summary', 'number', 'row source', 'copy', 'again', 'next', 'send']) assert.ok(seen.includes(name), `${name} of ${seen}`)
  assert.ok(!seen.includes('note') && !seen.includes('textarea') && !seen.includes('body'))
  // From the first stop back to the last, and on to the first again.
  await page.locator('ask-overlay button.back').focus()
  await page.keyboard.press('Shift+Tab')
  assert.equal(await focused(page), 'send')
  await page.keyboard.press('Tab')
  assert.equal(await focused(page), 'back')
}, `/?ask=${encodeURIComponent(QUESTION)}`, needs('answers'))

it('focus can be seen wherever it is', async (page) => {
  await page.locator('ask-overlay .source').first().waitFor()
  for (let i = 0; i < 20; i += 1) {
    await page.keyboard.press('Tab')
    const outline = await page.evaluate(() => {
      const element = document.activeElement?.shadowRoot?.activeElement
      return element ? `${element.className || element.localName}: ${getComputedStyle(element).outlineStyle}` : 'outside'
    })
    // The field is where typing goes: its caret is enough, as in any search box.
    assert.match(outline, /: (?:solid|auto)$|^outside$|^field: /)
  }
}, `/?ask=${encodeURIComponent(QUESTION)}`, needs('answers'))

it('nothing moves for a reader who wants no motion', async (page) => {
  await page.locator('ask-overlay mark').first().waitFor()
  const moving = await page.evaluate(() => document.querySelector('[data-ask-dialog]')?.shadowRoot?.getAnimations().length)
  assert.equal(moving, 0)
}, '/?q=graph', { options: { ...DESKTOP, reducedMotion: 'reduce' } })

it('on a phone the keyboard goes away when the answer begins', async (page) => {
  await search(page, QUESTION)
  // Playwright can't touch in Firefox.
  await page.locator('ask-overlay .row.ask')[IS_FIREFOX ? 'click' : 'tap']()
  await page.locator('ask-overlay .turn').waitFor()
  assert.equal(await focused(page), 'h2')
}, '/?q=graph', { options: PHONE, ...needs('answers') })
