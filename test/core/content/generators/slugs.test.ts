/** Ids that the generators themselves made: mdBook 0.4.52, Hugo 0.111.3, MkDocs 1.6.1, VitePress 1.6.4, Sphinx 8. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createSlugger, type SlugRuleName } from '../../../../src/core/content/generators/slug.ts'

function check(name: SlugRuleName, headings: readonly string[], ids: string) {
  assert.equal(headings.map(createSlugger(name).idOf).join(' '), ids, name)
}

const TWICE = ['Setup', 'Setup', 'Setup 1', 'Setup-1']
const SYMBOLS = ['a -- b', '50% off', 'foo.bar(baz) / qux', 'Héllo Wörld 🎉', 'foo_bar', '日本', '1. First']

test('createSlugger() numbers headings of the same text as their generator does', () => {
  check('vue', TWICE, 'setup setup-1 setup-1-1 setup-1-2')
  check('python', TWICE, 'setup setup_1 setup-1 setup-1_1')
  check('pymdown', TWICE, 'setup setup_1 setup-1 setup-1_1')
  check('mdbook', TWICE, 'setup setup-1 setup-1 setup-1-1')
  check('hugo', TWICE, 'setup setup-1 setup-1-1 setup-1-2')
  check('docutils', TWICE, 'setup id1 setup-1 id2')
})

test('createSlugger() spells ids as their generator does', () => {
  check('vue', SYMBOLS, 'a-b _50-off foo-bar-baz-qux hello-world-🎉 foo-bar 日本 _1-first')
  check('python', SYMBOLS, 'a-b 50-off foobarbaz-qux hello-world foo_bar _1 1-first')
  check('pymdown', SYMBOLS, 'a----b 50-off foobarbaz--qux héllo-wörld- foo_bar 日本 1-first')
  check('mdbook', SYMBOLS, 'a----b 50-off foobarbaz--qux héllo-wörld- foo_bar 日本 1-first')
  check('hugo', SYMBOLS, 'a----b 50-off foobarbaz--qux héllo-wörld- foo_bar 日本 1-first')
  check('docsify', SYMBOLS, 'a-b _50-off foobarbaz-qux héllo-wörld-🎉 foo_bar 日本 _1-first')
})

test('createSlugger() gives headings of symbols alone an id where their generator does', () => {
  check('python', ['!!!', '..='], '_1 _2')
  check('mdbook', ['!!!', '..='], ' -1')
  check('hugo', ['!!!', '..='], 'heading heading-1')
  check('kramdown', ['!!!', '..='], 'section section-1')
  check('kramdown-gfm', ['!!!', '..='], ' -1')
  check('docutils', ['!!!', '..='], 'id1 id2')
})

test('createSlugger() keeps letters that the rules know', () => {
  check('mdbook', ['ÅNGSTRÖM', 'हिन्दी', 'Café'], 'ÅngstrÖm हिनदी café')
  check('hugo', ['İstanbul', 'हिन्दी', '½ Ⅷ'], 'istanbul हनद -')
  check('python', ['Straße', 'Ünïcödé', '½'], 'strae unicode 12')
})

test('take() keeps an id from later headings', () => {
  const { idOf, take } = createSlugger('hugo')
  take('setup')
  assert.deepEqual(['Setup', 'Setup'].map(idOf), ['setup-1', 'setup-2'])
})
