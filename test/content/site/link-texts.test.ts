import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createLinkTexts, isGeneric } from '../../../src/content/site/link-texts.ts'

test('createLinkTexts() keeps each text of an address once, in their order', () => {
  const { add, of } = createLinkTexts()
  for (const text of ['Routing guide', 'routes', ' routing  guide', 'here']) add('/a/', text, 'en')
  add('/b/', 'routes', null)
  assert.deepEqual([of('/a/'), of('/b/'), of('/c/')], [['Routing guide', 'routes'], ['routes'], []])
})

test('createLinkTexts() keeps twenty texts of an address, none longer than 120 characters', () => {
  const { add, of } = createLinkTexts()
  add('/a/', 'route '.repeat(21), null)
  for (let i = 0; i < 30; i += 1) add('/a/', `route ${i}`, null)
  assert.deepEqual([of('/a/').length, of('/a/')[0], of('/a/')[19]], [20, 'route 0', 'route 19'])
})

test('isGeneric() tells texts that would suit any link', () => {
  const generic: readonly (readonly [string | null, readonly string[]])[] = [
    ['en', ['here', 'Here', 'read more', 'Read More →', 'this page', 'click here!', 'See the documentation', 'our guide', '→', '']],
    [null, ['here', 'https://example.com/a', 'www.example.com', '/guides/routing/', '../routing', '#top', 'mailto:a@example.com']],
    ['de', ['hier', 'Siehe hier', 'Weitere Informationen', 'diese Seite', 'zurück']],
    ['fr', ['ici', 'Lire la suite', 'en savoir plus', 'cette page']],
    ['es', ['aquí', 'haga clic aquí', 'Leer más', 'esta página']],
    ['pt', ['aqui', 'saiba mais', 'esta página']],
    ['ru', ['здесь', 'Читать далее']],
    ['ja', ['こちら']],
    ['zh', ['更多']],
  ]
  for (const [lang, texts] of generic) for (const text of texts) assert.equal(isGeneric(text, lang), true, text)
})

test('isGeneric() keeps texts that name their target', () => {
  for (const text of ['routing guide', 'the <Image /> component', '.env', 'getStaticPaths()', '404 page', 'astro.config.mjs', 'C++', 'Server islands']) {
    assert.equal(isGeneric(text, 'en'), false, text)
  }
})
