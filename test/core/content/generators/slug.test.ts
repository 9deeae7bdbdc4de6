import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { createSlugger, slug } from '../../../../src/core/content/generators/slug.ts'

/** Made with github-slugger 2.0.0. */
const VECTORS: { slug: [string, string][]; sequence: [string, string][] } = JSON.parse(
  readFileSync(new URL('../../../data/slug-vectors.json', import.meta.url), 'utf8'),
)

test('slug() gives what github-slugger gives', () => {
  for (const [text, expected] of VECTORS.slug) assert.equal(slug(text), expected, JSON.stringify(text))
})

test('slug() drops halves of surrogate pairs', () => {
  assert.equal(slug('a\ud83db'), 'ab')
})

test('createSlugger() gives what github-slugger gives for the headings of one page', () => {
  const { idOf: uniqueSlug } = createSlugger()
  for (const [text, expected] of VECTORS.sequence) assert.equal(uniqueSlug(text), expected, JSON.stringify(text))
})

test('createSlugger() makes ids as Docsify does, for each page anew', () => {
  const headings = ['Setup', 'Setup', 'a -- b', '50% off', 'foo.bar(baz) / qux', 'Héllo Wörld 🎉', '日本', '1. First']
  const expected = 'setup setup-1 a-b _50-off foobarbaz-qux héllo-wörld-🎉 日本 _1-first'
  for (let page = 0; page < 2; page += 1) assert.equal(headings.map(createSlugger('docsify').idOf).join(' '), expected)
})

test('take() keeps an id from later headings', () => {
  const { idOf, take } = createSlugger('hugo')
  take('setup')
  assert.deepEqual(['Setup', 'Setup'].map(idOf), ['setup-1', 'setup-2'])
})
