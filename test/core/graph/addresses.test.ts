import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addressesOf, firstMoved, isGraphOf, sharedSections, withAddresses } from '../../../src/core/graph/addresses.ts'
import { formatOverview } from '../../../src/core/graph/overview.ts'
import { graph, node } from '../../support/graph.ts'

const SOURCES = ['a', 'b#x'].map((chunkId) => ({ chunkId, url: `/${chunkId}`, anchor: null }))
const MADE = graph({ sections: [node({ id: 'a', url: '/a', sources: SOURCES.slice(0, 1) }), node({ id: 'b#x', url: '/b#x', sources: SOURCES })] })

test('withAddresses() takes the addresses of the content for sections, sources and overview', () => {
  const { sections, overview } = withAddresses(MADE, new Map([['a', '/docs/a'], ['b#x', '/docs/b#x'], ['c', '/docs/c']]))
  assert.deepEqual(sections.map(({ url }) => url), ['/docs/a', '/docs/b#x'])
  assert.deepEqual(sections[1]!.sources.map(({ url }) => url), ['/docs/a', '/docs/b#x'])
  assert.equal(overview, formatOverview(sections))
  assert.match(overview, /\(\/docs\/a\)/)
})

test('withAddresses() keeps the graph where all addresses agree, or the content lacks the sections', () => {
  assert.equal(withAddresses(MADE, addressesOf([{ id: 'a', url: '/a' }, { id: 'z', url: '/z' }])), MADE)
  assert.equal(withAddresses(MADE, new Map()), MADE)
})

test('firstMoved() finds a section or a source with another address', () => {
  assert.deepEqual(firstMoved(MADE, new Map([['b#x', '/x']])), { id: 'b#x', inGraph: '/b#x', inContent: '/x' })
  const sources = [{ chunkId: 'b', url: '/b', anchor: null }]
  const made = graph({ sections: [node({ id: 'a', url: '/a', sources })] })
  assert.deepEqual(firstMoved(made, new Map([['a', '/a'], ['b', '/x']])), { id: 'b', inGraph: '/b', inContent: '/x' })
  assert.equal(firstMoved(MADE, addressesOf(MADE.sections)), null)
})

const made = graph({ sections: [node({ id: 'a' }), node({ id: 'b' }), node({ id: 'c' }), node({ id: 'd' })] })

function checkOwn(ids: readonly string[], shared: number, isOwn: boolean) {
  assert.deepEqual([sharedSections(made, new Set(ids)), isGraphOf(made, new Set(ids))], [shared, isOwn])
}

test('isGraphOf() takes a graph for one of the content while half of its sections are there', () => {
  checkOwn(['a', 'b', 'c', 'd'], 4, true)
  checkOwn(['a', 'b', 'x', 'y', 'z'], 2, true)
  checkOwn(['a', 'x'], 1, false)
  checkOwn([], 0, false)
  assert.ok(isGraphOf(graph({ sections: [] }), new Set(['a'])))
})
