/** The dialog and its search, in a browser, on the real service. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { chunkPages } from '../../../src/core/content/chunk.ts'
import { tableRows } from '../../../src/core/content/structure/encoding.ts'
import { readFolder } from '../../../src/node.ts'
import { readOverlay } from '../../../src/addons/overlay/node/overlay-file.ts'
import { createSearcher } from '../../../src/core/search/searcher.ts'
import { until } from '../../support/until.ts'
import { findFaults, IS_FIREFOX, openPage, stopClock } from './browser.ts'
import { BASE, FORM, HAS_ANSWERS, MAX_FIRST, needs } from './form.ts'
import { answers } from './model.ts'
import { awaitResults, search as searchOpen } from './results.ts'
import { failSearches, holdSearches } from './search-faults.ts'
import { DOCS, startSite } from './site.ts'
import { useStage } from './stage.ts'

/** Milliseconds of the page's clock in which all that waits for a moment of rest is done. */
const LONG_MS = 10_000

const stage = useStage()

const it = (name: string, run: (page: Page, complaints: string[]) => Promise<void>, path = '/', { skip } = needs()) =>
  test(name, { skip }, () => {
    stage.site.reset()
    return stage.visit(path, run)
  })

const field = (page: Page) => page.locator('ask-overlay .field')
const options = (page: Page) => page.locator('ask-overlay [role=option]')
const isOpen = (page: Page) => page.evaluate(() => document.querySelector('[data-ask-dialog]')?.shadowRoot?.querySelector('dialog')?.open === true)
/** Text of the active option, as the field names it. */
const active = (page: Page) => page.evaluate(() => {
  const root = document.querySelector('[data-ask-dialog]')?.shadowRoot
  return root?.getElementById(root.querySelector('.field')?.getAttribute('aria-activedescendant') ?? '')?.innerText ?? null
})

async function search(page: Page, text: string) {
  await page.keyboard.press('Control+k')
  await searchOpen(page, text)
}

/** The texts that were searched for, as the service got them. */
const searches = () => stage.site.posts.map(({ query }) => query)

it('letters that are shortcuts of the page are typed all the same', async (page) => {
  await page.evaluate(() => {
    for (const type of ['keydown', 'keypress']) document.addEventListener(type, (event) => event.preventDefault())
  })
  await page.locator('ask-overlay').evaluate((overlay) => 'open' in overlay && typeof overlay.open === 'function' && overlay.open())
  await page.keyboard.type('sessions /')
  assert.equal(await field(page).inputValue(), 'sessions /')
})

it('Ctrl+K opens it and closes it again, and focus returns', async (page) => {
  const trigger = page.locator('ask-overlay .trigger')
  assert.equal(await trigger.getAttribute('aria-keyshortcuts'), 'Control+K')
  await trigger.focus()
  await page.keyboard.press('Control+k')
  assert.ok(await isOpen(page))
  assert.ok(await field(page).evaluate((element) => element.matches(':focus')))
  await page.keyboard.press('Control+k')
  assert.ok(!(await isOpen(page)))
  assert.ok(await trigger.evaluate((element) => element.matches(':focus')))
  await page.keyboard.press('Control+k')
  await page.keyboard.press('Escape')
  await page.locator('ask-overlay dialog[open]').waitFor({ state: 'detached' })
})

it('the shortcut is left to fields that are written in, and no bare key opens it', async (page) => {
  await page.locator('#note').focus()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('/k')
  assert.ok(!(await isOpen(page)))
  await page.locator('h1').click()
  await page.keyboard.type('/sk')
  await page.keyboard.press('Control+Shift+K')
  assert.ok(!(await isOpen(page)))
})

it('the shortcut opens it again in the same moment in which it was closed', async (page) => {
  await page.keyboard.press('Control+k')
  const opened = await page.evaluate(`(() => {
    const { shadowRoot } = document.querySelector('[data-ask-dialog]')
    shadowRoot.querySelector('dialog').close()
    const key = { key: 'k', code: 'KeyK', ctrlKey: true, bubbles: true, composed: true, cancelable: true }
    shadowRoot.querySelector('.field').dispatchEvent(new KeyboardEvent('keydown', key))
    return shadowRoot.querySelector('dialog').open
  })()`)
  assert.equal(opened, true)
})

it('the shortcut can be another one', async (page) => {
  await page.keyboard.press('Control+k')
  assert.ok(!(await isOpen(page)))
  await page.keyboard.press('Control+j')
  assert.ok(await isOpen(page))
}, '/?overlay=shortcut=j')

