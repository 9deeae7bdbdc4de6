import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isGraphOf, sharedSections } from '../../src/graph/ownership.ts'
import { graph, node } from '../support/graph.ts'

const made = graph({ sections: [node({ id: 'a' }), node({ id: 'b' }), node({ id: 'c' }), node({ id: 'd' })] })

function check(ids: readonly string[], shared: number, isOwn: boolean) {
  assert.deepEqual([sharedSections(made, new Set(ids)), isGraphOf(made, new Set(ids))], [shared, isOwn])
}

test('isGraphOf() takes a graph for one of the content while half of its sections are there', () => {
  check(['a', 'b', 'c', 'd'], 4, true)
  check(['a', 'b', 'x', 'y', 'z'], 2, true)
  check(['a', 'x'], 1, false)
  check([], 0, false)
})

test('isGraphOf() takes a graph without sections for one of any content', () => {
  assert.ok(isGraphOf(graph({ sections: [] }), new Set(['a'])))
})
