/** The languages and versions that a reader is shown, by the page that the overlay is in. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { BASE, FORM, needs } from './form.ts'
import { answers } from './model.ts'
import { search } from './results.ts'
import { writeFolder } from './served.ts'
import { useStage } from './stage.ts'

const PAGES: Readonly<Record<string, string>> = {
  'deploy.md': '# Deploy\n\nPut Docker online.',
  'fr/deploy.md': '# Déployer\n\nMettre Docker en ligne.',
  'v1/deploy.md': '# Deploy\n\nThe old Docker.',
}

const folder = writeFolder(PAGES)
const stage = useStage({ folder: folder.path })
after(folder.remove)

/** Searches in a page with these parameters (`page.ts`): the addresses shown, and the filter that was sent. */
function check(parameters: string, urls: readonly string[], filter: object) {
  stage.site.reset()
  return stage.visit(`/?${parameters}`, async (page) => {
    await page.keyboard.press('Control+k')
    assert.deepEqual(await search(page, 'docker'), urls.map((url) => BASE + url), parameters)
    if (FORM === 'service') assert.deepEqual(stage.site.posts.map((post) => post.filter).at(-1), filter)
  })
}

test('a search keeps to the language of the page, else to pages without a language', needs(), async () => {
  await check('lang=fr-CA', ['/fr/deploy/'], { lang: 'fr' })
  await check('lang=en-US', ['/deploy/', '/v1/deploy/'], { lang: '' })
})

test('a search keeps to the version of the page', needs(), async () => {
  await check('lang=en&overlay=data-ask-version%3Dv1', ['/v1/deploy/'], { lang: '', version: 'v1' })
})

test('an overlay whose language is empty searches all languages', needs(), async () => {
  await check('lang=fr&overlay=lang%3D%22%22', ['/deploy/', '/fr/deploy/', '/v1/deploy/'], {})
})

test('an answer rests on sections of the language of the page', needs('answers'), async () => {
  stage.site.reset()
  stage.site.conversations.set('docker?', answers('Docker.'))
  await stage.visit('/?lang=fr', async (page) => {
    await page.evaluate(() => (document.querySelector('ask-overlay') as HTMLElement & { ask: (question: string) => void }).ask('docker?'))
    await page.locator('ask-overlay .turn[aria-busy=false], ask-overlay .turn [aria-busy=false]').first().waitFor()
    const asked = stage.site.posts.find(({ mode }) => mode === 'agentic')
    assert.deepEqual(asked?.filter, { lang: 'fr' })
  })
})