it('any [data-ask-open] opens it, with its text, and the page behind is inert', async (page) => {
  assert.equal(await page.locator('ask-overlay .trigger').isVisible(), false)
  assert.equal(await page.locator('#own').getAttribute('aria-haspopup'), 'dialog')
  await page.locator('#own').click()
  assert.ok(await isOpen(page))
  assert.ok(await page.evaluate(() => document.elementFromPoint(20, 20)?.localName === 'ask-overlay'))
  await page.mouse.click(20, 20)
  assert.ok(!(await isOpen(page)))
  await page.locator('#preset').click()
  assert.equal(await field(page).inputValue(), 'graph')
  await options(page).first().waitFor()
  assert.equal(new URL(page.url()).pathname, `${BASE}/`)
}, '/?own=')

it('each key shows its results from the first letter on, grouped under their pages, with marked words', async (page) => {
  await page.keyboard.press('Control+k')
  const texts = [...'graph'].map((_, at) => 'graph'.slice(0, at + 1))
  for (const text of texts) {
    const urls = await awaitResults(page, text, () => page.keyboard.type(text.slice(-1)))
    assert.ok(urls.length > 0, text)
    await page.locator('ask-overlay .row.result mark').first().waitFor()
  }
  if (FORM === 'service') assert.deepEqual(stage.site.posts.map(({ query, mode, filter }) => ({ query, mode, filter })), texts.map((query) => ({ query, mode: 'keyword', filter: { lang: '' } })))
  const groups = await page.locator('ask-overlay [role=group]').evaluateAll((all) => all.map((group) => {
    const label = group.getRootNode() as ShadowRoot
    return label.getElementById(group.getAttribute('aria-labelledby') ?? '')?.innerText
  }))
  assert.ok(groups.includes('Guides') && groups.includes('Guides › Astro'), String(groups))
  assert.equal(await page.locator('ask-overlay mark').first().innerText(), 'Graph')
  const links = await page.locator('ask-overlay a[role=option]').evaluateAll((all) => all.map((link) => link.getAttribute('href')))
  assert.ok(links.includes(`${BASE}/graph/`) && links.some((link) => link?.includes('#')), String(links))
})

it('arrows move around the ends, Enter follows the link, and the search is remembered', async (page) => {
  await search(page, 'graph')
  const first = await active(page)
  assert.match(first ?? '', /^Graph/)
  await page.keyboard.press('ArrowUp')
  assert.match((await active(page)) ?? '', /^Ask: graph/)
  await page.keyboard.press('ArrowDown')
  assert.equal(await active(page), first)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/graph\/#/)
  await page.keyboard.press('Control+k')
  await options(page).first().waitFor()
  assert.equal(await active(page), null)
  assert.match(await options(page).first().innerText(), /^graph\s*$/)
  await page.locator('ask-overlay .suggestion').first().waitFor()
  await options(page).first().click()
  await page.locator('ask-overlay mark').first().waitFor()
  await field(page).fill('')
  await page.locator('ask-overlay .clear').click()
  assert.equal(await page.locator('ask-overlay .recent').count(), 0)
}, '/', needs('answers'))

it('more results come below the first ten, which stay, and the first of them is the active one', async (page) => {
  await search(page, 'graph')
  const heads = () => page.locator('ask-overlay .row.result .head').allInnerTexts()
  const before = await heads()
  const foot = page.locator('ask-overlay .foot')
  // Those of a static index are downloaded, ten at first.
  const count = FORM === 'service' ? /^Results: 20\s/ : /^Results: 10\+\s/
  assert.match(await foot.innerText(), count)
  assert.match(await foot.innerText(), HAS_ANSWERS ? /\s↑↓\s*Select\s*↵\s*Open\s*⇧↵\s*Ask\s*Esc\s*Close$/ : /\s↑↓\s*Select\s*↵\s*Open\s*Esc\s*Close$/)
  await page.locator('ask-overlay .row.more', { hasText: 'Show more' }).click()
  await page.locator('ask-overlay .row.result').nth(19).waitFor()
  const after = await heads()
  assert.deepEqual(after.slice(0, 10), before)
  assert.equal((await active(page))?.split('\n')[0], after[10])
  await page.keyboard.press('ArrowUp')
  assert.equal((await active(page))?.split('\n')[0], after[9])
})

