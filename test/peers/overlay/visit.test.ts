/** The page that a result opens: its words are marked, its heading is in view, a router of the page may take the link; and the way back to the dialog's page. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { DESKTOP, findFaults, IS_FIREFOX, PHONE, shoot } from './browser.ts'
import { BASE, needs } from './form.ts'
import { answers } from './model.ts'
import { search } from './results.ts'
import { useStage } from './stage.ts'

const QUESTION = 'How do I serve a folder?'
const stage = useStage()

const it = (name: string, run: (page: Page) => Promise<void>, path = '/', options: BrowserContextOptions = DESKTOP) =>
  test(name, needs(), () => {
    stage.site.reset()
    stage.site.conversations.set(QUESTION, answers())
    return stage.visit(path, run, options)
  })

const isOpen = (page: Page) => page.locator('ask-overlay dialog[open]').isVisible()
/** Words that are marked on the page, as the browser knows them. */
const marked = (page: Page) => page.evaluate(() => [...(CSS.highlights.get('ask-words') ?? [])].map((range) => {
  const { startContainer, startOffset, endOffset } = range
  return startContainer.nodeValue?.slice(startOffset, endOffset)
}))
const awaitMarks = (page: Page) => page.waitForFunction(() => (CSS.highlights.get('ask-words')?.size ?? 0) > 0)

/** Opens the dialog, searches, and has its first result lead to `href`. */
async function searchFor(page: Page, query: string, href: string) {
  await page.keyboard.press('Control+k')
  await search(page, query)
  await page.locator('ask-overlay .row.result').first().evaluate((link, href) => link.setAttribute('href', href), href)
}

it('the words of its article are marked, without a change of the document, until Escape', async (page) => {
  await page.route('**/graph/', async (route) => {
    const response = await route.fetch()
    const outline = '<div id="outline">On this page: sections</div>'
    await route.fulfill({ response, body: (await response.text()).replace('<main>', `<main>${outline}<article>`).replace('</main>', '</article></main>') })
  })
  await searchFor(page, 'the sections wander', `${BASE}/graph/`)
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/graph\/$/)
  await awaitMarks(page)
  const words = await marked(page)
  assert.deepEqual([...new Set(words)], ['Sections', 'wanders'])
  assert.equal(await page.evaluate(() => [...CSS.highlights.get('ask-words') ?? []].some(({ startContainer }) => startContainer.parentElement?.id === 'outline')), false)
  assert.equal(await page.evaluate(() => document.querySelectorAll('main mark, main [class], main [style]').length), 0)
  await shoot(page, 'marked')
  assert.deepEqual(await findFaults(page), [])
  await page.keyboard.press('Escape')
  assert.deepEqual(await marked(page), [])
})

for (const [what, query, go] of [
  ['its attribute is off', '?overlay=marks=off', (page: Page) => page.keyboard.press('Enter')],
  ['the page is opened without a result', '', (page: Page) => page.goto(`${stage.site.url}/graph/?overlay=marks=off`)],
] as const) {
  it(`nothing is marked where ${what}`, async (page) => {
    await searchFor(page, 'sections', `${BASE}/graph/?overlay=marks=off`)
    await go(page)
    await page.waitForURL(/\/graph\//)
    await page.locator('ask-overlay .trigger').waitFor()
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
    assert.deepEqual(await marked(page), [])
  }, `/${query}`)
}

for (const [what, css] of [
  ['a header that stays in place', 'position: sticky; top: 0; height: 80px'],
  ['a notice over the whole window', 'position: fixed; inset: 0; opacity: .5'],
] as const) {
  it(`its heading is in the upper part of the window, below ${what}`, async (page) => {
    await page.route('**/graph/**', async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, body: (await response.text()).replace('<main>', '<header id="top">Site</header><main>') })
    })
    await page.route('**/page.css', async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, body: `${await response.text()} #top { ${css}; background: Canvas } main { padding-bottom: 200vh }` })
    })
    await searchFor(page, 'graph', `${BASE}/graph/#target`)
    await page.keyboard.press('Enter')
    await page.waitForFunction(() => {
      const { top = 0 } = document.getElementById('target')?.getBoundingClientRect() ?? {}
      return top > 80 && top < innerHeight / 4
    })
  })
}

const INSIDE = '<h2 id="inside">Inside</h2>'
/** A list of tabs with its panels, the second of which is not shown. */
const tabs = (tab: string, panel: string) =>
  `<div><div role="tablist"><button role="tab">One</button><button role="tab" ${tab}>Two</button></div><div><div role="tabpanel">First</div><div role="tabpanel" hidden ${panel}>${INSIDE}</div></div></div>`
/** What shows it, in the page. */
const SHOWS_TAB = "document.querySelector('[role=tabpanel][hidden]').hidden = false"

for (const [what, html, opener, event, act] of [
  ['a closed fold', `<details><summary>More</summary>${INSIDE}</details>`, 'summary', 'click', ''],
  // As in Docusaurus. Browsers open the fold for an address, and do not show what is inside.
  ['a fold that its script opens', `<details data-collapsed="true"><summary>More</summary><div hidden>${INSIDE}</div></details>`, 'summary', 'click', "const fold = document.querySelector('details'); event.preventDefault(); setTimeout(() => { fold.open = true; fold.lastChild.hidden = false })"],
  ['a tab that takes the focus, as in Radix', tabs('id="tab"', 'aria-labelledby="tab"'), '#tab', 'focus', SHOWS_TAB],
  ['a tab in the place of its panel, as in Docusaurus', `<details><summary>More</summary>${tabs('', '')}</details>`, '[role=tab]:last-child', 'click', `queueMicrotask(() => ${SHOWS_TAB})`],
] as const) {
  it(`a section in ${what} is opened`, async (page) => {
    await page.route('**/graph/**', async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, body: (await response.text()).replace('</main>', `${html}</main>`) })
    })
    const body = `document.querySelector('${opener}')?.addEventListener('${event}', (event) => { ${act} })`
    await page.route('**/page.js', (route) => route.fulfill({ contentType: 'text/javascript', body }))
    await searchFor(page, 'graph', `${BASE}/graph/#inside`)
    await page.keyboard.press('Enter')
    await page.waitForFunction(() => {
      const { top = 0, height = 0 } = document.getElementById('inside')?.getBoundingClientRect() ?? {}
      return height > 0 && top > 0 && top < innerHeight
    })
  })
}

