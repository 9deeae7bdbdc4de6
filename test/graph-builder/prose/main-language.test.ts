import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mainLanguagePages } from '../../../src/graph-builder/prose/main-language.ts'
import { page } from '../../support/chunk.ts'

function check(slugs: readonly string[], expected: readonly string[], langs: Readonly<Record<string, string>> = {}) {
  const pages = slugs.map((slug) => page(slug, {}, { lang: langs[slug] ?? null }))
  assert.deepEqual(mainLanguagePages(pages).map(({ slug }) => slug), expected)
}

test('mainLanguagePages() leaves out folders that translate the root', () => {
  check(['index', 'a', 'b', 'de/a', 'de/b', 'de/c', 'pt-br/a', 'pt-br/b'], ['index', 'a', 'b'])
})

test('mainLanguagePages() takes English, else the largest language, where each has a folder', () => {
  check(['index', 'de/a', 'de/b', 'de/c', 'en/a', 'en/b'], ['index', 'en/a', 'en/b'])
  check(['de/a', 'de/b', 'de/c', 'fr/a', 'fr/b'], ['de/a', 'de/b', 'de/c'])
})

test('mainLanguagePages() keeps folders that only look like a language', () => {
  check(['index', 'a', 'b', 'ui/button', 'ui/menu', 'os/a'], ['index', 'a', 'b', 'ui/button', 'ui/menu', 'os/a'])
})

test('mainLanguagePages() leaves out pages in another language than the root page', () => {
  check(['index', 'a', 'b', 'c'], ['index', 'a', 'c'], { index: 'en-GB', a: 'en', b: 'de' })
  check(['a', 'b'], ['a', 'b'], { a: 'en', b: 'de' })
})

test('mainLanguagePages() gives no pages of none', () => {
  check([], [])
})
