import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compoundPairs } from '../../../../src/core/search/index/compound-pair.ts'
import { stemmerFor } from '../../../../src/core/text/stemmer.ts'

/** Pairs of a part and its compound, for words of a language whose stems end in no mark. */
function check(words: string, expected: string, stem = (word: string) => word) {
  const pairs = compoundPairs(words.split(' ').map((word) => ({ word, term: stem(word) })))
  assert.equal(pairs.map(({ word }) => word.replace('\u0006', '<')).join(' '), expected)
}

test('compoundPairs() finds the words that a compound ends in, whatever it begins with', () => {
  check('hochspannungsnetzgerat netzgerat', 'netzgerat<hochspannungsnetzgerat')
  check('databasserver server', 'server<databasserver')
  check('데이터베이스연결 연결', '연결<데이터베이스연결')
})

test('compoundPairs() finds the word that a compound begins with, without its linking element', () => {
  check('benutzerverwaltung benutzer verwaltung', 'verwaltung<benutzerverwaltung benutzer<benutzerverwaltung')
  check('verbindungsaufbau verbindung aufbau', 'aufbau<verbindungsaufbau verbindung<verbindungsaufbau')
  check('benutzerverwaltung benutzer', '')
})

test('compoundPairs() finds parts by their terms', () => {
  check('netzgerate gerates', 'gerat\u0001<netzgerat\u0001', stemmerFor('de'))
})

test('compoundPairs() takes no short ending for a word, and no word for its own part', () => {
  check('gerat rat server', '')
  check('server2 server', '')
})
