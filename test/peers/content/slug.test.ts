/** `slug()` and `createSlugger()` against the real github-slugger. */
import ranges from '@unicode/unicode-13.0.0/Binary_Property/Assigned/ranges.js'
import GithubSlugger, { slug as githubSlug } from 'github-slugger'
import assert from 'node:assert/strict'
import { readFileSync, readdirSync } from 'node:fs'
import { test } from 'node:test'
import { createSlugger, slug } from '../../../src/core/content/generators/heading-ids.ts'
import { createRandom } from '../../support/random.ts'
import { needsShared, sharedPath } from '../../support/shared.ts'

/** Without halves of surrogate pairs, which no file in UTF-8 can hold. */
const ASSIGNED = ranges.map(({ begin, end }) => ({ begin: begin === 0xd800 ? 0xe000 : begin, end }))

const CORPUS = 'corpora/astro-docs'
const HEADING = /^#{1,6} +(.*)$/gm

/** Every heading line, and every other line too: any text may become a heading. */
function corpusPages(): { headings: string[]; lines: string[] }[] {
  const files = readdirSync(sharedPath(CORPUS), { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.mdx'))
  return files.map((path) => {
    const text = readFileSync(sharedPath(`${CORPUS}/${path}`), 'utf8')
    return { headings: [...text.matchAll(HEADING)].map(([, heading]) => heading!), lines: text.split('\n') }
  })
}

test('slug() agrees on every line of the Astro documentation', needsShared(CORPUS), () => {
  for (const { lines } of corpusPages()) for (const line of lines) assert.equal(slug(line), githubSlug(line))
})

test('createSlugger() agrees on the headings of every page of it', needsShared(CORPUS), () => {
  for (const { headings } of corpusPages()) checkPage(headings)
})

test('slug() agrees on every character of Unicode 13', () => {
  const apart: string[] = []
  for (const { begin, end } of ASSIGNED) {
    for (let code = begin; code < end; code += 1) {
      const text = `a${String.fromCodePoint(code)}b`
      if (slug(text) !== githubSlug(text)) apart.push(code.toString(16))
    }
  }
  assert.deepEqual(apart, [])
})

test('createSlugger() agrees on random headings', () => {
  const random = createRandom(13)
  const letters = [...'aAbB1-_ .!éßİ日', '🎉', '\u200d', '\ufe0f', '\u0301', '-1', 'constructor', '__proto__']
  for (let page = 0; page < 5_000; page += 1) checkPage(Array.from({ length: 12 }, () => random.text(letters, 3)))
  const assigned = () => {
    const range = random.pick(ASSIGNED)
    return String.fromCodePoint(range.begin + random.below(range.end - range.begin))
  }
  for (let page = 0; page < 5_000; page += 1) {
    checkPage(Array.from({ length: 8 }, () => Array.from({ length: random.below(6) }, assigned).join('')))
  }
})

function checkPage(headings: readonly string[]) {
  const { idOf: ours } = createSlugger()
  const theirs = new GithubSlugger()
  assert.deepEqual(headings.map(ours), headings.map((heading) => theirs.slug(heading)), headings.join('\n'))
}
