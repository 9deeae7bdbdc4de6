/**
 * One small site through every generator: what `readFolder()` makes of the
 * built pages, against the pages themselves as a browser's parser reads them,
 * and against the sitemap that the generator writes.
 */
import assert from 'node:assert/strict'
import { cpSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { before, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright-core'
import { main } from '../../../src/cli/main.ts'
import { chunkPages } from '../../../src/core/content/chunk.ts'
import { walkHtml } from '../../../src/core/content/html/tree.ts'
import type { Page } from '../../../src/core/content/page.ts'
import { matchSitemap } from '../../../src/core/content/site/sitemap.ts'
import { readFolder } from '../../../src/core/node/content/content-folder.ts'
import { readFolderSitemap } from '../../../src/core/node/content/sitemap-files.ts'
import { readBrowserModules } from '../../../src/addons/static/node/browser-modules.ts'
import { createSearcher } from '../../../src/core/search/searcher.ts'
import type { ContentOptions } from '../../../src/core/settings.ts'
import { openStaticIndex } from '../../../src/addons/static/read/reply.ts'
import { CHROMIUM } from '../chromium.ts'
import { fakeIo } from '../../support/io.ts'
import { startStaticHost } from '../static-host.ts'
import { until } from '../../support/until.ts'
import { absence, build, GENERATORS } from './generators.ts'
import { judge, outlineOf, UNSEEN } from './judge.ts'
import type { JudgedPage } from './judge.ts'

const SITE = 'https://x.test'
/** Title of the page that each generator has of its own: boxes, tabs, cards. */
const EXTRAS = 'Extras of a generator'
const document = readFileSync(new URL('../../../docs/static-sites.md', import.meta.url), 'utf8')
const source = fileURLToPath(new URL('site', import.meta.url))

/** Words that stand around the content of some generator, and in none of the sources. */
const FURNITURE = [
  ...['On this page', 'Table of contents', 'Section titled', 'Direct link', 'Permalink', 'Permanent link', '¶', '§', '↩'],
  ...['Copy', 'Copied', 'Edit this page', 'Last updated', 'Previous', 'Next', 'Skip to', 'Search', 'Toggle', 'Menu'],
  ...['Chrome of the footer', 'Powered by', 'Made with', 'Built with', 'Theme', 'Appearance', 'hiddenParagraph', 'unindexedFile', 'Terminal window'],
]

/** The whole page, furniture included, has the elements and the text that browsers find. */
function checkTree(html: string, path: string) {
  const ids: string[] = []
  const parts: string[] = []
  walkHtml(html, {
    open({ name, attributes }) {
      if (UNSEEN.has(name)) return false
      const id = attributes.get('id')
      if (id !== undefined) ids.push(`${name}#${id}`)
      return true
    },
    close: () => {},
    text: (text) => void parts.push(text),
  })
  const theirs = outlineOf(html)
  assert.deepEqual(ids, theirs.ids, path)
  assert.equal(parts.join('').replace(/\s+/g, ''), theirs.text, path)
}

/** Every section opens its heading by its link alone, and every heading of the content is a section or text of one. */
function checkAnchors(page: Page, { idCount, headings }: JudgedPage) {
  const sections = page.sections.slice(1)
  for (const { heading, url } of chunkPages([page]).slice(1)) {
    const id = decodeURIComponent(new URL(url, SITE).hash.slice(1))
    assert.equal(idCount(id), 1, `${url} stands there once`)
    const found = headings.filter(({ ids }) => ids.includes(id))
    assert.deepEqual(found.map(({ text }) => text), [heading], `${url} opens its heading`)
  }
  const linkable = headings.filter(({ ownId }) => ownId !== null)
  assert.deepEqual(
    sections.map(({ depth, anchor }) => [depth, anchor]),
    linkable.map(({ depth, ownId }) => [depth, ownId]),
    `${page.path}: each heading with an id is a section`,
  )
  for (const [at, { text, ownId }] of headings.entries()) {
    if (ownId !== null) continue
    const above = headings.slice(0, at).findLast(({ ownId }) => ownId !== null)?.ownId ?? null
    const home = page.sections.find(({ anchor }) => anchor === above)
    assert.ok(home?.text.includes(text), `${page.path}: ${text}, which no link can open, is read with what is above it`)
  }
}

/** Each marked sentence is read once, in the section of the last heading with an id above it. */
function checkNothingLost(page: Page, { headings, marks }: JudgedPage) {
  for (const [mark, above] of marks) {
    const home = headings.slice(0, above).findLast(({ ownId }) => ownId !== null)?.ownId ?? null
    const found = page.sections.filter(({ text }) => new RegExp(`\\b${mark}\\b`).test(text))
    assert.deepEqual(found.map(({ anchor }) => anchor), [home], `${page.path}: ${mark}`)
    assert.equal(found[0]?.text.split(mark).length, 2, `${page.path}: ${mark} is read once`)
  }
}

function checkNoFurniture(page: Page, { chrome, headings }: JudgedPage, titles: readonly string[]) {
  const text = page.sections.map(({ heading, text }) => `${heading}\n${text}`).join('\n')
  // Navigation repeats the headings of the page.
  const around = chrome.filter((words) => !headings.some(({ text }) => text.includes(words)))
  const strange = [...FURNITURE, ...titles.filter((title) => title !== page.title), ...around]
  assert.deepEqual(strange.filter((words) => text.includes(words)), [], page.path)
}

/** What `ask serve` adds to a page. */
const OVERLAY = /<script type="module" src="\/_ask\/overlay\.js"><\/script><ask-overlay[^]*?<\/ask-overlay>/

/** The file that a static server sends for an address below `base`, relative to the folder it serves. */
function fileAt(url: string, output: string, base = ''): string | undefined {
  const { pathname } = new URL(url, SITE)
  assert.ok(pathname.startsWith(`${base}/`) || pathname === base, `${url} is below ${base}`)
  const path = decodeURIComponent(pathname.slice(base.length)).replace(/^\/|\/$/g, '')
  return [path, join(path, 'index.html'), `${path}.html`].find((file) => statSync(join(output, file), { throwIfNoEntry: false })?.isFile())
}

/** Runs `ask serve` over a built site; it must find nothing to say of it, and show it as it is. */
async function checkServed(output: string, { base = '', trailingSlash = true }: ContentOptions, pages: readonly Page[]) {
  let stop = () => {}
  const stopped = new Promise<void>((resolve) => (stop = resolve))
  const io = fakeIo({ stopSignal: () => stopped })
  const place = [...(base === '' ? [] : ['--base', base]), ...(trailingSlash ? [] : ['--no-trailing-slash'])]
  const done = main(['serve', output, '--port', '0', '--kg-path', join(output, 'none.json'), ...place], io)
  try {
    await until(() => io.written.out.includes('\nOpen ') || io.written.err !== '')
    assert.equal(io.written.err, '')
    const [, address] = /\nOpen (.*)\n/.exec(io.written.out)!
    for (const { url, path } of pages) {
      const reply = await fetch(new URL(url, address))
      const html = await reply.text()
      assert.equal(reply.status, 200, url)
      assert.ok(html.includes('<ask-overlay'), url)
      assert.equal(html.replace(OVERLAY, ''), readFileSync(join(output, path), 'utf8'), url)
    }
  } finally {
    stop()
    assert.equal(await done, 0)
  }
}

const QUERIES = ['digging deeper', 'quoka burow', 'head', '"nothing to see"', 'the']

/** Runs `ask static --inject` over a copy of a built site: its pages and the search of a service over them. */
async function writeStatic(output: string, { base = '', trailingSlash = true }: ContentOptions) {
  const folder = `${output}-static`
  rmSync(folder, { recursive: true, force: true })
  cpSync(output, folder, { recursive: true })
  const place = [...(base === '' ? [] : ['--base', base]), ...(trailingSlash ? [] : ['--no-trailing-slash'])]
  const io = fakeIo({ readBrowserModules })
  assert.equal(await main(['static', folder, '--inject', ...place], io), 0, io.written.err)
  return folder
}

/** A reader opens the dialog in a page, searches, and goes to the result. */
async function checkInBrowser(site: string, page: Page) {
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox', '--disable-gpu'] })
  try {
    const tab = await browser.newPage()
    await tab.goto(new URL(page.url, site).href, { waitUntil: 'load' })
    await tab.locator('ask-overlay .trigger').click()
    await tab.locator('ask-overlay .field').fill('digging deeper')
    const found = tab.locator('ask-overlay a[role=option]').first()
    await found.waitFor()
    const address = new URL((await found.getAttribute('href')) ?? '', site)
    await found.click()
    await tab.waitForURL(address.href)
    assert.match((await tab.locator(address.hash).textContent()) ?? '', /Digging deeper than usual/)
    assert.equal(await tab.locator('ask-overlay:not([data-ask-dialog])').count(), 1)
  } finally {
    await browser.close()
  }
}

/** The line of a generator's configuration that has every page load the overlay. */
function scriptLine(name: string): string {
  const folder = fileURLToPath(new URL(`generators/${name}`, import.meta.url))
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  const lines = files.flatMap(({ parentPath, name }) => readFileSync(join(parentPath, name), 'utf8').split('\n'))
  return lines.find((line) => line.includes('ask.js'))!.trim()
}

test('docs/static-sites.md shows the file that pages load', () => {
  const file = readFileSync(new URL('ask.js', import.meta.url), 'utf8')
  assert.ok(document.includes(`\`\`\`js\n${file}\`\`\`\n`))
})

for (const generator of GENERATORS) {
  describe(generator.name, { skip: absence(generator) ?? false }, () => {
    let output = ''
    before(() => {
      output = build(generator)
    })

    test('readFolder() reads what it builds', async (t) => {
      const { pages, warnings } = await readFolder(output, generator.place)
      const written = (await readFolder(source)).pages
      const titles = [...written.map(({ title }) => title), EXTRAS]
      assert.deepEqual(warnings, [])
      for (const { slug, title } of written) assert.equal(pages.find((page) => page.slug === slug)?.title, title)
      for (const page of pages) {
        if (!titles.includes(page.title)) {
          assert.equal(page.sections.length, 1, `${page.path}, which nobody wrote, has no headings`)
          continue
        }
        assert.equal(fileAt(page.url, output, generator.place.base), page.path, `${page.url} is the page`)
        const html = readFileSync(join(output, page.path), 'utf8')
        const judged = judge(html, generator.holdsContent)
        checkTree(html, page.path)
        checkAnchors(page, judged)
        checkNothingLost(page, judged)
        checkNoFurniture(page, judged, titles)
      }

      const blocks = (from: readonly Page[]) =>
        from.find(({ slug }) => slug === 'guides/blocks')!.sections.map(({ anchor, text, code }) => ({ anchor, text, code }))
      assert.deepEqual(blocks(pages), blocks(written), 'built or written, a page reads the same')

      const headings = pages.find(({ slug }) => slug === 'guides/headings')!.sections.slice(1)
      t.diagnostic(`${generator.name}\n${headings.map(({ heading, anchor }) => `  ${heading}  ->  #${anchor}`).join('\n')}`)
    })

    test('`ask serve` shows it as it is', async () => {
      await checkServed(output, generator.place, (await readFolder(output, generator.place)).pages)
    })

    test('`ask static --inject` gives it the search of a service, on a host of files', async () => {
      const folder = await writeStatic(output, generator.place)
      const { base = '' } = generator.place
      const { pages } = await readFolder(output, generator.place)
      const tag = `<script type="module" src="${base}/_ask/overlay.js"></script><ask-overlay index="${base}/_ask/" trigger="corner"></ask-overlay>`
      for (const { path } of pages) {
        const [before, after, ...more] = readFileSync(join(folder, path), 'utf8').split(tag)
        assert.deepEqual([`${before}${after}`, more], [readFileSync(join(output, path), 'utf8'), []], path)
      }
      const host = await startStaticHost(folder, `${base}/`)
      try {
        const index = openStaticIndex({ base: `${host.url}/_ask/`, fetch: globalThis.fetch })
        const service = createSearcher(chunkPages(pages))
        for (const query of QUERIES) assert.deepEqual((await index.search(query)).results, service.search(query), query)
        const start = pages.find(({ slug }) => slug === 'guides/headings')
        assert.ok(start)
        await checkInBrowser(host.url, start)
      } finally {
        await host.stop()
      }
    })

    test('its pages load the overlay, as docs/static-sites.md says', async () => {
      const { base = '' } = generator.place
      for (const { url, path } of (await readFolder(output, generator.place)).pages) {
        const [script] = readFileSync(join(output, path), 'utf8').match(/<script[^>]*ask\.js[^>]*>/) ?? []
        assert.match(script ?? '', /type="?module\b/, path)
        const [, src] = /src="?([^\s">]+)/.exec(script!)!
        assert.equal(fileAt(new URL(src!, new URL(url, SITE)).href, output, base), 'ask.js', path)
      }
      const line = scriptLine(generator.name).replace(`${base}/ask.js`, '/ask.js')
      assert.ok(document.includes(`| \`${line}\` |`), line)
    })

    test('its sitemap lists the pages, and tells where they are', async () => {
      const { base, trailingSlash } = generator.place
      const { paths, locations } = await readFolderSitemap(output)
      const { pages } = await readFolder(output)
      assert.ok(paths.length > 0, 'there is a sitemap')
      assert.deepEqual(matchSitemap(pages.map(({ url }) => url), locations), {
        unlisted: [],
        unknown: [],
        base: base === undefined ? null : `${base}/`,
        trailingSlash: trailingSlash ?? null,
      })
    })
  })
}