it('results stay where more of them fail to come', async (page, complaints) => {
  const results = Array.from({ length: 10 }, (_, i) => ({ title: `Page ${i}`, url: `/${i}/`, snippet: '' }))
  // Playwright shows no bodies of requests in Firefox: the first is the search, the second asks for more.
  let searches = 0
  await page.route('**/api/ask', (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    searches += 1
    return searches === 1 ? route.fulfill({ json: { results, more: true } }) : route.fulfill({ status: 500, body: '' })
  })
  await search(page, 'page')
  const more = page.locator('ask-overlay .row.more')
  await more.click()
  await page.locator('ask-overlay .note button', { hasText: 'Try again' }).waitFor()
  assert.deepEqual([await page.locator('ask-overlay .row.result').count(), await more.count()], [10, 1])
  // Firefox tells of no request that fails.
  assert.match(complaints.splice(0).join(), IS_FIREFOX ? /^$/ : /^error: Failed to load resource: [^,]+ 500 [^,]+$/)
}, '/', needs('search requests'))

it('a row far down that is gone after the next key leaves nothing behind', async (page) => {
  await search(page, 'graph')
  for (let i = 0; i < 8; i += 1) await page.keyboard.press('ArrowDown')
  await field(page).fill('zzzqqqxxyy')
  await page.locator('ask-overlay .note').waitFor()
  await field(page).fill('graph')
  await page.locator('ask-overlay mark').first().waitFor()
  assert.equal(await page.locator('ask-overlay [aria-selected=true]').count(), 1)
})

