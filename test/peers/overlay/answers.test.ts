/** Questions and their answers, in a browser: streamed, stopped, failed, degraded, and asked again. */
import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { after, before, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { ANSWER, begin, createGate, piecesOf, scriptOf, SOURCES } from './answer-frames.ts'
import { NEEDS_BROWSER, openPage, startBrowser } from './browser.ts'
import { type Script, type Site, startSite } from './site.ts'

const QUESTION = 'How do I serve a folder?'

let site: Site
let browser: Browser
const { skip } = NEEDS_BROWSER

before(async () => {
  if (skip !== false) return
  site = await startSite()
  browser = await startBrowser()
})
after(async () => {
  await browser?.close()
  await site?.close()
})

const it = (name: string, script: Script | null, run: (page: Page, complaints: string[]) => Promise<void>) =>
  test(name, { skip }, async () => {
    Object.assign(site, { searchDelay: 0, searchStatus: 200 })
    site.scripts.clear()
    site.posts.length = 0
    if (script !== null) site.scripts.set(QUESTION, script)
    const { page, complaints } = await openPage(browser, site.url)
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await run(page, complaints)
    assert.deepEqual(complaints, [])
    await page.context().close()
  })

async function ask(page: Page, question = QUESTION) {
  await page.keyboard.press('Control+k')
  await page.locator('ask-overlay .field').fill(question)
  await page.keyboard.press('Enter')
}

const turn = (page: Page) => page.locator('ask-overlay .turn').last()
const ended = (page: Page) => turn(page).and(page.locator('[aria-busy=false]')).waitFor()
const clipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText())

it('a question is the first row, and Enter asks it', scriptOf(), async (page) => {
  await page.keyboard.press('Control+k')
  await page.locator('ask-overlay .field').fill(QUESTION)
  assert.match(await page.locator('ask-overlay [role=option]').first().innerText(), /^Ask: How do I serve a folder\?/)
  await page.keyboard.press('Enter')
  await ended(page)
  assert.deepEqual(site.posts.filter(({ mode }) => mode === 'agentic'), [{ query: QUESTION, mode: 'agentic' }])
  assert.equal(await turn(page).locator('h2').innerText(), QUESTION)
})

it('the answer is rendered Markdown whose links are numbered as its sources are', scriptOf(), async (page) => {
  await ask(page)
  await ended(page)
  const tags = await turn(page).locator('.text').evaluate((text) => [...text.querySelectorAll('*')].map(({ localName }) => localName))
  for (const tag of ['p', 'code', 'strong', 'em', 'pre', 'ul', 'ol', 'li', 'table', 'th', 'td', 'a']) assert.ok(tags.includes(tag), tag)
  const number = turn(page).locator('.number')
  assert.equal(await number.innerText(), '1')
  assert.equal(await number.getAttribute('aria-label'), '1: Getting started › See what you serve')
  const sources = await turn(page).locator('.places > ol .source').evaluateAll((all) => all.map((link) => link.getAttribute('href')))
  assert.deepEqual(sources, ['/getting-started/#see-what-you-serve', '/graph/', '/command-line/#ask-serve'])
  assert.equal(await turn(page).locator('.places > details summary').innerText(), 'Also read: 1')
  assert.ok(await turn(page).locator('.notice').isHidden())
})

const gate = createGate()
const slow: Script = async (stream) => {
  stream.send('search', { query: 'serve a folder' })
  stream.send('search', { query: 'See what you serve' })
  await gate.wait()
  stream.send('sources', { sources: SOURCES, model: 'm', mode: 'agentic' })
  for (const piece of piecesOf(ANSWER)) {
    stream.send('token', { text: piece })
    await sleep(1)
  }
  stream.send('done', {})
}

it('steps are shown while it searches and folded after; typing and closing leave it running', slow, async (page) => {
  await ask(page)
  await page.evaluate(() => {
    const spoken = document.querySelector('ask-overlay')?.shadowRoot?.querySelector('.spoken')
    if (spoken) new MutationObserver(() => Object.assign(window, { heard: `${Reflect.get(window, 'heard') ?? ''}${spoken.textContent}|` })).observe(spoken, { childList: true })
  })
  await turn(page).locator('.steps li').nth(1).waitFor()
  assert.equal(await turn(page).locator('.steps').getAttribute('open'), '')
  assert.equal(await turn(page).locator('.status').innerText(), 'Searching the documentation')
  assert.equal(await turn(page).getAttribute('aria-busy'), 'true')
  await page.locator('ask-overlay .field').fill('graph')
  await page.locator('ask-overlay mark').first().waitFor()
  assert.match(await page.locator('ask-overlay .resume').innerText(), /^Answer: How do I/)
  await page.keyboard.press('Escape')
  await page.locator('ask-overlay dialog[open]').waitFor({ state: 'detached' })
  gate.open()
  await page.keyboard.press('Control+k')
  await page.locator('ask-overlay .resume').click()
  await ended(page)
  assert.equal(await turn(page).locator('.steps').getAttribute('open'), null)
  await turn(page).locator('.steps summary').click()
  assert.deepEqual(await turn(page).locator('.steps li').allInnerTexts(), ['Searched: serve a folder', 'Opened: See what you serve'])
  const heard = await page.evaluate(() => String(Reflect.get(window, 'heard')))
  assert.equal(heard.split('The answer is ready. Sources: 3|').length, 2, heard)
  assert.match(await turn(page).locator('.text').innerText(), /Every flag is in the reference/)
})

