/** Every state that a reader can meet, and how a test gets there. */
import type { Page } from 'playwright-core'
import { ANSWER, begin, scriptOf } from './answer-frames.ts'
import type { Script, Site } from './site.ts'

const QUESTION = 'How do I serve a folder?'
const LONG = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft'.repeat(3)
const WIDE = `${LONG}\n\n\`${LONG}\`\n\n\`\`\`\n${LONG}\n\`\`\`\n\n| ${LONG} | b |\n|---|---|\n| c | ${LONG} |\n\n> ${LONG} [1](/graph/)`
const ARABIC = 'شغّل `ask serve` مع المجلد الذي تريده [1](/getting-started/#see-what-you-serve).\n\n- يقرأ Markdown و HTML\n- لا يحتاج إلى مفتاح\n\n```sh\nnpx ask serve ./docs\n```'

export interface State {
  readonly name: string
  /** What the question of the state is answered with. */
  readonly script?: Script
  /** Brings an opened dialog to the state. */
  readonly reach: (page: Page, site: Site) => Promise<void>
}

const held: Script = (stream) => new Promise((done) => stream.gone.addEventListener('abort', () => done()))

async function ask(page: Page) {
  await page.locator('ask-overlay .field').fill(QUESTION)
  await page.keyboard.press('Enter')
}

async function askToEnd(page: Page) {
  await ask(page)
  await page.locator('ask-overlay .turn[aria-busy=false]').last().waitFor()
}

async function search(page: Page, text: string) {
  await page.locator('ask-overlay .field').fill(text)
  await page.locator('ask-overlay mark').first().waitFor()
}

export const STATES: readonly State[] = [
  { name: 'empty', reach: async (page) => page.locator('ask-overlay .suggestion').first().waitFor() },
  {
    name: 'recent',
    reach: async (page) => {
      await page.evaluate(() => localStorage.setItem('ask-overlay:/api/ask', JSON.stringify(['graph', 'trailing slash'])))
      await page.keyboard.press('Escape')
      await page.locator('ask-overlay dialog[open]').waitFor({ state: 'detached' })
      await page.keyboard.press('Control+k')
      await page.locator('ask-overlay .field').fill('x')
      await page.locator('ask-overlay .field').fill('')
      await page.locator('ask-overlay .recent').first().waitFor()
    },
  },
  { name: 'results', reach: (page) => search(page, 'graph') },
  {
    name: 'question',
    reach: async (page) => {
      await search(page, QUESTION)
      await page.keyboard.press('ArrowDown')
    },
  },
  {
    name: 'no-results',
    reach: async (page) => {
      await page.locator('ask-overlay .field').fill('zzzqqqxxyy')
      await page.locator('ask-overlay .note').waitFor()
    },
  },
  {
    name: 'search-failed',
    reach: async (page, site) => {
      site.searchStatus = 500
      await page.locator('ask-overlay .field').fill('graph')
      await page.locator('ask-overlay .retry').waitFor()
    },
  },
  {
    name: 'searching',
    script: async (stream) => {
      for (const query of ['serve a folder', 'See what you serve']) stream.send('search', { query })
      await held(stream)
    },
    reach: async (page) => {
      await ask(page)
      await page.locator('ask-overlay .steps li').nth(1).waitFor()
    },
  },
  {
    name: 'writing',
    script: async (stream) => {
      begin(stream)
      stream.send('token', { text: ANSWER.slice(0, 330) })
      await held(stream)
    },
    reach: async (page) => {
      await ask(page)
      await page.locator('ask-overlay .text pre').waitFor()
    },
  },
  { name: 'answer', script: scriptOf(), reach: askToEnd },
  {
    name: 'sources',
    script: scriptOf(),
    reach: async (page) => {
      await askToEnd(page)
      for (const summary of await page.locator('ask-overlay summary').all()) await summary.click()
      await page.locator('ask-overlay .tools').scrollIntoViewIfNeeded()
    },
  },
  {
    name: 'back-to-results',
    script: scriptOf(),
    reach: async (page) => {
      await askToEnd(page)
      await page.locator('ask-overlay button.back').click()
      await search(page, 'graph')
    },
  },
  {
    name: 'not-covered',
    script: scriptOf('The documentation does not say how it tastes.'),
    reach: async (page) => {
      await askToEnd(page)
      await page.locator('ask-overlay .places > ul').waitFor()
    },
  },
  {
    name: 'degraded',
    reach: async (page) => {
      await askToEnd(page)
      await page.locator('ask-overlay .places > ul').waitFor()
    },
  },
  {
    name: 'failed',
    script: async (stream) => {
      begin(stream)
      stream.send('token', { text: 'Run `ask serve` with' })
      stream.send('error', { error: 'The model is overloaded' })
    },
    reach: async (page) => {
      await askToEnd(page)
      await page.locator('ask-overlay .places > ul').waitFor()
    },
  },
  { name: 'long-words', script: scriptOf(WIDE), reach: askToEnd },
  { name: 'arabic', script: scriptOf(ARABIC), reach: askToEnd },
]

export { QUESTION }
