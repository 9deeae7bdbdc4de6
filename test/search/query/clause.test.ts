import assert from 'node:assert/strict'
import { test } from 'node:test'
import { buildIndex } from '../../../src/search/build/build.ts'
import { toClauses } from '../../../src/search/query/clause.ts'
import { parseQuery } from '../../../src/search/query/query.ts'
import { stringAt } from '../../../src/search/strings/front-coded-dictionary.ts'

function indexOf(texts: readonly string[]) {
  return buildIndex(texts.map((text, i) => ({ id: `${i}`, page: `${i}`, title: '', text })))
}

const index = indexOf(['create creating creation creature', 'create a page', 'page', 'page and credit'])

function clausesOf(query: string, of = index) {
  return toClauses(of, parseQuery(query, of))
}

/** Terms of the clauses, alternatives parted by `|`. */
function check(query: string, expected: string, of = index) {
  const clauses = clausesOf(query, of).map(({ alternatives }) => {
    return alternatives.map(({ term }) => stringAt(of.terms, term)).join('|') || '-'
  })
  assert.equal(clauses.join(' '), expected)
}

test('toClauses() looks up each word', () => {
  check('create pages ', 'creat page')
  check('create nothing ', 'creat -')
})

test('toClauses() adds completions of the last word behind its own term', () => {
  check('page creat', 'page creat|creation|creatur')
  check('page cred', 'page credit')
  check('page zzz', 'page -')
})

test('toClauses() takes an unknown word for a slip of the words nearest to it', () => {
  check('craete ', 'creat')
  check('crdeit page ', 'credit page')
  check('cred page ', '- page')
})

test('toClauses() doubts a word that few chunks have where very many have one next to it', () => {
  const slips = (count: number) => indexOf(['they recieve it', ...Array.from({ length: count }, () => 'we receive it')])
  check('recieve ', 'reciev|receiv', slips(8))
  check('recieve ', 'reciev', slips(7))
  check('"recieve" ', 'reciev', slips(8))
  const [clause] = clausesOf('recieve ', slips(8))
  const [typed, doubt] = clause!.alternatives
  assert.ok(typed!.credit === clause!.credit && doubt!.credit < clause!.credit / 2)
})

test('toClauses() guesses nothing in long questions', () => {
  const filler = Array.from({ length: 12 }, (_, i) => `w${i}`).join(' ')
  check(`craete ${filler} creat`, `- ${'- '.repeat(12)}creat`)
})

test('toClauses() holds the terms of a word as common as all of them together', () => {
  const [exact] = clausesOf('creat ')
  const [begun] = clausesOf('creat')
  assert.ok(begun!.alternatives.length > 1)
  assert.ok(begun!.alternatives[0]!.weight < exact!.alternatives[0]!.weight)
  assert.equal(begun!.alternatives[0]!.credit, begun!.credit)
})

test('toClauses() weighs a word by how rare it is', () => {
  const [create, page, absent] = clausesOf('create page zzz ')
  assert.ok(create!.alternatives[0]!.weight > page!.alternatives[0]!.weight)
  assert.ok(absent!.credit > create!.credit && create!.credit > page!.credit)
})

test('toClauses() weighs a word that is typed twice twice, and credits it once', () => {
  const [once] = clausesOf('page ')
  const [twice] = clausesOf('page pages ')
  assert.equal(twice!.alternatives[0]!.weight, 2 * once!.alternatives[0]!.weight)
  assert.equal(twice!.credit, once!.credit)
})

test('toClauses() counts function words for less', () => {
  const [and] = clausesOf('and ')
  const [credit] = clausesOf('credit ')
  assert.ok(and!.credit < credit!.credit / 2)
})

test('toClauses() keeps the rarest of very many words', () => {
  const words = Array.from({ length: 100 }, (_, i) => `w${i}`)
  const many = indexOf([...Array.from({ length: 5 }, () => words.slice(0, 50).join(' ')), words.slice(50).join(' ')])
  const clauses = toClauses(many, parseQuery(words.join(' ') + ' ', many))
  assert.equal(clauses.length, 64)
  const kept = clauses.map(({ alternatives }) => stringAt(many.terms, alternatives[0]!.term))
  for (const word of words.slice(50)) assert.ok(kept.includes(word), word)
})

test('toClauses() holds a language that has the word as typed for more likely meant', () => {
  const mixed = buildIndex([
    { id: 'en', page: 'en', title: '', text: 'deploying, deployed', lang: 'en' },
    { id: 'fr', page: 'fr', title: '', text: 'déploiement', lang: 'fr' },
  ])
  const weights = (query: string) => {
    const [clause] = toClauses(mixed, parseQuery(query, mixed))
    return new Map(clause!.alternatives.map(({ term, weight }) => [stringAt(mixed.terms, term).slice(0, 6), weight]))
  }
  const typed = weights('deployed ')
  assert.deepEqual([...typed.keys()], ['deploy'])
  const stem = weights('deploy ')
  assert.deepEqual([...stem.keys()].sort(), ['deplo\u0003', 'deploy'])
  assert.equal(stem.get('deplo\u0003'), stem.get('deploy')! / 2)
})
