import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findCompletions } from '../../../../src/core/search/query/completion.ts'
import { stringAt } from '../../../../src/core/search/strings/front-coded-dictionary.ts'
import { findString } from '../../../../src/core/search/strings/lower-bound.ts'
import { buildColumns } from '../../../support/search-index.ts'

function indexOf(texts: readonly string[]) {
  return buildColumns(texts.map((text, i) => ({ id: `${i}`, page: `${i}`, title: '', text })))
}

const index = indexOf(['configure configured configuration', 'configure a page', 'config', '--config confirm'])

/** Share of each completion by its term; `own` is the term of the word itself. */
function completionsOf(word: string, own = '', of = index): Map<string, number> {
  const found = findCompletions(of.lexicon, { word, ownTerms: [findString(of.terms, own)].filter((term) => term >= 0) })
  return new Map(found.map(({ term, confidence }) => [stringAt(of.terms, term), confidence]))
}

function check(word: string, own: string, expected: string) {
  assert.equal([...completionsOf(word, own).keys()].join(' '), expected)
}

test('findCompletions() finds terms of the words that begin so, the most frequent first', () => {
  check('conf', '', 'config configur confirm')
  check('--con', '', '--config')
  check('zzz', '', '')
})

test('findCompletions() finds words by their beginning when their stem is shorter', () => {
  check('configurat', '', 'configur')
})

test('findCompletions() takes no pairs of compounds for words', () => {
  const letters = Array.from({ length: 20 }, (_, i) => String.fromCharCode(0x61 + i).repeat(3))
  const compounds = letters.map((first) => `${first}dateien`).join(' ')
  const texts = [compounds, compounds, 'Die Dateien der Anlage']
  const german = buildColumns(texts.map((text, i) => ({ id: `${i}`, page: `${i}`, title: '', text, lang: 'de' })))
  for (const typed of ['dat', 'date', 'datei', 'dateie']) {
    const terms = [...completionsOf(typed, '', german).keys()].map((term) => term.replace(/[\u0001-\u0004]+$/, ''))
    assert.deepEqual(terms, ['datei'], typed)
  }
})

test('findCompletions() leaves out the own term of the word', () => {
  check('config', 'config', 'configur')
})

test('findCompletions() is the less sure of a completion, the more is missing', () => {
  assert.ok(completionsOf('confir').get('confirm')! > completionsOf('conf').get('confirm')!)
  assert.ok(completionsOf('configu').get('configur')! > completionsOf('config').get('configur')!)
})

test('findCompletions() is as sure of a completion where the beginning is a word of its own', () => {
  assert.equal(completionsOf('config').get('configur'), completionsOf('config', 'config').get('configur'))
})

test('findCompletions() covers less of a word that the index has than of a beginning that is none', () => {
  const coversOf = (word: string, ownTerms: number[]) => findCompletions(index.lexicon, { word, ownTerms }).map(({ covers }) => covers)
  assert.deepEqual(coversOf('confir', []), [1])
  assert.deepEqual(coversOf('config', [findString(index.terms, 'config')]), [0.5])
})

test('findCompletions() takes a bounded number', () => {
  const many = indexOf(Array.from({ length: 300 }, (_, i) => `word${i.toString(36)}x`))
  assert.equal(completionsOf('word', '', many).size, 16)
})

test('findCompletions() bounds the postings that are added', () => {
  const many = indexOf(Array.from({ length: 9_000 }, () => 'prea preb prec pred pree pref preg preh prei'))
  assert.equal(completionsOf('pre', '', many).size, 7)
})
