import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findCompletions, findCorrections, toClauses } from '../../../../src/core/search/query/clause.ts'
import { parseQuery } from '../../../../src/core/search/query/query.ts'
import { findString } from '../../../../src/core/base/partition-point.ts'
import { createAnalyze } from '../../../../src/core/text/analyze.ts'
import { rulesOf } from '../../../support/rules.ts'
import { buildColumns, indexOf } from '../../../support/search-index.ts'

const index = indexOf(['create creating creation creature', 'create a page', 'page', 'page and credit'])

const analyze = createAnalyze()

function clausesOf(query: string, of = index) {
  return toClauses(of, parseQuery(query, { ...of, analyze }))
}

/** Terms of the clauses, with `|` between alternatives. */
function check(query: string, expected: string, of = index) {
  const clauses = clausesOf(query, of).map(({ alternatives }) => {
    return alternatives.map(({ term }) => of.terms[term]!).join('|') || '-'
  })
  assert.equal(clauses.join(' '), expected)
}

for (const [name, run] of rulesOf('toClauses()', check, [
  ['looks up each word', ['create pages ', 'creat page'], ['create nothing ', 'creat -']],
  ['adds completions of the last word after its own term',
    ['page creat', 'page creat|creation|creatur'], ['page cred', 'page credit'], ['page zzz', 'page -']],
  ['takes an unknown word for a typo of the words nearest to it',
    ['craete ', 'creat'], ['crdeit page ', 'credit page'], ['cred page ', '- page']],
  ['takes the beginning of an unknown word for a typo: a letter left out, doubled, exchanged or changed',
    ['cretio', 'creation'], ['creaatu', 'creatur'], ['cretau', 'creatur'], ['creosu', '-'], ['crexti', 'creation'],
    ['creatix', '-'], ['crxatu', '-'], ['cretio page ', '- page'], ['"cretio"', '-']],
])) test(name, run)

test('toClauses() suspects a typo in a word of few chunks when very many have one next to it', () => {
  const typos = (count: number) => indexOf(['they recieve it', ...Array.from({ length: count }, () => 'we receive it')])
  check('recieve ', 'reciev|receiv', typos(8))
  check('recieve ', 'reciev', typos(7))
  check('"recieve" ', 'reciev', typos(8))
  const [clause] = clausesOf('recieve ', typos(8))
  const [typed, suspect] = clause!.alternatives
  assert.ok(typed!.coverage === clause!.coverage && suspect!.coverage < clause!.coverage / 2)
})

test('toClauses() guesses nothing in long questions', () => {
  const filler = Array.from({ length: 12 }, (_, i) => `w${i}x`).join(' ')
  check(`craete ${filler} creat`, `- ${'- '.repeat(12)}creat`)
})

test('toClauses() gives the terms of a word the idf of all of them together', () => {
  const [exact] = clausesOf('creat ')
  const [begun] = clausesOf('creat')
  assert.ok(begun!.alternatives.length > 1)
  assert.ok(begun!.alternatives[0]!.weight < exact!.alternatives[0]!.weight)
  assert.equal(begun!.alternatives[0]!.coverage, begun!.coverage)
})

test('toClauses() weighs a word by its idf', () => {
  const [create, page, absent] = clausesOf('create page zzz ')
  assert.ok(create!.alternatives[0]!.weight > page!.alternatives[0]!.weight)
  assert.ok(absent!.coverage > create!.coverage && create!.coverage > page!.coverage)
})

test('toClauses() counts a word that is typed twice twice in its weight, and once in its coverage', () => {
  const [once] = clausesOf('page ')
  const [twice] = clausesOf('page pages ')
  assert.equal(twice!.alternatives[0]!.weight, 2 * once!.alternatives[0]!.weight)
  assert.equal(twice!.coverage, once!.coverage)
})

test('toClauses() counts function words for less', () => {
  const [and, credit] = ['and ', 'credit '].map((query) => clausesOf(query)[0]!)
  assert.ok(and!.coverage < credit!.coverage / 2)
})