it('Ctrl+Enter opens the link in a new tab, leaves the dialog, and counts as a search like any other', async (page) => {
  await search(page, 'graph')
  const [other] = await Promise.all([page.context().waitForEvent('page'), page.keyboard.press('Control+Enter')])
  await other.waitForURL(/\/graph\//)
  assert.deepEqual([await isOpen(page), await page.evaluate(() => Object.values(localStorage))], [true, ['["graph"]']])
})

it('a link to the same page closes the dialog and goes there', async (page) => {
  await page.evaluate(() => {
    const overlay = document.querySelector('ask-overlay') as HTMLElement & { open: (query?: string) => void }
    overlay.open('graph')
  })
  await page.locator('ask-overlay mark').first().waitFor()
  await page.locator('ask-overlay a[role=option]').first().evaluate((link) => link.setAttribute('href', '#target'))
  await page.keyboard.press('Enter')
  assert.ok(!(await isOpen(page)))
  await page.waitForURL(`${stage.site.url}/#target`)
})

it('Enter before the results waits for them', async (page) => {
  const release = await holdSearches(page, stage.site)
  await page.keyboard.press('Control+k')
  await field(page).fill('graph')
  await page.keyboard.press('Enter')
  assert.equal(new URL(page.url()).pathname, `${BASE}/`)
  release()
  await page.waitForURL(/\/graph\//)
})

it('a search that takes its time is shown after 150 ms', async (page) => {
  const release = await holdSearches(page, stage.site)
  const delays = () => page.locator('ask-overlay .bar > .icon').evaluate((icon) => icon.getAnimations().map(({ effect }) => effect?.getTiming().delay))
  await page.keyboard.press('Control+k')
  assert.deepEqual(await delays(), [])
  await field(page).fill('graph')
  assert.deepEqual(await delays(), [150])
  release()
  await page.locator('ask-overlay .row.result').first().waitFor()
  assert.deepEqual(await delays(), [])
})

it('while a request is out keys wait, and stale replies are dropped', async (page) => {
  const release = await holdSearches(page, stage.site)
  await page.keyboard.press('Control+k')
  await stopClock(page)
  await page.keyboard.type('t')
  // The clock must not give up a request that has not arrived yet.
  await until(() => searches().length > 0)
  for (const key of 'railing') await page.keyboard.type(key)
  await page.clock.runFor(LONG_MS)
  await awaitResults(page, 'trailing', async () => release())
  assert.deepEqual(searches(), ['t', 'trailing'])
}, '/', needs('search requests'))

it('nothing found says so and offers to ask', async (page) => {
  await page.keyboard.press('Control+k')
  await field(page).fill('zzzqqqxxyy')
  await page.locator('ask-overlay .note').waitFor()
  assert.match(await page.locator('ask-overlay .note').innerText(), /^No results: zzzqqqxxyy/)
  if (HAS_ANSWERS) assert.match((await active(page)) ?? '', /^Ask: zzzqqqxxyy/)
  await page.locator('ask-overlay .spoken', { hasText: 'No results' }).waitFor({ state: 'attached' })
})

test('a search that fails says so, and can be tried again', needs(), async () => {
  const { page } = await stage.open()
  stage.site.reset()
  const repair = await failSearches(page, stage.site)
  await page.keyboard.press('Control+k')
  await field(page).fill('graph')
  const retry = page.locator('ask-overlay .retry')
  await retry.waitFor()
  await repair()
  await retry.press('Enter')
  await page.locator('ask-overlay mark').first().waitFor()
  assert.equal(await retry.count(), 0)
  assert.ok(await field(page).evaluate((element) => element.matches(':focus')))
  await page.context().close()
})

it('mode="keyword" has no answers', async (page) => {
  await search(page, 'graph')
  assert.equal(await page.locator('ask-overlay .ask[role=option]').count(), 0)
  assert.equal(await field(page).getAttribute('placeholder'), 'Search')
}, '/?overlay=mode=keyword')

it('other texts take the place of the built-in ones, set early or late', async (page) => {
  await page.evaluate(() => {
    const overlay = document.querySelector('ask-overlay')
    Object.assign(overlay ?? {}, { strings: { search: 'Suchen', searchOrAsk: 'Suchen oder fragen' } })
  })
  assert.match(await page.locator('ask-overlay .trigger').innerText(), /^Suchen/)
  await page.keyboard.press('Control+k')
  assert.equal(await field(page).getAttribute('placeholder'), HAS_ANSWERS ? 'Suchen oder fragen' : 'Suchen')
  // Texts that come now, as those of a slow network do, leave what is typed.
  await field(page).fill('graph')
  await page.locator('ask-overlay').first().evaluate((overlay) => Object.assign(overlay, { strings: { search: 'Finden', label: 'Handbuch' } }))
  assert.equal(await field(page).inputValue(), 'graph')
  await page.keyboard.press('Escape')
  await page.locator('ask-overlay .trigger', { hasText: 'Finden' }).waitFor()
  await page.keyboard.press('Control+k')
  assert.equal(await field(page).getAttribute('aria-label'), 'Handbuch')
  const early = await page.evaluate(() => {
    const made = new DOMParser().parseFromString('<ask-overlay></ask-overlay>', 'text/html').querySelector('ask-overlay') as HTMLElement
    Object.assign(made, { strings: { search: 'Chercher' } })
    document.body.append(made)
    return made.shadowRoot?.querySelector('.trigger')?.textContent
  })
  assert.match(early ?? '', /^Chercher/)
})

test('the sources, joined without a build, do the same', needs('search requests'), async () => {
  const joined = await startSite({ overlay: (await readOverlay()) ?? '' })
  joined.conversations.set('How?', answers())
  const { page, complaints } = await openPage(stage.browser, `${joined.url}/?ask=How?`)
  await page.locator('ask-overlay .places > ol .source').nth(2).waitFor()
  await field(page).fill('graph')
  await page.locator('ask-overlay mark').first().waitFor()
  assert.deepEqual(complaints, [])
  await page.context().close()
  await joined.close()
})

test('a service with too many searches is asked again when it said, by itself, and not before', needs('search requests'), async () => {
  stage.site.reset()
  stage.site.searchStatus = 429
  const { page } = await stage.open()
  await page.keyboard.press('Control+k')
  await stopClock(page)
  await field(page).fill('graph')
  await page.locator('ask-overlay .note', { hasText: 'Too many searches, again in 2 s' }).waitFor()
  await page.clock.runFor(1_900)
  assert.deepEqual(searches(), ['graph'])
  stage.site.searchStatus = 200
  await page.clock.runFor(LONG_MS)
  await page.locator('ask-overlay mark').first().waitFor()
  assert.deepEqual(searches(), ['graph', 'graph'])
  await page.context().close()
})

test('a reader who is offline is told so, and gets results when back', needs(), async () => {
  stage.site.reset()
  const { page } = await stage.open()
  await page.keyboard.press('Control+k')
  await page.context().setOffline(true)
  await field(page).fill('graph')
  await page.locator('ask-overlay .note', { hasText: 'You are offline' }).waitFor()
  await page.context().setOffline(false)
  await page.locator('ask-overlay mark').first().waitFor()
  await page.context().close()
})

it('Shift Enter asks, whatever row is active, and the way back leads to the same words', async (page) => {
  stage.site.conversations.set('graph', answers())
  await search(page, 'graph')
  await page.keyboard.press('Shift+Enter')
  await page.locator('ask-overlay .turn[aria-busy=false]').waitFor()
  assert.equal(await field(page).inputValue(), '')
  await page.locator('ask-overlay button.back').click()
  assert.equal(await field(page).inputValue(), 'graph')
}, '/', needs('answers'))

it('?q= opens it with results, and leaves the address when it is closed', async (page) => {
  await options(page).first().waitFor()
  assert.equal(await field(page).inputValue(), 'graph')
  await page.keyboard.press('Escape')
  await page.waitForURL(`${stage.site.url}/?own=`)
}, '/?q=graph&own=')

it('a text that is longer than the field takes is cut to whole characters', async (page) => {
  await options(page).first().waitFor()
  assert.equal(await field(page).inputValue(), `graph ${'.'.repeat(993)}🙂`)
}, `/?q=graph ${'.'.repeat(993)}🙂🙂`)

test('texts follow the language of the page, whose links to a search open it', needs(), async () => {
  stage.site.reset()
  for (const [lang, text] of [['de-AT', 'Suchen'], ['fr', 'Rechercher'], ['es-MX', 'Buscar'], ['pt-BR', 'Pesquisar'], ['ja', '検索'], ['zh-Hans', '搜索'], ['en', 'Search'], ['sv', 'Search']]) {
    const { page, complaints, requests } = await stage.open(`/?lang=${lang}&q=graph`)
    const trigger = page.locator('ask-overlay .trigger', { hasText: text ?? '' })
    assert.equal(await trigger.getAttribute('lang'), text === 'Search' ? 'en' : lang)
    await options(page).first().waitFor()
    assert.equal(await field(page).inputValue(), 'graph')
    assert.equal(requests.filter((url) => url.includes('/overlay/')).length, text === 'Search' ? 0 : 1)
    assert.deepEqual(complaints, [])
    await page.context().close()
  }
})

it('texts follow a page that changes its language without a reload', async (page) => {
  for (const [lang, name] of [['de', 'Suchen'], ['fr', 'Rechercher'], ['en', 'Search']] as const) {
    await page.evaluate((to) => document.documentElement.setAttribute('lang', to), lang)
    await page.locator('ask-overlay .trigger', { hasText: name }).waitFor()
    await page.keyboard.press('Control+k')
    await page.locator(`ask-overlay dialog[lang=${lang}]`).waitFor()
    await page.keyboard.press('Escape')
  }
})

it('a language that the page adds has its texts', async (page) => {
  const overlay = await page.locator('script[src*="overlay.js"]').getAttribute('src')
  const modules: Readonly<Record<string, string>> = {
    'nl-setup.js': `import { AskOverlay } from '${overlay}'\nAskOverlay.languages.nl = () => import('/overlay-nl.js')`,
    'overlay-nl.js': "export const STRINGS = { search: 'Zoeken' }",
  }
  for (const [name, body] of Object.entries(modules)) await page.route(`**/${name}`, (route) => route.fulfill({ contentType: 'text/javascript', body }))
  await page.route('**/?nl', async (route) => {
    const text = await (await route.fetch()).text()
    await route.fulfill({ contentType: 'text/html', body: text.replace('lang="en"', 'lang="nl"').replace('</head>', '<script type="module" src="/nl-setup.js"></script></head>') })
  })
  await page.goto(`${stage.site.url}/?nl`)
  await page.locator('ask-overlay .trigger', { hasText: 'Zoeken' }).waitFor()
})

it('texts in English are marked as such on a page in another language, which its results have', async (page) => {
  await page.keyboard.press('Control+k')
  await searchOpen(page, 'graph')
  const langs = await page.locator('ask-overlay dialog').evaluate((dialog) => ['.field', '.title', '.row.result', '.row.more'].map((part) => dialog.querySelector(part)?.closest<HTMLElement>('[lang]')?.lang))
  assert.deepEqual(langs, ['en', 'sv', 'sv', 'en'])
}, '/?lang=sv')

it('results are those of a searcher over the same pages, also for slips, halves of words, phrases and exclusions', async (page) => {
  const { pages } = await readFolder(DOCS, { base: `${BASE}/` })
  const searcher = createSearcher(chunkPages(pages), { rowsOf: tableRows })
  await page.keyboard.press('Control+k')
  for (const query of ['behind a proxy', 'serach without a server', 'benchm', '"static site"', 'graph -model']) {
    const expected = searcher.search(query, { limit: MAX_FIRST }).map(({ url }) => url).sort()
    assert.ok(expected.length > 0, query)
    assert.deepEqual(await searchOpen(page, query), expected, query)
  }
  assert.deepEqual(await findFaults(page), [])
})

test('nothing but the overlay is loaded before the dialog opens', needs(), async () => {
  const { page, requests } = await stage.open()
  await page.locator('ask-overlay .trigger').waitFor()
  const others = requests.filter((url) => !/\/(?:page\.(?:js|css)|overlay\.js|favicon\.ico)?$/.test(url))
  assert.deepEqual(others, [])
  await page.context().close()
})
