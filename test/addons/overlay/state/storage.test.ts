import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createRecentSearches, createStoredRecord } from '../../../../src/addons/overlay/state/storage.ts'

function createStorage(kept = new Map<string, string>()) {
  return {
    kept,
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  }
}

test('createRecentSearches() keeps the latest five, each once', () => {
  const storage = createStorage()
  const recent = createRecentSearches(createStoredRecord(() => storage, 'k'))
  for (const query of ['a', 'b', ' c ', 'd', 'e', 'f', 'b', ' ']) recent.add(query)
  assert.deepEqual(recent.list(), ['b', 'f', 'e', 'd', 'c'])
  recent.clear()
  assert.deepEqual([recent.list(), storage.kept.get('k')], [[], '[]'])
})

test('createRecentSearches() lives with storage that is forbidden or holds something else', () => {
  const forbidden = createRecentSearches(createStoredRecord(() => {
    throw new Error('SecurityError')
  }, 'k'))
  forbidden.add('a')
  forbidden.clear()
  assert.deepEqual(forbidden.list(), [])
  for (const value of ['{', '7', 'null', '"a"', '{"a":1}', '[1,null]']) {
    assert.deepEqual(createRecentSearches(createStoredRecord(() => createStorage(new Map([['k', value]])), 'k')).list(), [], value)
  }
})
