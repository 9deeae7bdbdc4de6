import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compoundPairs } from '../../../../src/core/search/index/compound-pair.ts'
import { stemmerFor } from '../../../../src/core/text/stemmer.ts'
import { rulesOf } from '../../../support/rules.ts'

/** Pairs of a part and its compound, for words of a language whose stems end in no mark. */
function check(words: string, expected: string, stem = (word: string) => word) {
  const pairs = compoundPairs(words.split(' ').map((word) => ({ word, term: stem(word) })))
  assert.equal(pairs.map(({ word }) => word.replace('\u0006', '<')).join(' '), expected)
}

for (const [name, run] of rulesOf('compoundPairs()', check, [
  ['finds the words that a compound ends in, whatever it begins with',
    ['hochspannungsnetzgerat netzgerat', 'netzgerat<hochspannungsnetzgerat'],
    ['databasserver server', 'server<databasserver'], ['데이터베이스연결 연결', '연결<데이터베이스연결']],
  ['finds the word that a compound begins with, without its linking element',
    ['benutzerverwaltung benutzer verwaltung', 'verwaltung<benutzerverwaltung benutzer<benutzerverwaltung'],
    ['verbindungsaufbau verbindung aufbau', 'aufbau<verbindungsaufbau verbindung<verbindungsaufbau'],
    ['benutzerverwaltung benutzer', '']],
  ['finds parts by their terms', ['netzgerate gerates', 'gerat\u0001<netzgerat\u0001', stemmerFor('de')]],
  ['takes no short ending for a word, and no word for its own part', ['gerat rat server', ''], ['server2 server', '']],
])) test(name, run)
