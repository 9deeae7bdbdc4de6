import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Language, LANGUAGES } from '../../../src/core/text/language.ts'
import { markLike, stemmerFor, unmarkedTerm } from '../../../src/core/text/stemmer.ts'
import { rulesOf } from '../../support/rules.ts'

/** Stems without the mark of their language. */
function check(language: Language, word: string, expected: string) {
  assert.equal(stemmerFor(language)(word).replace(/[\u0001-\u0004]$/, ''), expected)
}

for (const [name, run] of rulesOf('stemmerFor()', check, [
  ['stems Latin words as the language does',
    ['en', 'servers', 'server'], ['de', 'servern', 'serv'], ['es', 'servidores', 'servidor'], ['fr', 'serveurs', 'serveur'],
    ['pt', 'servidores', 'servidor']],
  ['leaves function words whole, but in English',
    ['de', 'andere', 'andere'], ['de', 'andern', 'and'], ['fr', 'entre', 'entre'], ['en', 'does', 'doe']],
])) test(name, run)

test('stemmerFor() stems Russian and Korean words in any language', () => {
  for (const language of LANGUAGES) {
    assert.equal(stemmerFor(language)('настройки'), 'настройк')
    assert.equal(stemmerFor(language)('서버를'), '서버')
  }
})

test('stemmerFor() leaves what is not a word alone', () => {
  for (const language of LANGUAGES) {
    for (const name of ['v1', '--hosts', '@astrojs/node', '漢字', 'การ', 'українські', 'e2e', '42']) {
      assert.equal(stemmerFor(language)(name), name)
    }
  }
})

test('stemmerFor() gives words of each language terms of their own', () => {
  const terms = LANGUAGES.map((language) => stemmerFor(language)('server'))
  assert.equal(new Set(terms).size, LANGUAGES.length)
  assert.notEqual(stemmerFor('de')('server'), stemmerFor('en')('serve'))
  assert.equal(stemmerFor('en')('serve'), 'serv')
})

test('stemmerFor() keeps stems apart from function words of the same letters', () => {
  const [german, portuguese] = [stemmerFor('de'), stemmerFor('pt')]
  assert.notEqual(german('seite'), german('seit'))
  assert.equal(german('seite'), german('seiten'))
  assert.notEqual(portuguese('comando'), portuguese('com'))
})

test('markLike() marks a word as its term is marked', () => {
  const stem = stemmerFor('fr')
  assert.equal(markLike('serveurs', stem('serveurs')), 'serveurs\u0003')
  assert.equal(markLike('serveur', stem('serveur')), stem('serveur'))
  assert.equal(markLike('servers', stemmerFor('en')('servers')), 'servers')
  assert.equal(markLike('v1', stem('v1')), 'v1')
})

test('unmarkedTerm() leaves out all marks of a language', () => {
  for (const term of ['lamp', 'lamp\u0001', 'lamp\u0002\u0002']) assert.equal(unmarkedTerm(term), 'lamp')
  assert.equal(unmarkedTerm('\u0003'), '')
})