/** A router as those of documentation sites: it takes plain clicks on links of the page's own document. */
const ROUTER = `
  window.taken = []
  addEventListener('click', (event) => {
    const link = event.target.closest?.('a[href]')
    if (!link || event.defaultPrevented || event.ctrlKey || event.metaKey || link.origin !== location.origin) return
    event.preventDefault()
    taken.push(link.getAttribute('href'))
    history.pushState({}, '', link.href)
    setTimeout(() => document.querySelector('h1').replaceChildren('Another page, with its words.'), 50)
  }, { capture: true })
`

for (const options of IS_FIREFOX ? [DESKTOP] : [DESKTOP, PHONE]) {
  it(`a router of the page takes a result, and its words are marked: ${options.viewport?.width} px`, async (page) => {
    await page.evaluate(ROUTER)
    await searchFor(page, 'words', `${BASE}/graph/`)
    await page.keyboard.press('Enter')
    await awaitMarks(page)
    assert.deepEqual(await page.evaluate('taken.length'), 1)
    assert.deepEqual([page.url(), await isOpen(page)], [`${stage.site.url}/graph/`, false])
    assert.deepEqual(await marked(page), ['words'])
    await page.goBack()
    assert.equal(page.url(), `${stage.site.url}/`)
  }, '/', options)
}

it('a heading that a router scrolls to, when it has drawn its page, is below a header that stays in place', async (page) => {
  await page.evaluate(ROUTER)
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync('h1 { position: sticky; top: 0; height: 80px; margin: 0; background: Canvas } main { padding-bottom: 200vh }')
    document.adoptedStyleSheets.push(sheet)
    addEventListener('click', () => setTimeout(() => document.getElementById('target')?.scrollIntoView(), 150))
  })
  await searchFor(page, 'words', `${BASE}/graph/#target`)
  await page.keyboard.press('Enter')
  await page.waitForFunction(() => {
    const { top = 0 } = document.getElementById('target')?.getBoundingClientRect() ?? {}
    return top > 80 && top < innerHeight / 4
  })
})

it('links that open elsewhere are left to the browser', async (page) => {
  await page.evaluate(ROUTER)
  await searchFor(page, 'graph', `${BASE}/graph/`)
  const [other] = await Promise.all([page.context().waitForEvent('page'), page.locator('ask-overlay .row.result').first().click({ modifiers: ['ControlOrMeta'] })])
  await other.waitForURL(/\/graph\/$/)
  assert.deepEqual([await page.evaluate('taken'), await isOpen(page)], [[], true])
})

if (!IS_FIREFOX) {
  it('Back closes the dialog on a phone, and leaves no entry behind', async (page) => {
    await page.goto(`${stage.site.url}/graph/`)
    const open = async () => {
      await page.locator('ask-overlay .trigger').tap()
      await page.locator('ask-overlay dialog[open]').waitFor()
    }
    const isClosed = () => page.locator('ask-overlay dialog[open]').waitFor({ state: 'detached' })
    await open()
    await page.goBack()
    await isClosed()
    assert.equal(page.url(), `${stage.site.url}/graph/`)
    await open()
    await page.locator('ask-overlay button.close').tap()
    await isClosed()
    // The entry is left when there is a way forward to it.
    await page.waitForFunction('navigation.canGoForward')
    await page.goBack()
    await page.waitForURL(`${stage.site.url}/`)
  }, '/', PHONE)

  it('a result of the page itself is scrolled to on a phone, where the page has to leave the entry of the dialog first', async (page) => {
    for (const query of ['graph', 'sections']) {
      await page.locator('ask-overlay .trigger').tap()
      await search(page, query)
      const link = page.locator('ask-overlay .row.result').first()
      await link.evaluate((link, href) => link.setAttribute('href', href), `${BASE}/#target`)
      await link.tap()
      await page.waitForURL(/#target$/)
      // Nothing scrolls it back.
      await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
      assert.ok(await page.evaluate(() => document.getElementById('target')!.getBoundingClientRect().top < innerHeight))
      await page.evaluate('scrollTo(0, 0)')
    }
  }, '/', PHONE)
}

for (const [where, url, options] of [
  ['of the site', `${BASE}/graph/`, PHONE],
  ['elsewhere', 'https://elsewhere.test/', PHONE],
  ['elsewhere', 'https://elsewhere.test/', DESKTOP],
] as const) {
  it(`a page ${where} takes the place of the dialog in the history: ${options.viewport?.width} px`, async (page) => {
    await page.route('https://elsewhere.test/', (route) => route.fulfill({ contentType: 'text/html', body: 'Elsewhere' }))
    await page.locator('ask-overlay .trigger').click()
    await search(page, 'graph')
    const link = page.locator('ask-overlay .row.result').first()
    await link.evaluate((link, url) => link.setAttribute('href', url), url)
    await link.click()
    await page.waitForURL(new URL(url, stage.site.url).href)
    await page.goBack()
    await page.waitForURL(`${stage.site.url}/`)
    assert.equal(await isOpen(page), false)
  }, '/', options)
}
