/** The overlay over a static index on plain hosts of files, at the root and below a path. */
import assert from 'node:assert/strict'
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { chunkPages } from '../../../src/content/chunk.ts'
import { tableRows } from '../../../src/content/structure/table-rows.ts'
import { readFolder } from '../../../src/node.ts'
import { createSearcher } from '../../../src/search/searcher.ts'
import { freePort } from '../../support/loopback.ts'
import { nginx } from '../proxies/proxies.ts'
import { NEEDS_BROWSER, findFaults, openPage, startBrowser } from './browser.ts'

const PROGRAM = fileURLToPath(new URL('../../../bin/ask.js', import.meta.url))
const DOCS = fileURLToPath(new URL('../../../docs', import.meta.url))
/** Far more than a host needs to begin to listen. */
const START_LIMIT_MS = 60_000
/** Whole words, a typo, half a word, a phrase, and an exclusion. */
const QUERIES = ['behind a proxy', 'serach without a server', 'benchm', '"static site"', 'graph -model']

const folder = mkdtempSync(join(tmpdir(), 'ask-hosts-'))
/** Below a path and at the root, in one folder: no file of one is where the other has it. */
const BASES = ['/docs/', '/']

before(() => {
  for (const base of BASES) {
    const site = join(folder, base)
    mkdirSync(site, { recursive: true })
    execFileSync(process.execPath, ['--import', 'tsx', PROGRAM, 'static', DOCS, '--out', join(site, '_ask'), '--base', base], { stdio: 'ignore' })
    writeFileSync(join(site, 'index.html'), `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Docs</title><link rel="icon" href="data:,">
<script type="module" src="_ask/overlay.js"></script></head><body><main><h1>Docs</h1><ask-overlay index="_ask/"></ask-overlay></main></body></html>`)
  }
  // nginx reads files as another user.
  chmodSync(folder, 0o755)
})
after(() => rmSync(folder, { recursive: true }))

/** A host of the folder: why it can't run, false where it can; and its start, which gives its port. */
interface Host {
  readonly name: string
  readonly skip: string | false
  readonly start: (t: TestContext) => Promise<number>
}

const HOSTS: readonly Host[] = [
  {
    name: 'python -m http.server',
    skip: spawnSync('python3', ['--version']).status === 0 ? false : 'python3 is absent',
    async start(t) {
      const port = await freePort()
      const child = spawn('python3', ['-m', 'http.server', String(port), '--bind', '127.0.0.1', '--directory', folder], { stdio: 'ignore' })
      t.after(async () => {
        child.kill()
        if (child.exitCode === null) await once(child, 'exit')
      })
      for (const end = Date.now() + START_LIMIT_MS; ; await sleep(50)) {
        const isUp = await fetch(`http://127.0.0.1:${port}/`).then(({ ok }) => ok, () => false)
        if (isUp) return port
        assert.ok(Date.now() < end, 'python does not listen')
      }
    },
  },
  {
    name: 'nginx',
    skip: nginx.skip,
    start: (t) => nginx.start(t, (port) => `server { listen 127.0.0.1:${port}; root ${folder}; }`),
  },
]

/** In the page, as text: the root of the overlay, and the addresses of the results that it shows. */
const ROOT = "document.querySelector('ask-overlay').shadowRoot"
const URLS = `JSON.stringify([...${ROOT}.querySelectorAll('.row.result')].map((row) => row.getAttribute('href')).sort())`

for (const host of HOSTS) {
  test(`the overlay finds what the service finds, from ${host.name}`, { skip: host.skip || NEEDS_BROWSER.skip, timeout: 240_000 }, async (t) => {
    const port = await host.start(t)
    const browser = await startBrowser()
    t.after(() => browser.close())
    const { page, complaints } = await openPage(browser, 'about:blank')
    for (const base of BASES) {
      const { pages } = await readFolder(DOCS, { base })
      const service = createSearcher(chunkPages(pages), { rowsOf: tableRows })
      await page.goto(`http://127.0.0.1:${port}${base}`)
      await page.keyboard.press('Control+k')
      await page.locator('ask-overlay dialog:modal').waitFor()
      for (const query of QUERIES) {
        await page.evaluate(`${ROOT}.querySelector('.field').select()`)
        await page.keyboard.type(query)
        const expected = service.search(query, { limit: 10 }).map(({ url }) => url).sort()
        assert.ok(expected.length > 0, query)
        await page.waitForFunction(`${URLS} === ${JSON.stringify(JSON.stringify(expected))}`)
      }
      await page.locator('ask-overlay .row.result mark').first().waitFor()
      assert.deepEqual(await findFaults(page), [])
      assert.deepEqual(complaints, [])
    }
    await page.keyboard.press('Enter')
    await page.waitForURL((url) => url.pathname !== '/')
  })
}