it('what is drawn stays while more comes, and shows no open marks', async (stream) => {
  begin(stream)
  for (const piece of piecesOf(ANSWER, 3)) {
    stream.send('token', { text: piece })
    await sleep(2)
  }
  stream.send('done', {})
}, async (page) => {
  await ask(page)
  await turn(page).locator('pre').waitFor()
  await turn(page).locator('.text > p').first().evaluate((element) => element.setAttribute('data-kept', ''))
  let open = 0
  while ((await turn(page).getAttribute('aria-busy')) === 'true') {
    const text = await turn(page).locator('.text').evaluate((element) => [...element.querySelectorAll('p, li')].map((part) => part.textContent).join('\n'))
    if (/\*\*|\]\(|`/.test(text)) open += 1
  }
  assert.equal(open, 0)
  assert.equal(await turn(page).locator('.text > p').first().getAttribute('data-kept'), '')
})

let gone = false
it('stop keeps the text, ends the request, and the question can be asked again', async (stream) => {
  begin(stream)
  stream.send('token', { text: 'Half of **an answer' })
  await new Promise((done) => stream.gone.addEventListener('abort', done))
  gone = true
}, async (page) => {
  await ask(page)
  await turn(page).locator('.text strong').waitFor()
  await turn(page).locator('.stop').click()
  await ended(page)
  assert.equal(await turn(page).locator('.notice').innerText(), 'Stopped.')
  assert.match(await turn(page).locator('.text').innerText(), /^Half of/)
  for (let i = 0; i < 40 && !gone; i += 1) await sleep(25)
  assert.ok(gone)
  site.scripts.set(QUESTION, scriptOf())
  await turn(page).locator('.again').click()
  await ended(page)
  assert.equal(await page.locator('ask-overlay .turn').count(), 2)
  assert.equal(await turn(page).locator('.places > ol li').count(), 3)
})

it('an answer and its code can be copied', scriptOf(), async (page) => {
  await ask(page)
  await ended(page)
  await turn(page).locator('.code').hover()
  await turn(page).locator('.code .copy').click()
  assert.match(await clipboard(page), /^npm install ask-service && npx ask serve .* scroll"$/)
  await turn(page).locator('.tools .copy').click()
  await turn(page).locator('.tools .copy', { hasText: 'Copied' }).waitFor()
  const copied = await clipboard(page)
  assert.ok(copied.startsWith(`## ${QUESTION}\n\nRun \`ask serve\``))
  assert.ok(copied.includes(`[1](${site.url}/getting-started/#see-what-you-serve)`))
  assert.ok(copied.endsWith(`- [Command line › ask serve](${site.url}/command-line/#ask-serve)\n`))
})

it('the next question is sent alone', scriptOf(), async (page) => {
  await ask(page)
  await ended(page)
  site.scripts.set('And the port?', scriptOf('It is 8787 [1](/command-line/#ask-serve).'))
  await page.locator('ask-overlay .next').fill('And the port?')
  await page.keyboard.press('Enter')
  await turn(page).locator('.number').waitFor()
  assert.deepEqual(site.posts.filter(({ mode }) => mode === 'agentic').at(-1), { query: 'And the port?', mode: 'agentic' })
  assert.equal(await page.locator('ask-overlay .turn').count(), 2)
  assert.equal(await page.locator('ask-overlay .next').inputValue(), '')
})

it('an answer that cites nothing says so and lists the closest sections', scriptOf('There is nothing about that graph.', []), async (page) => {
  await ask(page)
  await turn(page).locator('.places .source').first().waitFor()
  assert.match(await turn(page).locator('.notice').innerText(), /^The documentation may not cover this/)
  assert.equal(await turn(page).locator('.places h3').innerText(), 'Closest sections')
})

it('a service without a key answers with results, and why', null, async (page) => {
  await ask(page, 'How do I serve the graph?')
  await turn(page).locator('.places .source').first().waitFor()
  assert.match(await turn(page).locator('.notice').innerText(), /^No answers at the moment.*LLM_API_KEY/)
})

it('an answer that fails keeps its text and can be tried again', async (stream) => {
  begin(stream)
  stream.send('token', { text: 'It begins well' })
  stream.send('error', { error: 'The model is overloaded' })
}, async (page) => {
  await ask(page)
  await ended(page)
  assert.match(await turn(page).locator('.text').innerText(), /^It begins well/)
  assert.equal(await turn(page).locator('.notice').innerText(), 'The answer could not be finished. The model is overloaded')
  site.scripts.set(QUESTION, scriptOf())
  await turn(page).locator('.again').click()
  await ended(page)
  assert.ok(await turn(page).locator('.notice').isHidden())
})

it('a stream that breaks off has failed', async (stream) => {
  begin(stream)
  stream.send('token', { text: 'Cut' })
}, async (page) => {
  await ask(page)
  await ended(page)
  assert.equal(await turn(page).locator('.notice').innerText(), 'The answer could not be finished.')
})

test('?ask= opens it and asks', { skip }, async () => {
  site.scripts.set(QUESTION, scriptOf())
  const { page, complaints } = await openPage(browser, `${site.url}/?ask=${encodeURIComponent(QUESTION)}`)
  await ended(page)
  assert.deepEqual(complaints, [])
  await page.context().close()
})

test('a stream that is held back on its way is told to whoever looks into the console', { skip }, async () => {
  site.scripts.set(QUESTION, async (stream) => {
    await sleep(1_700)
    await scriptOf()(stream)
  })
  const { page, complaints } = await openPage(browser, site.url)
  await ask(page)
  await ended(page)
  await page.waitForTimeout(100)
  assert.match(complaints.join(), /^warning: ask: the answer came in one piece/)
  await page.context().close()
})
