import assert from 'node:assert/strict'
import { test } from 'node:test'
import { foldTerm } from '../../src/graph/fold.ts'

test('foldTerm() makes terms equal that differ in case, compatibility forms or white space', () => {
  const same = (...terms: readonly string[]) => assert.equal(new Set(terms.map(foldTerm)).size, 1, terms.join(' '))
  same('Route', 'ROUTE', ' route ')
  same('Straße', 'STRASSE', 'STRAẞE')
  same('Σίσυφος', 'ΣΊΣΥΦΟΣ')
  same('Café', 'CAFE\u0301')
  same('ﬁle  name', 'FILE\u00a0NAME')
  same('İstanbul', 'i̇stanbul')
})

test('foldTerm() keeps terms apart that differ in accents or characters', () => {
  assert.notEqual(foldTerm('Café'), foldTerm('Cafe'))
  assert.notEqual(foldTerm('C#'), foldTerm('C++'))
})

test('foldTerm() gives the same key for every letter and its other case', () => {
  for (let code = 0; code <= 0x1ffff; code += 1) {
    const letter = String.fromCodePoint(code)
    const forms = [letter, letter.toLowerCase(), letter.toUpperCase()]
    assert.equal(new Set(forms.map(foldTerm)).size, 1, `U+${code.toString(16)}`)
  }
})
