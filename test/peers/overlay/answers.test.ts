/**
 * Questions and their answers, in a browser: streamed, stopped, failed, degraded, and asked again. The service is the
 * real one with a scripted model, so that loop, grounding, budgets and event stream are what readers will have.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { SOURCES } from './answer-frames.ts'
import { DESKTOP, findFaults, IS_FIREFOX, openPage, shoot, stopClock } from './browser.ts'
import { BASE, FORM, needs } from './form.ts'
import { ANSWER, answers, CITED, createGate, LOOKS, type ModelTurn, says } from './model.ts'
import { type Site, startSite, startSpentSite } from './site.ts'
import { useStage } from './stage.ts'

const QUESTION = 'How do I serve a folder?'
const STEPS = ['How do I serve a folder?', 'serve a folder', 'Serve a folder', 'Graph', 'ask serve']

/** In the page, as text: the paragraphs and items of the answer after each change of it. */
const LIST_DRAWINGS = `
  window.drawings = []
  const overlay = document.querySelector('ask-overlay')
  overlay.open()
  const { shadowRoot } = document.querySelector('[data-ask-dialog]')
  new MutationObserver(() => {
    const parts = [...shadowRoot.querySelectorAll('.turn .text :is(p, li)')]
    if (parts.length > 0) drawings.push(parts.map((part) => part.textContent).join('\\n'))
  }).observe(shadowRoot.querySelector('.turns'), { childList: true, subtree: true })
  overlay.close()
`

const { skip } = needs('answers')
const stage = useStage()

const it = (name: string, turns: readonly ModelTurn[], run: (page: Page, complaints: string[]) => Promise<void>) =>
  test(name, { skip }, () => {
    stage.site.reset()
    stage.site.conversations.set(QUESTION, turns)
    // Firefox is started with them.
    return stage.visit('/', run, IS_FIREFOX ? DESKTOP : { ...DESKTOP, permissions: ['clipboard-read', 'clipboard-write'] })
  })

async function ask(page: Page, question = QUESTION) {
  await page.keyboard.press('Control+k')
  await page.locator('ask-overlay .field').fill(question)
  await page.keyboard.press('Enter')
}

/** The questions that were asked. */
const asked = () => stage.site.posts.filter(({ mode }) => mode === 'agentic').map(({ query, filter, history }) => ({ query, filter, history }))
const turn = (page: Page) => page.locator('ask-overlay .turn').last()
const ended = (page: Page) => turn(page).and(page.locator('[aria-busy=false]')).waitFor()
/** The clipboard's text when it begins with `start`. */
async function clipboard(page: Page, start: string): Promise<string> {
  const copied = await page.waitForFunction(async (start) => {
    const text = await navigator.clipboard.readText()
    return text.startsWith(start) ? text : null
  }, start)
  return (await copied.jsonValue()) ?? ''
}

it('a question is the first row, and Enter asks it', answers(), async (page) => {
  await page.keyboard.press('Control+k')
  await page.locator('ask-overlay .field').fill(QUESTION)
  assert.match(await page.locator('ask-overlay [role=option]').first().innerText(), /^Ask: How do I serve a folder\?/)
  await page.keyboard.press('Enter')
  await ended(page)
  assert.deepEqual(asked(), [{ query: QUESTION, filter: { lang: '' }, history: undefined }])
  assert.equal(await turn(page).locator('h2').innerText(), QUESTION)
})

