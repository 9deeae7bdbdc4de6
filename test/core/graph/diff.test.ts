import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Change, diffGraphs } from '../../../src/core/graph/diff.ts'
import type { Graph } from '../../../src/core/graph/graph.ts'
import { graph, node } from '../../support/graph.ts'

function check(name: string, changes: Partial<Graph>, expected: readonly Change[]) {
  test(name, () => assert.deepEqual(diffGraphs(graph(), graph(changes)), expected))
}

const [routing, fixed, install] = graph().sections as [ReturnType<typeof node>, ReturnType<typeof node>, ReturnType<typeof node>]

check('equal graphs differ in nothing', {}, [])
check('another hash and overview follow from the rest, and are no change of their own', { contentHash: 'sha256:1', overview: 'x' }, [])
check('a changed summary is shown before and after', { sections: [{ ...routing, summary: 'New.' }, fixed, install] }, [
  { area: 'section', subject: 'routing', field: 'summary', before: 'What routing says.', after: 'New.' },
])
check('a changed fact is shown', { sections: [routing, { ...fixed, facts: [] }, install] }, [
  { area: 'section', subject: 'routing#static', field: 'facts', before: 'flag "--static"', after: '' },
])
check('sections come and go', { sections: [node({ id: 'new' }), routing, fixed] }, [
  { area: 'section', subject: 'new', field: null, before: null, after: 'What new says.' },
  { area: 'section', subject: 'install', field: null, before: 'What install says.', after: null },
])
check('a glossary entry is found by its term in any case', { glossary: [{ term: 'server-side rendering', aliases: [], definition: 'Rendering on the server.' }] }, [
  { area: 'glossary', subject: 'server-side rendering', field: 'term', before: 'Server-side rendering', after: 'server-side rendering' },
  { area: 'glossary', subject: 'server-side rendering', field: 'aliases', before: 'SSR', after: '' },
])
check('what concerns the whole graph', { context: 'Other.', suggestions: [] }, [
  { area: 'graph', subject: null, field: 'suggestions', before: 'How do I route?', after: '' },
  { area: 'graph', subject: null, field: 'context', before: 'A context.', after: 'Other.' },
])

test('terms and aliases are compared without their order, one a line', () => {
  const withNames = (...names: readonly string[]) => {
    return graph({ sections: [{ ...routing, terms: names }], glossary: [{ term: 'SSR', aliases: names, definition: 'x' }] })
  }
  assert.deepEqual(diffGraphs(withNames('page', 'route'), withNames('route', 'page')), [])
  const names = { before: 'page\nroute', after: 'link\npage' }
  assert.deepEqual(diffGraphs(withNames('page', 'route'), withNames('page', 'link')), [
    { area: 'section', subject: 'routing', field: 'terms', ...names },
    { area: 'glossary', subject: 'SSR', field: 'aliases', ...names },
  ])
})
