import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toClauses } from '../../../../src/core/search/query/clause.ts'
import { parseQuery } from '../../../../src/core/search/query/query.ts'
import { createAnalyze } from '../../../../src/core/text/analyze.ts'
import { rulesOf } from '../../../support/rules.ts'
import { indexOf } from '../../../support/search-index.ts'

const analyze = createAnalyze()

/** Terms of the clauses without marks, with `|` between alternatives. */
function check(texts: readonly string[], { query, lang = 'nl' }: { query: string; lang?: string }, expected: string) {
  const index = indexOf(texts, lang)
  const clauses = toClauses(index, parseQuery(query, { ...index, analyze })).map(({ alternatives }) => {
    return alternatives.map(({ term }) => index.terms[term]!.replace(/[\u0001-\u0004]+$/, '')).join('|')
  })
  assert.equal(clauses.join(' '), expected)
}

for (const [name, run] of rulesOf('findCompounds()', check, [
  ['gives the compounds that a word is a part of',
    [['netwerkkabel', 'kabel'], { query: 'kabel ' }, 'kabel|netwerkkabel'],
    [['netwerkkabel', 'een kabel, een netwerk'], { query: 'netwerk ' }, 'netwerk|netwerkkabel'],
    [['Netzgeräte', 'ein Gerät'], { query: 'Gerät ', lang: 'de' }, 'gerat|netzgerat']],
  ['gives those that end in a word that no text has alone',
    [['Die Anmeldeseite', 'Startseiten', 'Seitenleiste'], { query: 'Seite ', lang: 'de' }, 'anmeldeseit|startseit'],
    [['Das Dateisystem'], { query: 'System ', lang: 'de' }, 'dateisys'],
    [['innlogging', 'ring'], { query: 'logging ', lang: 'nb' }, 'innlog'],
    [['filesystems'], { query: 'systems ', lang: 'en' }, '']],
  ['has no compounds of other languages', [['filesystem', 'system'], { query: 'system ', lang: 'en' }, 'system']],
])) test(name, run)

test('splitLinked() finds the parts of a compound that no text has, wherever they are', () => {
  check(['de gebruikers', 'een instelling'], { query: 'gebruikersinstelling ' }, 'user instel'.replace('user', 'gebruik'))
  check(['filesystems', 'database'], { query: 'databasefilesystem ', lang: 'en' }, '')
})