test('toClauses() keeps the rarest of very many words', () => {
  const words = Array.from({ length: 100 }, (_, i) => `w${i}x`)
  const many = indexOf([...Array.from({ length: 5 }, () => words.slice(0, 50).join(' ')), words.slice(50).join(' ')])
  const clauses = clausesOf(`${words.join(' ')} `, many)
  assert.equal(clauses.length, 64)
  const kept = clauses.map(({ alternatives }) => many.terms[alternatives[0]!.term]!)
  for (const word of words.slice(50)) assert.ok(kept.includes(word), word)
})

test('toClauses() has more confidence in a language that has the word as typed', () => {
  const mixed = buildColumns([
    { id: 'en', page: 'en', title: '', text: 'deploying, deployed', lang: 'en' },
    { id: 'fr', page: 'fr', title: '', text: 'déploiement', lang: 'fr' },
  ])
  const weights = (query: string) => {
    const [clause] = clausesOf(query, mixed)
    return new Map(clause!.alternatives.map(({ term, weight }) => [mixed.terms[term]!.slice(0, 6), weight]))
  }
  const typed = weights('deployed ')
  assert.deepEqual([...typed.keys()], ['deploy'])
  const stem = weights('deploy ')
  assert.deepEqual([...stem.keys()].sort(), ['deplo\u0003', 'deploy'])
  assert.equal(stem.get('deplo\u0003'), stem.get('deploy')! / 2)
})

const beginnings = indexOf(['configure configured configuration', 'configure a page', 'config', '--config confirm'])

/** Share of each completion by its term; `own` is the term of the word itself. */
function completionsOf(word: string, own = '', of = beginnings): Map<string, number> {
  const found = findCompletions(of.lexicon, word, [findString(of.terms, own)].filter((term) => term >= 0))
  return new Map(found.map(({ term, confidence }) => [of.terms[term]!, confidence]))
}

function checkCompletions(word: string, own: string, expected: string, of = beginnings) {
  const terms = [...completionsOf(word, own, of).keys()].map((term) => term.replace(/[\u0001-\u0004]+$/, ''))
  assert.equal(terms.join(' '), expected, word)
}

test('findCompletions() takes no pairs of compounds for words', () => {
  const letters = Array.from({ length: 20 }, (_, i) => String.fromCharCode(0x61 + i).repeat(3))
  const compounds = letters.map((first) => `${first}dateien`).join(' ')
  const german = indexOf([compounds, compounds, 'Die Dateien der Anlage'], 'de')
  for (const typed of ['dat', 'date', 'datei', 'dateie']) checkCompletions(typed, '', 'datei', german)
})

for (const [name, run] of rulesOf('findCompletions()', checkCompletions, [
  ['finds terms of the words that begin so, the most frequent first',
    ['conf', '', 'config configur confirm'], ['--con', '', '--config'], ['zzz', '', '']],
  ['finds words by their beginning when their stem is shorter', ['configurat', '', 'configur']],
  ['leaves out the own term of the word', ['config', 'config', 'configur']],
])) test(name, run)

test('findCompletions() is the less sure of a completion, the more is missing', () => {
  assert.ok(completionsOf('confir').get('confirm')! > completionsOf('conf').get('confirm')!)
  assert.ok(completionsOf('configu').get('configur')! > completionsOf('config').get('configur')!)
})

test('findCompletions() is as sure of a completion where the beginning is a word of its own', () => {
  assert.equal(completionsOf('config').get('configur'), completionsOf('config', 'config').get('configur'))
})

test('findCompletions() covers less of a word that the beginnings has than of a beginning that is none', () => {
  const coversOf = (word: string, ownTerms: number[]) => findCompletions(beginnings.lexicon, word, ownTerms).map(({ covers }) => covers)
  assert.deepEqual(coversOf('confir', []), [1])
  assert.deepEqual(coversOf('config', [findString(beginnings.terms, 'config')]), [0.5])
})

