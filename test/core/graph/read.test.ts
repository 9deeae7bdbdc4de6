import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { GlossaryEntry } from '../../../src/core/graph/graph.ts'
import { createGraphKnowledge, searchableNodes } from '../../../src/core/graph/read.ts'
import { createStandaloneKnowledge } from '../../../src/core/graph/standalone.ts'
import { graph, node } from '../../support/graph.ts'
import { rulesOf } from '../../support/rules.ts'

const search = async (query: string) => ({ query, results: [] })
const knowledge = createGraphKnowledge(graph(), search)

async function checkTerm(names: readonly string[], wanted: string, expected: string | null) {
  const glossary = names.map((name): GlossaryEntry => {
    const [term, ...aliases] = name.split('|')
    return { term: term!, aliases, definition: '' }
  })
  const found = await createGraphKnowledge(graph({ glossary }), search).term(wanted)
  assert.equal(found?.term ?? null, expected)
}

for (const [name, run] of rulesOf('term()', checkTerm, [
  ['finds a term or an alias in any case',
    [['Island|isle'], 'island', 'Island'], [['Island|isle'], 'ISLE', 'Island'],
    [['Island|isle'], ' Island ', 'Island'],
    [['Content  collection'], 'content collection', 'Content  collection'], [['Island'], 'islands', null],
    [['Island'], '', null]],
  ['knows the cases of all scripts and compatibility forms, and keeps accents apart',
    [['Straße'], 'STRASSE', 'Straße'], [['Straße'], 'STRAẞE', 'Straße'], [['οδός'], 'ΟΔΌΣ', 'οδός'],
    [['Привет'], 'ПРИВЕТ', 'Привет'], [['ＡＰＩ'], 'api', 'ＡＰＩ'], [['ﬁle  name'], 'FILE\u00a0NAME', 'ﬁle  name'],
    [['İstanbul'], 'i̇stanbul', 'İstanbul'], [['caf\u00e9'], 'CAFE\u0301', 'caf\u00e9'],
    [['résumé'], 'resume', null], [['C#'], 'C++', null], [['日本語'], '日本語', '日本語']],
  ['prefers a term to an alias, and the first of two alike',
    [['Rendering|SSR', 'SSR'], 'ssr', 'SSR'], [['First|x', 'Second|x'], 'X', 'First']],
])) test(name, run)

test('glossary() and overview() give the contract\'s objects, the same ones every time', async () => {
  assert.deepEqual(await knowledge.glossary(), { terms: graph().glossary })
  assert.deepEqual(await knowledge.overview(), { overview: 'An overview.', context: 'A context.' })
  assert.equal(await knowledge.glossary(), await knowledge.glossary())
  assert.equal(await knowledge.overview(), await knowledge.overview())
  assert.equal(await knowledge.sections('Guides'), await knowledge.sections('Guides'))
  assert.equal(await knowledge.sections('x'), await knowledge.sections('y'))
})

/** The text of one section in the search, with code in brackets. */
function checkSearchable(given: Parameters<typeof node>[0], expected: string) {
  const [found] = searchableNodes(graph({ sections: [node(given)] }))
  assert.ok(found)
  let marked = ''
  let from = 0
  for (const { start, end } of found.code ?? []) {
    marked += `${found.text.slice(from, start)}[${found.text.slice(start, end)}]`
    from = end
  }
  assert.equal(marked + found.text.slice(from), expected)
}

for (const [name, run] of rulesOf('searchableNodes()', checkSearchable, [
  ['joins summary and literals, which are code',
    [{ id: 'routing#static', summary: 'It routes.',
      facts: [{ kind: 'flag', literal: '--static', chunkId: 'x' },
      { kind: 'code', literal: 'a\nb', chunkId: 'x' }] }, 'It routes.\n\n[--static] · [a\nb]']],
  ['leaves out what a section lacks',
    [{ id: 'routing', summary: '', facts: [] }, ''],
    [{ id: 'routing', summary: '', facts: [{ kind: 'flag', literal: '--a', chunkId: 'x' }] }, '[--a]'],
    [{ id: 'routing', summary: 'It routes.' }, 'It routes.']],
])) test(name, run)

test('searchableNodes() finds terms and their aliases, and shows neither', () => {
  const terms = ['static', 'server-side rendering']
  const [found] = searchableNodes(graph({ sections: [node({ id: 'routing', summary: 'It routes.', terms })] }))
  assert.deepEqual(found?.parents, ['static', 'server-side rendering', 'SSR'])
  assert.equal(found?.text, 'It routes.')
})

test('searchableNodes() keeps what a result shows, and which page a section is of', () => {
  const found = searchableNodes(graph())
  assert.deepEqual(found.map(({ id, page, title, heading, group, url }) => [id, page, title, heading, group, url]), [
    ['routing', 'routing', 'Routing', null, 'Guides', '/routing/'],
    ['routing#static', 'routing', 'Routing', 'static', 'Guides', '/routing/#static'],
    ['install', 'install', 'Install', null, null, '/install/'],
  ])
})

test('createStandaloneKnowledge() searches what the graph says of its sections', async () => {
  const knowledge = createStandaloneKnowledge(graph())
  const found = async (query: string, limit = 8) => (await knowledge.search(query, limit)).results.map(({ id }) => id)
  assert.deepEqual(await found('install'), ['install'])
  assert.deepEqual(await found('--static'), ['routing#static'])
  assert.equal((await found('says', 1)).length, 1)
  assert.deepEqual(await found(''), [])
  assert.equal((await knowledge.section('install'))?.title, 'Install')
})
