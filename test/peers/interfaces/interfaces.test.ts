/** The pages that docs/interfaces.md shows, in Chromium: an answer grows in them as it streams. */
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { after, before, test } from 'node:test'
import { type Browser, chromium, type Page } from 'playwright-core'
import { CHROMIUM } from '../chromium.ts'
import { startModel, type StubModel } from '../hosts/model.ts'
import { startSite } from './site.ts'

const LIMIT_MS = 60_000
const PAGES = new URL('pages/', import.meta.url)
const document = readFileSync(new URL('../../../docs/interfaces.md', import.meta.url), 'utf8')

let model: StubModel
let site: Awaited<ReturnType<typeof startSite>>
let browser: Browser

before(async () => {
  model = await startModel()
  site = await startSite(model.url)
  browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox', '--disable-gpu'] })
})

// What is missing when one of them can't be started must not keep the others open, and with them the process.
after(async () => {
  await browser?.close()
  site?.close()
  model?.close()
})

for (const file of readdirSync(PAGES)) {
  test(`docs/interfaces.md shows ${file}, of at most 40 lines`, () => {
    const text = readFileSync(new URL(file, PAGES), 'utf8').trim()
    assert.ok(document.includes(`\n${text}\n`))
    assert.ok(text.split('\n').length <= 40)
  })
}

/** Asks in a page, and looks at it before and after the end of the answer. */
async function check(path: string, answer: string): Promise<Page> {
  const page = await browser.newPage()
  page.setDefaultTimeout(LIMIT_MS)
  const complaints: string[] = []
  page.on('pageerror', ({ message }) => complaints.push(message))
  await page.goto(`${site.url}/${path}`)
  await page.getByRole('textbox').fill('Do routes end in a slash?')
  await page.getByRole('button').click()
  const call = await model.next()
  call.write('ANSWER:\nRoutes end in a ')
  call.write('slash ')
  await page.locator(answer, { hasText: 'Routes end in a' }).waitFor()
  await page.locator('a', { hasText: 'Slashes' }).first().waitFor()
  assert.doesNotMatch(await page.locator(answer).innerText(), /otherwise/)
  call.write('unless you say otherwise [1].')
  call.end()
  await page.locator(answer, { hasText: 'otherwise' }).waitFor()
  await page.locator(`${answer} a[href="/routing/#slashes"]`).first().waitFor()
  assert.deepEqual(complaints, [])
  return page
}

for (const path of ['plain', 'react', 'vue']) {
  test(`an answer grows in the page ${path}, with its links`, { timeout: LIMIT_MS }, async () => {
    const page = await check(path, '#text')
    await page.getByRole('button').click()
    const left = await model.next()
    await page.getByRole('button').click()
    const { end, write } = await model.next()
    write('NOT_IN_DOCS')
    end()
    await page.getByRole('status').filter({ hasText: /^$/ }).waitFor({ state: 'attached' })
    assert.ok(left.isLeft())
    await page.close()
  })
}

test('an answer grows in a chat of the AI SDK', { timeout: LIMIT_MS }, async () => {
  const page = await check('chat', '.assistant')
  await page.getByRole('textbox').fill('And without?')
  await page.getByRole('button').click()
  const call = await model.next()
  call.write('ANSWER:\nThen without [1].')
  call.end()
  await page.locator('.assistant', { hasText: 'Then without' }).waitFor()
  await page.close()
})