it('the answer is rendered Markdown whose links are numbered as its sources are', answers(), async (page) => {
  await ask(page)
  await ended(page)
  const tags = await turn(page).locator('.text').evaluate((text) => [...text.querySelectorAll('*')].map(({ localName }) => localName))
  for (const tag of ['p', 'code', 'strong', 'em', 'pre', 'ul', 'ol', 'li', 'table', 'th', 'td', 'a']) assert.ok(tags.includes(tag), tag)
  const number = turn(page).locator('.number')
  assert.equal(await number.innerText(), '1')
  assert.equal(await number.getAttribute('aria-label'), '1: Getting started › Serve a folder')
  const sources = await turn(page).locator('.places > ol .source').evaluateAll((all) => all.map((link) => link.getAttribute('href')))
  assert.deepEqual(sources, ['/getting-started/#serve-a-folder', '/graph/', '/command-line/#ask-serve'].map((url) => BASE + url))
  // The service says once what has no source.
  assert.match(await turn(page).locator('.text').innerText(), /\nCheck before you use it, not found in the cited sections: --port/)
  assert.equal(await turn(page).locator('.notice').innerText(), '')
  // No other request is made for them.
  const searches = FORM === 'service' ? ['keyword'] : []
  assert.deepEqual(stage.site.posts.map(({ mode }) => mode), [...searches, 'agentic'])
})

const gate = createGate()
it('steps are shown while it searches and folded after; typing and closing leave it running', [LOOKS, gate.hold(says(ANSWER, { pause: 1 }))], async (page) => {
  await ask(page)
  await page.evaluate(() => {
    const spoken = document.querySelector('[data-ask-dialog]')?.shadowRoot?.querySelector('.spoken')
    if (spoken) new MutationObserver(() => Object.assign(window, { heard: `${Reflect.get(window, 'heard') ?? ''}${spoken.textContent}|` })).observe(spoken, { childList: true })
  })
  await turn(page).locator('.steps summary', { hasText: 'ask serve' }).waitFor()
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
  assert.equal(await turn(page).locator('.steps summary').innerText(), 'Places searched: 5')
  await turn(page).locator('.steps summary').click()
  assert.deepEqual(await turn(page).locator('.steps li').allInnerTexts(), STEPS)
  const heard = await page.evaluate(() => String(Reflect.get(window, 'heard')))
  assert.equal(heard.split('The answer is ready. Sources: 3.').length, 2, heard)
  assert.match(await turn(page).locator('.text').innerText(), /Every flag is in the reference/)
})

const late = createGate()
it('an answer under way goes on where the texts change behind the closed dialog', [LOOKS, late.hold(says(ANSWER))], async (page) => {
  await ask(page)
  await page.keyboard.press('Escape')
  await page.evaluate(() => Object.assign(document.querySelector('ask-overlay')!, { strings: { label: 'Handbook' } }))
  await page.keyboard.press('Control+k')
  late.open()
  await turn(page).locator('.source').nth(CITED.length - 1).waitFor()
})

