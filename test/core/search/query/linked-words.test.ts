import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toClauses } from '../../../../src/core/search/query/clause.ts'
import { parseQuery } from '../../../../src/core/search/query/query.ts'
import { stringAt } from '../../../../src/core/search/strings/front-coded-dictionary.ts'
import { createAnalyze } from '../../../../src/core/text/analyze.ts'
import { indexOf } from '../../../support/search-index.ts'

const analyze = createAnalyze()

/** Terms of the clauses without marks, with `|` between alternatives. */
function check(texts: readonly string[], { query, lang = 'nl' }: { query: string; lang?: string }, expected: string) {
  const index = indexOf(texts, lang)
  const clauses = toClauses(index, parseQuery(query, { ...index, analyze })).map(({ alternatives }) => {
    return alternatives.map(({ term }) => stringAt(index.terms, term).replace(/[\u0001-\u0004]+$/, '')).join('|')
  })
  assert.equal(clauses.join(' '), expected)
}

test('findCompounds() gives the compounds that a word is a part of', () => {
  check(['netwerkkabel', 'kabel'], { query: 'kabel ' }, 'kabel|netwerkkabel')
  check(['netwerkkabel', 'een kabel, een netwerk'], { query: 'netwerk ' }, 'netwerk|netwerkkabel')
  check(['Netzgeräte', 'ein Gerät'], { query: 'Gerät ', lang: 'de' }, 'gerat|netzgerat')
})

test('findCompounds() gives those that end in a word that no text has alone', () => {
  check(['Die Anmeldeseite', 'Startseiten', 'Seitenleiste'], { query: 'Seite ', lang: 'de' }, 'anmeldeseit|startseit')
  check(['Das Dateisystem'], { query: 'System ', lang: 'de' }, 'dateisys')
  check(['innlogging', 'ring'], { query: 'logging ', lang: 'nb' }, 'innlog')
  check(['filesystems'], { query: 'systems ', lang: 'en' }, '')
})

test('findCompounds() has no compounds of other languages', () => {
  check(['filesystem', 'system'], { query: 'system ', lang: 'en' }, 'system')
})

test('splitLinked() finds the parts of a compound that no text has, wherever they are', () => {
  check(['de gebruikers', 'een instelling'], { query: 'gebruikersinstelling ' }, 'user instel'.replace('user', 'gebruik'))
  check(['filesystems', 'database'], { query: 'databasefilesystem ', lang: 'en' }, '')
})
