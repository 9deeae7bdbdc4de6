import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { GlossaryEntry } from '../../src/graph/graph.ts'
import { createGraphKnowledge } from '../../src/graph/read.ts'
import { graph } from '../support/graph.ts'

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

test('term() finds a term or an alias in any case', async () => {
  await checkTerm(['Island|isle'], 'island', 'Island')
  await checkTerm(['Island|isle'], 'ISLE', 'Island')
  await checkTerm(['Island|isle'], ' Island ', 'Island')
  await checkTerm(['Content  collection'], 'content collection', 'Content  collection')
  await checkTerm(['Island'], 'islands', null)
  await checkTerm(['Island'], '', null)
})

test('term() knows the cases of all scripts and compatibility forms, and keeps accents apart', async () => {
  await checkTerm(['Straße'], 'STRASSE', 'Straße')
  await checkTerm(['οδός'], 'ΟΔΌΣ', 'οδός')
  await checkTerm(['Привет'], 'ПРИВЕТ', 'Привет')
  await checkTerm(['ＡＰＩ'], 'api', 'ＡＰＩ')
  await checkTerm(['caf\u00e9'], 'CAFE\u0301', 'caf\u00e9')
  await checkTerm(['résumé'], 'resume', null)
  await checkTerm(['日本語'], '日本語', '日本語')
})

test('term() prefers a term to an alias, and the first of two alike', async () => {
  await checkTerm(['Rendering|SSR', 'SSR'], 'ssr', 'SSR')
  await checkTerm(['First|x', 'Second|x'], 'X', 'First')
})

test('term() is not taken in by names that every object has', async () => {
  for (const name of ['__proto__', 'constructor', 'toString']) {
    await checkTerm(['Island'], name, null)
    await checkTerm([name], name.toUpperCase(), name)
  }
})

test('sections() lists all, or those of one group by its exact name', async () => {
  const ids = async (group: string | null) => (await knowledge.sections(group)).sections.map(({ id }) => id)
  assert.deepEqual(await ids(null), ['routing', 'routing#static', 'install'])
  assert.deepEqual(await ids('Guides'), ['routing', 'routing#static'])
  assert.deepEqual(await ids('guides'), [])
  assert.deepEqual(await ids('__proto__'), [])
  assert.deepEqual((await knowledge.sections(null)).sections[1], {
    id: 'routing#static', title: 'Routing', heading: 'static', group: 'Guides', url: '/routing/#static',
  })
})

test('section() gives the whole node of an id', async () => {
  assert.deepEqual(await knowledge.section('routing#static'), graph().sections[1])
  assert.equal(await knowledge.section('Routing'), null)
  assert.equal(await knowledge.section('__proto__'), null)
})

test('glossary() and overview() give the contract\'s objects, the same ones every time', async () => {
  assert.deepEqual(await knowledge.glossary(), { terms: graph().glossary })
  assert.deepEqual(await knowledge.overview(), { overview: 'An overview.', context: 'A context.' })
  assert.equal(await knowledge.glossary(), await knowledge.glossary())
  assert.equal(await knowledge.overview(), await knowledge.overview())
  assert.equal(await knowledge.sections('Guides'), await knowledge.sections('Guides'))
  assert.equal(await knowledge.sections('x'), await knowledge.sections('y'))
})

test('search() is the one it was made with', async () => {
  assert.deepEqual(await knowledge.search('x', 3), { query: 'x', results: [] })
})