/** Pieces of the model's turn in which the code block has begun and after which more blocks come. */
const PIECES_TO_CODE = 100
const middle = createGate()
it('what is drawn stays while more comes, and shows no open marks', [LOOKS, middle.hold(says(ANSWER, { pause: 4 }), PIECES_TO_CODE)], async (page) => {
  await page.evaluate(LIST_DRAWINGS)
  await ask(page)
  await turn(page).locator('pre').waitFor()
  assert.equal(await turn(page).locator('table').count(), 0)
  await turn(page).locator('.text > p').first().evaluate((element) => element.setAttribute('data-kept', ''))
  middle.open()
  await ended(page)
  const drawings = (await page.evaluate('drawings')) as string[]
  assert.ok(drawings.length > 1)
  assert.deepEqual(drawings.filter((text) => /\*\*|\]\(|`/.test(text)), [])
  assert.equal(await turn(page).locator('.text > p').first().getAttribute('data-kept'), '')
})

it('stop keeps the text, ends the model, and the question can be asked again', [LOOKS, says('Half of **an answer', { ending: 'stall' })], async (page) => {
  await ask(page)
  await turn(page).locator('.text strong').waitFor()
  assert.equal(stage.site.model.underWay(), 1)
  await page.locator('ask-overlay .stop').press('Enter')
  await ended(page)
  assert.ok(await page.locator('ask-overlay .send').evaluate((element) => element.matches(':focus')))
  assert.equal(await turn(page).locator('.notice').innerText(), 'Stopped.')
  assert.match(await turn(page).locator('.text').innerText(), /^Half of/)
  await stage.site.model.requests.at(-1)?.left
  assert.equal(stage.site.model.underWay(), 0)
  stage.site.conversations.set(QUESTION, answers())
  await turn(page).locator('.again').click()
  await ended(page)
  assert.equal(await page.locator('ask-overlay .turn').count(), 1)
  assert.equal(await turn(page).locator('.places > ol li').count(), CITED.length)
})

it('an answer and its code can be copied', answers(), async (page) => {
  await ask(page)
  await ended(page)
  // The button would say that it copied for a moment only.
  await stopClock(page)
  await turn(page).locator('.code').hover()
  await turn(page).locator('.code .copy').click()
  assert.match(await clipboard(page, 'npm'), /^npm install ask-service && npx ask serve .* scroll"$/)
  await turn(page).locator('.tools .copy').click()
  await turn(page).locator('.tools [title=Copied]').waitFor()
  const copied = await clipboard(page, '##')
  assert.ok(copied.startsWith(`## ${QUESTION}\n\nRun \`ask serve\``))
  for (const path of ['/getting-started/#serve-a-folder', '/command-line/#ask-serve']) assert.ok(copied.includes(`](${stage.site.url}${path})`))
  // As a page with `<base>` has it.
  await page.evaluate(() => Object.defineProperty(document, 'baseURI', { value: 'https://elsewhere.test/a/' }))
  await turn(page).locator('.tools .share').click()
  assert.equal(await clipboard(page, 'http'), `${stage.site.url}/?ask=${encodeURIComponent(QUESTION)}`)
})

it('a clipboard that the browser refuses leaves the button as it was', answers(), async (page) => {
  await page.evaluate(() => (navigator.clipboard.writeText = () => Promise.reject(new Error('No.'))))
  await ask(page)
  await ended(page)
  await turn(page).locator('.code .copy').click()
  assert.equal(await turn(page).locator('.code .copy').getAttribute('title'), 'Copy')
})

it('the next question is sent with the turns before it, and begins at the top of the view', answers(), async (page) => {
  await ask(page)
  await ended(page)
  stage.site.conversations.set('And the port?', answers('It is 8787 [command-line#ask-serve].'))
  await page.locator('ask-overlay .next').fill('And the port?')
  await page.keyboard.press('Enter')
  await turn(page).locator('.number').waitFor()
  const { query, history } = asked().at(-1) ?? {}
  assert.deepEqual([query, history?.length], ['And the port?', 1])
  assert.match(stage.site.model.requests.at(-1)?.body ?? '', /serve a folder\?/)
  const top = await turn(page).evaluate((element) => element.getBoundingClientRect().top - (element.parentElement?.getBoundingClientRect().top ?? 0))
  assert.ok(Math.abs(top) <= 2, `${top}`)
  assert.equal(await page.locator('ask-overlay .turn').count(), 2)
  assert.equal(await page.locator('ask-overlay .next').inputValue(), '')
})

it('a question that is not covered gets the closest sections', answers('NOT_IN_DOCS\nThe documentation says nothing of its taste.'), async (page) => {
  await ask(page)
  await turn(page).locator('.places .source').first().waitFor()
  assert.match(await turn(page).locator('.notice').innerText(), /^The documentation does not cover this/)
  assert.equal(await turn(page).locator('.places h3').innerText(), 'Closest sections')
})

it('an answer that fails keeps its text and can be tried again', [LOOKS, says('It begins well', { ending: 'cut' })], async (page) => {
  await ask(page)
  await ended(page)
  assert.match(await turn(page).locator('.text').innerText(), /^It begins well/)
  assert.equal(await turn(page).locator('.notice').innerText(), 'The answer failed. Please try again.')
  stage.site.conversations.set(QUESTION, answers())
  await turn(page).locator('.again').click()
  await turn(page).locator('.number').waitFor()
  assert.equal(await turn(page).locator('.failed').count(), 0)
})

it('a model that is overloaded is reported in words for readers', [{ status: 503, body: ['secret detail'] }], async (page) => {
  await ask(page)
  await ended(page)
  assert.match(await turn(page).locator('.notice').innerText(), /^The answer failed/)
  assert.doesNotMatch(await turn(page).innerText(), /secret/)
})

async function withSite(other: Site, run: (page: Page) => Promise<void>) {
  const { page, complaints } = await openPage(stage.browser, other.url)
  try {
    await run(page)
    assert.deepEqual(complaints, [])
  } finally {
    await page.context().close()
    await other.close()
  }
}

test('a service without a key answers with results, and why', { skip }, async () => {
  await withSite(await startSite({ model: {} }), async (page) => {
    await ask(page, 'How do I serve the graph?')
    await turn(page).locator('.places .source').first().waitFor()
    assert.match(await turn(page).locator('.notice').innerText(), /^No answers at the moment.*LLM_API_KEY/)
  })
})

test('a reader who has had all answers of the day gets results, and when to come back', { skip }, async () => {
  await withSite(await startSpentSite(), async (page) => {
    await ask(page)
    await turn(page).locator('.places .source').first().waitFor()
    assert.match(await turn(page).locator('.notice').innerText(), /^No answers at the moment.*At most 1 answer a day; try again in \d+ h/)
  })
})

test('a question that was answered before is answered from memory', { skip }, async () => {
  const remembering = await startSite({ answerCache: true })
  remembering.conversations.set(QUESTION, answers())
  await withSite(remembering, async (page) => {
    await ask(page)
    await ended(page)
    const first = await turn(page).locator('.text').innerText()
    assert.equal(remembering.model.requests.length, 2)
    await turn(page).locator('.again').click()
    await ended(page)
    assert.equal(await turn(page).locator('.text').innerText(), first)
    assert.equal(await turn(page).locator('.places > ol li').count(), CITED.length)
    assert.equal(remembering.model.requests.length, 2)
  })
})

test('a stream that breaks off has failed', { skip }, async () => {
  stage.site.reset()
  stage.site.frames.set(QUESTION, async (send) => {
    send('token', { text: 'Cut' })
  })
  const { page, complaints } = await stage.open()
  await ask(page)
  await ended(page)
  assert.equal(await turn(page).locator('.notice').innerText(), 'The answer is incomplete.')
  assert.deepEqual(complaints, [])
  await page.context().close()
})

it('the thread is there on the next page, with its links checked again; New removes it', answers(), async (page) => {
  await ask(page)
  await turn(page).locator('.places > ol .source').nth(1).click()
  await page.waitForURL(/\/graph\//)
  await page.keyboard.press('Control+k')
  await ended(page)
  assert.equal(await turn(page).locator('h2').innerText(), QUESTION)
  assert.equal(await turn(page).locator('.places > ol li').count(), CITED.length)
  assert.equal(asked().length, 1)
  await page.evaluate((base) => {
    for (const [name, text] of Object.entries(sessionStorage)) sessionStorage.setItem(name, String(text).replaceAll(`"${base}/graph/`, '"javascript:alert(1)//'))
    // The page writes what it holds when it is left: not this time.
    Storage.prototype.setItem = Storage.prototype.removeItem = () => undefined
  }, BASE)
  await page.reload()
  await page.keyboard.press('Control+k')
  await ended(page)
  assert.equal(await turn(page).locator('a[href^=javascript]').count(), 0)
  assert.equal(await turn(page).locator('.places > ol li').count(), CITED.length - 1)
  await page.locator('ask-overlay .fresh').click()
  assert.equal(await page.locator('ask-overlay .turn').count(), 0)
  await page.reload()
  await page.keyboard.press('Control+k')
  assert.ok(await page.locator('ask-overlay .resume').isHidden())
})

it('a question in the address is asked once, though the page is loaded again', answers(), async (page) => {
  await page.goto(`${stage.site.url}/?ask=${encodeURIComponent(QUESTION)}`)
  await ended(page)
  await page.reload()
  await ended(page)
  assert.equal(asked().length, 1)
})

it('Ctrl I docks it beside the page, which can be used, and takes the thread along to the next page', answers(), async (page) => {
  await page.locator('#note').focus()
  await page.keyboard.press('Control+i')
  assert.equal(await page.locator('ask-overlay dialog[open]').count(), 0)
  await page.locator('h1').click()
  await ask(page)
  await ended(page)
  await page.keyboard.press('Control+i')
  const panel = page.locator('ask-overlay .panel')
  const { x = 0, width = 0 } = (await panel.boundingBox()) ?? {}
  assert.ok(width < 500 && x + width > 1_250, `${x} ${width}`)
  assert.ok((await page.evaluate(() => document.body.getBoundingClientRect().right)) <= x)
  await page.locator('#note').fill('The page can be used.')
  await turn(page).locator('.places > ol .source').nth(1).click()
  await page.waitForURL(/\/graph\//)
  await ended(page)
  assert.equal(await page.evaluate(() => document.activeElement?.localName), 'body')
  assert.equal(asked().length, 1)
  await page.locator('ask-overlay .field').focus()
  await page.keyboard.press('Escape')
  await page.locator('ask-overlay dialog[open]').waitFor({ state: 'detached' })
  // The event `close` comes after the attribute is gone.
  await page.waitForFunction(() => getComputedStyle(document.documentElement).marginInlineEnd === '0px')
})

test('thumbs are shown where the service keeps feedback, and say what the reader pressed', { skip }, async () => {
  stage.site.reset()
  stage.site.frames.set(QUESTION, async (send) => {
    send('sources', { sources: SOURCES, model: 'scripted' })
    send('token', { text: 'See [1](/graph/).' })
    send('outcome', { id: 'a1', outcome: 'answered', support: 'grounded', cited: [], opened: [], feedback: true })
    send('done', {})
  })
  const { page } = await stage.open()
  await ask(page)
  await ended(page)
  assert.ok(await turn(page).locator('.notice').isHidden())
  await Promise.all([page.waitForResponse(/\/feedback$/), turn(page).locator('.down').click()])
  const { view, ...feedback } = stage.site.feedback.at(-1) ?? {}
  assert.deepEqual(feedback, { answer: 'a1', verdict: 'down' })
  assert.match(String(view), /^\w{5,64}$/)
  assert.equal(await turn(page).locator('.down').getAttribute('aria-pressed'), 'true')
  await page.context().close()
})

test('an answer offers questions to go on with, and one that is not covered says where to ask', { skip }, async () => {
  stage.site.reset()
  const outcome = { id: 'a1', support: 'grounded', cited: [], opened: [] }
  stage.site.frames.set(QUESTION, async (send) => {
    send('sources', { sources: SOURCES, model: 'scripted' })
    send('token', { text: 'See [1](/graph/).' })
    send('outcome', { ...outcome, outcome: 'answered', followUps: ['change the port', 'run behind nginx'] })
    send('done', {})
  })
  stage.site.frames.set('change the port', async (send) => {
    send('token', { text: 'It is not there.' })
    send('outcome', { ...outcome, outcome: 'not-covered', contact: 'mailto:help@acme.test' })
    send('done', {})
  })
  await stage.visit('/graph/', async (page) => {
    await ask(page)
    await page.locator('ask-overlay .turn button', { hasText: 'run behind nginx' }).waitFor()
    await shoot(page, 'follow-ups')
    await page.locator('ask-overlay .turn button', { hasText: 'change the port' }).click()
    await turn(page).locator('.notice', { hasText: 'The documentation does not cover this. Contact: help@acme.test' }).waitFor()
    assert.equal(await turn(page).locator('.notice a').getAttribute('href'), 'mailto:help@acme.test')
    await shoot(page, 'contact')
    assert.deepEqual(await findFaults(page), [])
    assert.deepEqual(stage.site.posts.filter(({ mode }) => mode === 'agentic').map(({ query, page }) => [query, page]), [[QUESTION, `${BASE}/graph/`], ['change the port', `${BASE}/graph/`]])
  })
})