test('findCompletions() takes a bounded number, and bounds the postings that are added', () => {
  const many = indexOf(Array.from({ length: 300 }, (_, i) => `word${i.toString(36)}x`))
  const frequent = indexOf(Array.from({ length: 9_000 }, () => 'prea preb prec pred pree pref preg preh prei'))
  assert.deepEqual([completionsOf('word', '', many).size, completionsOf('pre', '', frequent).size], [16, 7])
})

const misspelled = indexOf(['dynamic routes deploy collections', 'deploy the configuration', 'deploys E_CONN_42 маршрут', 'database data base'])

/** Terms that a word may be a typo of, the most frequent first. */
function checkCorrections(word: string, expected: string, of = misspelled) {
  assert.equal(findCorrections(of.lexicon, word).map(({ term }) => of.terms[term]!).join(' '), expected)
}

for (const [name, run] of rulesOf('findCorrections()', checkCorrections, [
  ['corrects one letter deleted, inserted, changed, or exchanged with the next',
    ['dynmic', 'dynam'], ['dynaamic', 'dynam'], ['dynemic', 'dynam'], ['dyanmic', 'dynam']],
  ['corrects the first letter and the last',
    ['ynamic', 'dynam'], ['xynamic', 'dynam'], ['ydnamic', 'dynam'], ['dynamix', 'dynam']],
  ['corrects two letters of long words only, of which none is the first letter',
    ['collectoins', 'collect'], ['colectoins', 'collect'], ['depolyx', ''], ['xollectoins', ''],
      ['ocllections', 'collect']],
  ['leaves the first letter of words with two edits, also before the words that begin as they do in the dictionary',
    ['kolectoins', ''], ['olectoins', ''], ['bollectoins', ''], ['kollections', 'collect'], ['маршурт', 'маршрут'],
      ['каршурт', '']],
  ['keeps to the nearest words', ['calenbar', 'calendar', indexOf(['calendar calenders'])]],
  ['leaves short words alone, and the first letter of those of four',
    ['bas', ''], ['dasa', 'data'], ['bata', ''], ['mode', '', indexOf(['node'])], ['nods', 'node', indexOf(['node'])]],
  ['corrects one letter of a name with digits, and no digit',
    ['econ42', 'econn42'], ['econn43', ''], ['econn4', ''], ['econn421', ''], ['econn24', '']],
  ['corrects no key of a combination',
    ['ctrl+s', '', indexOf(['ctrl+k'])], ['cmd-x', '', indexOf(['cmd-z'])], ['ctlr+k', 'ctrl+k', indexOf(['ctrl+k'])]],
  ['corrects words of other alphabets', ['маршут', 'маршрут']],
  ['corrects one letter of a path, whose names are words of their own',
    ['collectins.deploy', 'collections.deploy', indexOf(['collections.deploy'])],
    ['collectins.deplyo', '', indexOf(['collections.deploy'])]],
])) test(name, run)

test('findCorrections() has less confidence in a word that is more edits away', () => {
  const confidence = (word: string) => findCorrections(misspelled.lexicon, word)[0]!.confidence
  assert.ok(confidence('collectoins') > confidence('colectoins'))
})

test('findCorrections() prefers words with the letters that were typed to those with another one', () => {
  const words = (typed: string, ...texts: readonly string[]) => findCorrections(indexOf(texts).lexicon, typed).map(({ word }) => word)
  // More sections have "four".
  assert.deepEqual(words('fomr', 'four', 'four', 'form'), ['form', 'four'])
  // Both are one term.
  assert.deepEqual(words('computd', 'compute', 'computed'), ['computed'])
})

test('findCorrections() takes a bounded number, the most frequent', () => {
  const many = indexOf([...Array.from({ length: 26 }, (_, i) => `wor${String.fromCharCode(97 + i)}m`), 'worqm'])
  const near = findCorrections(many.lexicon, "wor'm")
  assert.equal(near.length, 16)
  assert.equal(many.terms[near[0]!.term], 'worqm')
})
