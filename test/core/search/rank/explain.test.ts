import assert from 'node:assert/strict'
import { test } from 'node:test'
import { buildIndex } from '../../../../src/core/search/build/build.ts'
import { explain, type Explanation } from '../../../../src/core/search/rank/explain.ts'
import { rulesOf } from '../../../support/rules.ts'
import { search } from '../../../support/search-index.ts'

const index = buildIndex([
  { id: 'routing', page: 'routing', title: 'Routing', text: 'Pages have routes. Routes lead to pages; createRoute() makes one.' },
  { id: 'routing#dynamic', page: 'routing', title: 'Routing', heading: 'Dynamic routes', text: 'One file for many pages.' },
  { id: 'deploy', page: 'deploy', title: 'Deploy', text: 'Put your pages online.' },
  { id: 'empty', page: 'empty', title: '', text: '' },
])

function explained(query: string, id: string): Explanation {
  const explanation = explain(index, query, id)
  assert.ok(explanation !== null)
  return explanation
}

/** `word=term:field*count,…` of each word; `word` alone where the chunk lacks it. */
function check(query: string, id: string, expected: string) {
  const words = explained(query, id).words.map(({ word, best }) => {
    if (best === null) return word
    return `${word}=${best.term}:${best.fields.map(({ field, count }) => `${field}*${count}`).join(',')}`
  })
  assert.equal(words.join(' '), expected)
}

function near(a: number, b: number) {
  assert.ok(Math.abs(a - b) <= 1e-9 * Math.max(1, Math.abs(a)), `${a} ${b}`)
}

for (const [name, run] of rulesOf('explain()', check, [
  ['says which term of a word counts, and where it stands',
    ['routes ', 'routing', 'routes=rout:body*2.5,title*1'],
    ['dynamic pages ', 'routing#dynamic', 'dynamic=dynam:heading*1 pages=page:body*1'],
    ['dynamic pages ', 'deploy', 'dynamic pages=page:body*1'], ['xyzzy ', 'deploy', 'xyzzy']],
  ['tells completions and corrections by the term they lead to',
    ['dyn', 'routing#dynamic', 'dyn=dynam:heading*1'], ['onlnie ', 'deploy', 'onlnie=onlin:body*1']],
])) test(name, run)

test('explain() tells lengths, and how many chunks have a term', () => {
  const { best } = explained('dynamic ', 'routing#dynamic').words[0]!
  const { score, ...heading } = best!.fields[0]!
  assert.deepEqual(heading, { field: 'heading', count: 1, length: 2, meanLength: 0.5 })
  assert.ok(score > 0 && best!.weight > 0)
  assert.equal(best!.chunks, 1)
})

test('explain() tells the share of each word and of what is covered', () => {
  const { covered, words } = explained('dynamic pages ', 'deploy')
  near(words.reduce((sum, { share }) => sum + share, 0), 1)
  near(covered, words[1]!.share)
  assert.ok(words[0]!.share > words[1]!.share)
  near(explained('dynamic pages ', 'routing#dynamic').covered, 1)
})

test('explain() tells what a name, a heading, a title, the heading path and the other sections of a page give', () => {
  for (const [query, id, some, none] of [
    ['routing', 'routing', ['name', 'title', 'text'], []],
    ['dynamic routes', 'routing#dynamic', ['heading', 'text'], ['name']],
    ['dynamic routes', 'routing', ['title'], ['name', 'heading']],
    ['routing dynamic', 'routing#dynamic', ['path'], ['lift']],
    ['routing pages', 'routing', ['path', 'lift'], []],
    ['dynamic', 'deploy', [], ['path', 'lift']],
  ] as const) {
    const found = explained(query, id)
    for (const part of some) assert.ok(found[part] > 0, `${query}: ${part}`)
    for (const part of none) assert.equal(found[part], 0, `${query}: ${part}`)
  }
  const { name, text } = explained('routing', 'routing')
  assert.ok(name > text)
})

test('explain() tells what is ruled out', () => {
  const { isRuledOut, score } = explained('pages -dynamic', 'routing#dynamic')
  assert.deepEqual([isRuledOut, score], [true, 0])
  const quoted = ['routing#dynamic', 'deploy'].map((id) => explained('"one file" pages', id).isRuledOut)
  assert.deepEqual(quoted, [false, true])
})

test('explain() gives 0 to what is not found, and nothing for an id that is not there', () => {
  const { score, text, heading, title, name, covered } = explained('dynamic', 'empty')
  assert.deepEqual([score, text, heading, title, name, covered], [0, 0, 0, 0, 0, 0])
  assert.deepEqual(explained(' ', 'deploy').words, [])
  assert.equal(explain(index, 'dynamic', 'dynamic'), null)
  assert.equal(explain(buildIndex([]), 'x', ''), null)
})

test('explain() names the rarest words of very many', () => {
  const words = Array.from({ length: 80 }, (_, i) => `w${i}x`).join(' ')
  const explanation = explained(`${words} pages `, 'deploy')
  assert.equal(explanation.words.length, 64)
  assert.ok(explanation.words.every(({ word }) => /^w\d+x$/.test(word)))
  assert.equal(explanation.score, search(index, `${words} pages `).find(({ id }) => id === 'deploy')?.score ?? 0)
})
