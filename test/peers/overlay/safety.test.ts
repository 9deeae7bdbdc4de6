/**
 * Answers written against their readers, rendered in a real browser: no request, no script, no link but to sources.
 * They come frame by frame, as they would had the service been taken over: its own filter lets none of them through.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hostileAnswer, SOURCE_URLS } from '../../support/hostile-answers.ts'
import { createRandom } from '../../support/random.ts'
import { framesOf } from './answer-frames.ts'
import { FORM, IS_LONG, needs } from './form.ts'
import { useStage } from './stage.ts'

/** Answers, several to a page; where an index lies between, fewer, since it passes them on as they come. */
const ANSWERS = IS_LONG && FORM === 'service' ? 300 : 39
const TO_A_PAGE = 15
/** Pages at once. */
const LANES = 3

const WRITTEN = [
  '<script>alert(1)</script><img src=x onerror=alert(1)><svg onload=alert(1)><iframe src=javascript:alert(1)>',
  '![x](https://evil.example/i.png) ![x][r]\n\n[r]: https://evil.example/i.png',
  '[click](javascript:alert(1)) [click](JaVaScRiPt&#58;alert(1)) [click](data:text/html,<script>alert(1)</script>)',
  '<https://evil.example> https://evil.example [a](//evil.example) [b](\\\\evil.example) [c](/guides/routing/#static@evil.example)',
  '<style>*{background:url(https://evil.example)}</style><link rel=stylesheet href=https://evil.example>',
  '| a | b |\n|---|---|\n| ![x](https://evil.example/i.png) | <a href="https://evil.example">x</a> |',
]

const stage = useStage()

/** Draws answers in one page, and looks at all that came of them. */
async function assertHarmless(questions: readonly string[]) {
  const { page, complaints, requests } = await stage.open()
  page.on('dialog', (dialog) => complaints.push(`dialog: ${dialog.message()}`))
  for (const [i, asked] of questions.entries()) {
    await page.evaluate((question) => (document.querySelector('ask-overlay') as HTMLElement & { ask: (question: string) => void }).ask(question), asked)
    await page.locator('ask-overlay .turn').nth(i).and(page.locator('[aria-busy=false]')).waitFor()
  }
  const found = await page.evaluate(() => {
    const root = document.querySelector('[data-ask-dialog]')?.shadowRoot
    // All but the overlay's own icons, on its buttons and beside its sources.
    const inside = [...(root?.querySelectorAll('.turn *:not(:is(button, .source) > .icon, :is(button, .source) > .icon *)') ?? [])]
    const names = [...new Set(inside.map((element) => element.localName))]
    const attributes = [...new Set(inside.flatMap((element) => element.getAttributeNames()))]
    const links = inside.filter((element) => element.matches('.text a')).map((element) => element.getAttribute('href'))
    return { names, attributes, links }
  })
  for (const link of found.links) assert.ok(SOURCE_URLS.includes(link ?? ''), `link to ${link}`)
  for (const name of found.names) assert.doesNotMatch(name, /^(?:img|script|iframe|style|link|object|embed|svg|form|meta|base|video|audio)$/)
  for (const attribute of found.attributes) assert.doesNotMatch(attribute, /^(?:on|src|style|action|formaction|srcdoc)/)
  for (const request of requests) assert.ok(new URL(request).origin === new URL(stage.site.url).origin && !request.includes('evil'), request)
  assert.deepEqual(complaints, [])
  await page.context().close()
}

test('hostile answers make no request, run no script, and link to sources alone', needs('answers'), async () => {
  const random = createRandom(41)
  const answers = [...WRITTEN, ...Array.from({ length: ANSWERS }, () => hostileAnswer(random))]
  const sources = SOURCE_URLS.map((url) => ({ url, title: url }))
  const questions = answers.map((_, i) => `answer ${i}`)
  questions.forEach((question, i) => stage.site.frames.set(question, framesOf(answers[i]!, sources)))
  for (let at = 0; at < questions.length; at += TO_A_PAGE * LANES) {
    const lanes = Array.from({ length: LANES }, (_, lane) => at + lane * TO_A_PAGE)
    await Promise.all(lanes.map((from) => assertHarmless(questions.slice(from, from + TO_A_PAGE))))
  }
})

test('sources and results that lead away from http are left out', needs('answers'), async () => {
  stage.site.frames.set('q', framesOf('[1](javascript:alert(1)) [2](data:text/html,x) [3](/ok/)', [
    { url: 'javascript:alert(1)', title: 'A' },
    { url: 'data:text/html,x', title: 'B' },
    { url: '/ok/', title: '<img src=x onerror=alert(1)>' },
  ]))
  await stage.visit('/?ask=q', async (page) => {
    await page.locator('ask-overlay .source').waitFor()
    const links = await page.locator('ask-overlay .turn a').evaluateAll((all) => all.map((link) => link.getAttribute('href')))
    assert.deepEqual(links, ['/ok/', '/ok/'])
    assert.match(await page.locator('ask-overlay .source').innerText(), /<img src=x/)
  })
})
