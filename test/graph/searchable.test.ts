import assert from 'node:assert/strict'
import { test } from 'node:test'
import { searchableNodes } from '../../src/graph/searchable.ts'
import { graph, node } from '../support/graph.ts'

/** The text of one section in the search, with code in brackets. */
function check(given: Parameters<typeof node>[0], expected: string) {
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

test('searchableNodes() joins summary and literals, which are code', () => {
  check(
    { id: 'routing#static', summary: 'It routes.', facts: [{ kind: 'flag', literal: '--static', chunkId: 'x' }, { kind: 'code', literal: 'a\nb', chunkId: 'x' }] },
    'It routes.\n\n[--static] · [a\nb]',
  )
})

test('searchableNodes() leaves out what a section lacks', () => {
  check({ id: 'routing', summary: '', facts: [] }, '')
  check({ id: 'routing', summary: '', facts: [{ kind: 'flag', literal: '--a', chunkId: 'x' }] }, '[--a]')
  check({ id: 'routing', summary: 'It routes.' }, 'It routes.')
})

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
