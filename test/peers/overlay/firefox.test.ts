/** The overlay in Debian's Firefox: search, an answer with a follow-up, the next page, and the panel beside the page. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { KEYS, NEEDS_FIREFOX, startFirefox } from './firefox.ts'
import { answers } from './model.ts'
import { startSite } from './site.ts'

const QUESTION = 'How do I serve a folder?'
/** In the page, as text: the root of the overlay. */
const ROOT = "document.querySelector('ask-overlay').shadowRoot"
const one = (selector: string) => `${ROOT}.querySelector(${JSON.stringify(selector)})`

test('search, thread, next page and panel work in Firefox', { ...NEEDS_FIREFOX, timeout: 120_000 }, async (t) => {
  const site = await startSite()
  const tab = await startFirefox()
  t.after(async () => {
    await tab.close()
    await site.close()
  })
  site.conversations.set(QUESTION, answers())
  site.conversations.set('And the port?', answers('It is 8787 [command-line#ask-serve].'))
  await tab.open(site.url)
  await tab.press(KEYS.control, 'k')
  await tab.until(`${one('dialog')}.matches(':modal')`)
  await tab.type('graph')
  await tab.until(one('.row.result mark'))
  await tab.shoot('results-firefox')
  await tab.evaluate(`${one('.field')}.select()`)
  await tab.type(QUESTION)
  await tab.press(KEYS.shift, KEYS.enter)
  await tab.until(one('.turn[aria-busy=false] .source .snippet'))
  await tab.shoot('answer-firefox')
  assert.equal(await tab.evaluate(`${ROOT}.querySelectorAll('.places ol li').length`), 3)
  await tab.evaluate(`${one('.next')}.focus()`)
  await tab.type('And the port?')
  await tab.press(KEYS.enter)
  await tab.until(one('.turn + .turn[aria-busy=false]'))
  const top = await tab.evaluate(`${one('.turn + .turn')}.getBoundingClientRect().top - ${one('.turns')}.getBoundingClientRect().top`)
  assert.ok(Math.abs(Number(top)) <= 2, String(top))
  await tab.open(`${site.url}/graph/`)
  await tab.press(KEYS.control, 'k')
  await tab.until(one('.turn + .turn'))
  await tab.press(KEYS.control, 'i')
  await tab.until(`${one('dialog')}.matches(':not(:modal)')`)
  assert.ok(await tab.evaluate(`document.body.getBoundingClientRect().right <= ${one('.panel')}.getBoundingClientRect().left`))
  await tab.shoot('panel-firefox')
  await tab.press(KEYS.escape)
  await tab.until(`!${one('dialog')}.open`)
  assert.equal(site.posts.filter(({ mode }) => mode === 'agentic').length, 2)
})
