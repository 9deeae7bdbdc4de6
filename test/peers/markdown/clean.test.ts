/** Clean answers through the filter, rendered with real libraries: what a reader sees is what the model wrote, and code is as it was. */
import MarkdownIt from 'markdown-it'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createGrounding } from '../../../src/core/answer/ground/ground.ts'
import { keepLinks } from '../../../src/core/answer/ground/ground.ts'
import { cleanAnswer, KNOWN_ADDRESS } from '../../support/clean-answers.ts'
import { groundingSources } from '../../support/grounding-sources.ts'
import { cutAnywhere, SOURCE_URLS } from '../../support/hostile-answers.ts'
import { createRandom } from '../../support/random.ts'
import { RENDERERS } from './renderers.ts'

const ANSWERS = process.env['ASK_LONG'] === '1' ? 10_000 : 1_000
/** Answers rendered with each library. */
const RENDERED = 300
const URLS = new Set(SOURCE_URLS)

const grounded = Array.from({ length: ANSWERS }, (_, seed) => {
  const random = createRandom(seed)
  const { written, wanted } = cleanAnswer(random)
  const grounding = createGrounding(groundingSources(SOURCE_URLS, (address) => address === KNOWN_ADDRESS))
  return { written, wanted, shown: cutAnywhere(random, written).map(grounding.push).join('') + grounding.end() }
})

test(`nothing is removed from ${ANSWERS} clean answers`, () => {
  for (const { shown, wanted } of grounded) assert.equal(shown, wanted)
})

test('a client finds nothing to remove from them either', () => {
  for (const { shown } of grounded) assert.equal(keepLinks(shown, URLS), shown)
})

// Without linkify, which makes a link of `README.md`.
const plain = new MarkdownIt({ html: true })

for (const { name, render } of RENDERERS) {
  test(`${name} shows the code that the model wrote`, () => {
    const renderWritten = name === 'markdown-it' ? (text: string) => plain.render(text) : render
    for (const { written, shown } of grounded.slice(0, RENDERED)) {
      assert.deepEqual(codeOf(render(shown)), codeOf(renderWritten(written)), written)
    }
  })
}

/** Code spans and blocks, but for the address that became one. */
function codeOf(html: string): string[] {
  return [...html.matchAll(/<code[^>]*>([^]*?)<\/code>/g)].map(([, code]) => code!).filter((code) => code !== KNOWN_ADDRESS)
}
