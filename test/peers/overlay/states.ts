/** Every state that a reader can meet, and how a test gets there. All answers are the service's, of what a model writes. */
import type { Page } from 'playwright-core'
import { HAS_ANSWERS, type Part, STORED_BY } from './form.ts'
import { ANSWER, answers, CITED, LOOKS, type ModelTurn, says } from './model.ts'
import { search } from './results.ts'
import { failSearches, holdSearches } from './search-faults.ts'
import type { Site } from './site.ts'

export const QUESTION = 'How do I serve a folder?'
const LONG = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft'.repeat(3)
const WIDE = `${LONG}\n\n\`${LONG}\`\n\n\`\`\`\n${LONG}\n\`\`\`\n\n| ${LONG} | b |\n|---|---|\n| c | ${LONG} |\n\n> ${LONG} [graph]`
const ARABIC = 'شغّل `ask serve` مع المجلد الذي تريده [getting-started#serve-a-folder].\n\n- يقرأ Markdown و HTML\n- لا يحتاج إلى مفتاح\n\n```sh\nnpx ask serve ./docs\n```'
const NOT_COVERED = 'NOT_IN_DOCS\nThe documentation does not say how it tastes.'

export interface State {
  readonly name: string
  /** What the model does about the question. */
  readonly turns?: readonly ModelTurn[]
  /** Parts that the state needs beside answers, which it needs for its turns. */
  readonly needs?: readonly Part[]
  /** Whether the reader has had all the answers there are. */
  readonly isSpent?: boolean
  /** Brings an opened dialog to the state. */
  readonly reach: (page: Page, site: Site) => Promise<unknown>
}

async function ask(page: Page) {
  await page.locator('ask-overlay .field').fill(QUESTION)
  await page.keyboard.press('Enter')
}

async function askToEnd(page: Page) {
  await ask(page)
  await page.locator('ask-overlay .turn[aria-busy=false]').last().waitFor()
}

export const STATES: readonly State[] = [
  { name: 'empty', reach: async (page) => page.locator(`ask-overlay ${HAS_ANSWERS ? '.suggestion' : '.field'}`).first().waitFor() },
  {
    name: 'recent',
    reach: async (page) => {
      await page.evaluate((by) => localStorage.setItem(`ask-overlay:${by}`, JSON.stringify(['graph', 'trailing slash'])), STORED_BY)
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
      await failSearches(page, site)
      await page.locator('ask-overlay .field').fill('graph')
      await page.locator('ask-overlay .retry').waitFor()
    },
  },
  {
    name: 'slow-search',
    reach: async (page, site) => {
      await holdSearches(page, site)
      await page.locator('ask-overlay .field').fill('graph')
      await page.locator('ask-overlay .note', { hasText: 'Searching' }).waitFor()
    },
  },
  {
    name: 'searching',
    turns: [LOOKS, { body: [], ending: 'stall' }],
    reach: async (page) => {
      await ask(page)
      await page.locator('ask-overlay .steps li').nth(CITED.length + 1).waitFor({ state: 'attached' })
    },
  },
  {
    name: 'writing',
    turns: [LOOKS, says(ANSWER.slice(0, 380), { ending: 'stall' })],
    reach: async (page) => {
      await ask(page)
      await page.locator('ask-overlay .text pre').waitFor()
    },
  },
  { name: 'answer', turns: answers(), reach: askToEnd },
  {
    name: 'follow-up',
    turns: answers(),
    reach: async (page, site) => {
      await askToEnd(page)
      site.conversations.set('And the port?', answers('It is 8787; `--port` takes another one [command-line#ask-serve].'))
      await page.locator('ask-overlay .next').fill('And the port?')
      await page.keyboard.press('Enter')
      await page.locator('ask-overlay .turn:nth-of-type(2) .source').waitFor()
      await page.locator('ask-overlay .turn:nth-of-type(2) .number').hover()
    },
  },
  {
    name: 'panel',
    turns: answers(),
    reach: async (page) => {
      await askToEnd(page)
      await page.keyboard.press('Control+i')
    },
  },
  {
    name: 'limited',
    needs: ['search requests'],
    reach: async (page, site) => {
      site.searchStatus = 429
      await page.locator('ask-overlay .field').fill('graph')
      await page.locator('ask-overlay .note').waitFor()
    },
  },
  {
    name: 'sources',
    turns: answers(),
    reach: async (page) => {
      await askToEnd(page)
      for (const summary of await page.locator('ask-overlay summary').all()) await summary.click()
      await page.locator('ask-overlay .tools').scrollIntoViewIfNeeded()
    },
  },
  {
    name: 'back-to-results',
    turns: answers(),
    reach: async (page) => {
      await askToEnd(page)
      await page.locator('ask-overlay button.back').click()
      await search(page, 'graph')
    },
  },
  {
    name: 'not-covered',
    turns: answers(NOT_COVERED),
    reach: async (page) => {
      await askToEnd(page)
      await page.locator('ask-overlay .places > ul').waitFor()
    },
  },
  {
    name: 'degraded',
    isSpent: true,
    reach: async (page) => {
      await askToEnd(page)
      await page.locator('ask-overlay .places > ul').waitFor()
    },
  },
  {
    name: 'failed',
    turns: [LOOKS, says('Run `ask serve` with the folder', { ending: 'cut' })],
    reach: async (page) => {
      await askToEnd(page)
      await page.locator('ask-overlay .places > ul').waitFor()
    },
  },
  { name: 'long-words', turns: answers(WIDE), reach: askToEnd },
  { name: 'arabic', turns: answers(ARABIC), reach: askToEnd },
]
