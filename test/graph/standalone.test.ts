import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createStandaloneKnowledge } from '../../src/graph/standalone.ts'
import { graph } from '../support/graph.ts'

test('createStandaloneKnowledge() searches what the graph says of its sections', async () => {
  const knowledge = createStandaloneKnowledge(graph())
  const found = async (query: string, limit = 8) => (await knowledge.search(query, limit)).results.map(({ id }) => id)
  assert.deepEqual(await found('install'), ['install'])
  assert.deepEqual(await found('--static'), ['routing#static'])
  assert.equal((await found('says', 1)).length, 1)
  assert.deepEqual(await found(''), [])
  assert.equal((await knowledge.section('install'))?.title, 'Install')
})
