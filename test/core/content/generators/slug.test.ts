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

test('createSlugger() keeps the pages apart', () => {
  assert.equal(createSlugger().idOf('Setup'), 'setup')
  assert.equal(createSlugger().idOf('Setup'), 'setup')
})
