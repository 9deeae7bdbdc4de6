import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openReader } from '../../../../src/core/search/rank/index-reader.ts'
import { buildColumns } from '../../../support/search-index.ts'

const ROUTES = { id: 'a', page: 'a', title: 'Routes', heading: null, text: 'A path.' }
const GUIDE = { id: 'b', page: 'b', title: 'Guide to routes', heading: null, text: 'A path.' }

test('openReader() knows the least idf of the titles of a window, and that of no window whose titles are not loaded', () => {
  const index = buildColumns([ROUTES, GUIDE])
  const [least] = openReader(index).leastTitleIdf
  assert.equal(least, Math.min(...index.titleIdf))
  const [unknown] = openReader({ ...index, titleIdf: Float32Array.of(0, index.titleIdf[1]!) }).leastTitleIdf
  assert.ok(unknown! > 0 && unknown! < 1e-20)
})
