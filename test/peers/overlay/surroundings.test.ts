/** What sites put around the overlay: closed menus, openers that come late, other searches, dark pages. In Chromium alone, which zooms as fingers do. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { addRules, DESKTOP, findFaults, PHONE } from './browser.ts'
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

it('a dialog that opens leaves the page its layout, also where rules are for the last child of its body', async (page) => {
  await addRules(page, 'body { display: grid; gap: 50px } body > :last-child { padding-bottom: 300px } body > * + * { margin-top: 100px }')
  await page.evaluate(() => document.body.append(document.createElement('footer')))
  const height = await page.evaluate('document.documentElement.scrollHeight')
  await page.keyboard.press('Control+k')
  await open(page)
  assert.equal(await page.evaluate('document.documentElement.scrollHeight'), height)
})

it('an element without its button takes no room in the page', async (page) => {
  await part(page, '.trigger').waitFor({ state: 'hidden' })
  const height = await page.evaluate('document.documentElement.scrollHeight')
  await page.evaluate(() => document.querySelector('ask-overlay')?.remove())
  assert.equal(await page.evaluate('document.documentElement.scrollHeight'), height)
}, '/?own')

it('a double click on its button leaves it open', async (page) => {
  await part(page, '.trigger').dblclick()
  await open(page)
})

it('a docked panel is as high as the window and above what is fixed there, also for an element in a header with a filter', async (page) => {
  await addRules(page, 'body::after { content: "Chat"; position: fixed; bottom: 0; right: 0; width: 100vw; height: 80px; z-index: 2147483647 } main { backdrop-filter: blur(4px); transform: translate(0); height: 60px; overflow: hidden; position: relative; z-index: 1 }')
  await page.keyboard.press('Control+k')
  await open(page)
  const { top, height } = await part(page, '.panel').evaluate((panel) => panel.getBoundingClientRect().toJSON())
  assert.deepEqual([top, height], [0, 800])
  assert.equal(await page.evaluate(() => document.elementFromPoint(innerWidth - 100, 780)?.localName), 'ask-overlay')
}, '/?overlay=layout=panel')

it('beside a docked panel the keys in a field of the page are those of the page', async (page) => {
  await page.keyboard.press('Control+k')
  await open(page)
  await page.evaluate(() => document.querySelector('#note')!.addEventListener('keydown', (event) => {
    if (!event.defaultPrevented) document.title += 'key' in event && event.key
  }))
  await page.locator('#note').click()
  for (const keys of ['Control+i', 'Control+k', 'Escape']) await page.keyboard.press(keys)
  await open(page)
  assert.match(await page.title(), /ControliControlkEscape$/)
}, '/?overlay=layout=panel')

it('an opener that comes later opens it, and there is no second button while the page has one', async (page) => {
  await part(page, '.trigger').waitFor()
  await page.evaluate(() => document.body.insertAdjacentHTML('afterbegin', '<header><button id="late" data-ask-open>Find</button></header>'))
  await part(page, '.trigger').waitFor({ state: 'hidden' })
  assert.equal(await page.locator('#late').getAttribute('aria-keyshortcuts'), 'Control+K')
  await page.locator('#late').click()
  await open(page)
  await page.keyboard.press('Escape')
  await page.evaluate(() => document.querySelector('header')?.remove())
  await part(page, '.trigger').waitFor()
})

it('where a search of the site takes the same keys, one dialog opens and closes', async (page) => {
  await page.evaluate(() => {
    for (const target of [window, document]) target.addEventListener('keydown', (event) => 'key' in event && event.key === 'k' && document.body.append('Other search'))
    document.addEventListener('keyup', ({ key }) => key === 's' && document.body.append('Other search'))
  })
  await page.keyboard.press('Control+k')
  await open(page)
  await page.keyboard.type('s')
  await page.keyboard.press('Control+k')
  await part(page, 'dialog[open]').waitFor({ state: 'detached' })
  assert.doesNotMatch(await page.locator('body').innerText(), /Other search/)
})

it('on request it takes the button and the key of another search, which then does not open', async (page) => {
  await page.evaluate(() => {
    document.body.insertAdjacentHTML('afterbegin', '<button id="other"><span>Find</span></button>')
    document.addEventListener('click', ({ target }) => (target as Element).closest('#other') && document.body.append('Other search'), { capture: true })
    addEventListener('keydown', ({ key }) => key === '/' && document.body.append('Other search'))
  })
  await part(page, '.trigger').waitFor({ state: 'hidden' })
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
  await page.locator('#note').blur()
  for (const keys of ['Control+/', 'Alt+/', 'Meta+/']) await page.keyboard.press(keys)
  assert.deepEqual([await page.locator('#note').inputValue(), await part(page, 'dialog[open]').count()], ['/', 0])
}, '/?overlay=data-ask-replaces=%23other')

it('a link that opens it does so beside a router, and in a menu that keeps its clicks', async (page) => {
  await page.evaluate(() => {
    document.querySelector('#preset')!.addEventListener('click', (event) => event.stopPropagation())
    document.addEventListener('click', (event) => event.defaultPrevented || location.assign('/elsewhere/'), { capture: true })
  })
  await page.locator('#preset').click()
  await open(page)
}, '/?own')

it('a link that opens it is left to the browser by those who open it elsewhere', async (page) => {
  const [other] = await Promise.all([page.context().waitForEvent('page'), page.locator('#preset').click({ modifiers: ['ControlOrMeta'] })])
  await other.waitForURL(/nowhere$/)
  assert.equal(await part(page, 'dialog[open]').count(), 0)
}, '/?own')

it('keys that are held down open it once, and stay from the page', async (page) => {
  const hold = (repeat: boolean) => page.evaluate((repeat) => {
    const press = new KeyboardEvent('keydown', { key: 'k', code: 'KeyK', ctrlKey: true, repeat, bubbles: true, composed: true, cancelable: true })
    return document.activeElement!.dispatchEvent(press)
  }, repeat)
  for (const repeat of [false, true, true]) {
    assert.equal(await hold(repeat), false)
    await open(page)
  }
})

it('a part of a selector that browsers do not know leaves the others', async (page) => {
  await page.evaluate(() => document.body.insertAdjacentHTML('afterbegin', '<button id="other">Find</button>'))
  await page.locator('#other').click()
  await open(page)
}, '/?overlay=data-ask-replaces=%23other,a:unknown')

it('an element that is taken out of the page opens nothing', async (page) => {
  await page.evaluate(() => document.querySelector('ask-overlay')!.remove())
  await page.keyboard.press('Control+k')
  await page.locator('#own').click()
  assert.equal(await page.locator('ask-overlay').count(), 0)
}, '/?own')

it('what an address asks for is opened by one of two elements', async (page) => {
  await open(page)
  assert.equal(await page.locator('[data-ask-dialog]').count(), 1)
}, '/?q=graph&second')

it('a copy of the page makes no second dialog', async (page) => {
  await page.keyboard.press('Control+k')
  await open(page)
  await page.evaluate(() => document.body.replaceWith(document.body.cloneNode(true)))
  assert.equal(await page.locator('ask-overlay').count(), 1)
  await page.keyboard.press('Control+k')
  await open(page)
  assert.deepEqual(await findFaults(page), [])
})

it('a docked panel stays open where a router takes the element into its next page', async (page) => {
  await page.keyboard.press('Control+k')
  await open(page)
  await page.evaluate(() => document.body.replaceChildren('Next page', document.querySelector('ask-overlay')!))
  await part(page, 'dialog:not(:modal)[open]').waitFor()
}, '/?overlay=layout=panel')

it('a page that its style zooms has the whole dialog in its window', async (page) => {
  await addRules(page, 'html { zoom: 1.5 }')
  await page.keyboard.press('Control+k')
  await search(page, 'graph')
  const { top, bottom } = await part(page, '.panel').evaluate((panel) => panel.getBoundingClientRect().toJSON())
  assert.ok(top >= 0 && bottom <= 800, `${top} to ${bottom}`)
})

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

it('elements that come and go leave no listener and no style sheet in the page', async (page) => {
  const left = await page.evaluate(async () => {
    let listening = 0
    const { addEventListener } = EventTarget.prototype
    EventTarget.prototype.addEventListener = function (this: EventTarget, ...given: Parameters<typeof addEventListener>) {
      const options = Object(given[2])
      const isOutside = this === window || this === visualViewport || this instanceof MediaQueryList
      if (isOutside) listening += 1
      if (isOutside) options.signal?.addEventListener('abort', () => (listening -= 1))
      return Reflect.apply(addEventListener, this, given)
    }
    for (let round = 0; round < 3; round += 1) {
      document.querySelector('ask-overlay')?.remove()
      const element = document.body.appendChild(document.createElement('ask-overlay'))
      Object.assign(element, { strings: { search: `${round}` } })
      Reflect.apply(Reflect.get(element, 'open'), element, [])
      element.remove()
    }
    // The event of a dialog that closes comes later.
    for (let looks = 0; looks < 600 && listening + document.adoptedStyleSheets.length > 0; looks += 1) {
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
    return [listening, document.adoptedStyleSheets.length]
  })
  assert.deepEqual(left, [0, 0])
})
