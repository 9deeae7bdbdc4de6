import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createRecentSearches, createStoredRecord } from '../../../../src/addons/overlay/state/storage.ts'

/** UTF-16 units that a browser takes. */
const QUOTA = 300_000

function createStorage(kept = new Map<string, string>()) {
  return {
    kept,
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => {
      if (value.length > QUOTA) throw new Error('QuotaExceededError')
      kept.set(key, value)
    },
    removeItem: (key: string) => void kept.delete(key),
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

for (const [what, length, isKept] of [
  ['is stored', 1_000, true],
  ['that is very long leaves none', 600_000, false],
  ['that finds no room leaves none', 400_000, false],
] as const) {
  test(`createStoredRecord(): a value ${what} in the place of the one before`, () => {
    const storage = createStorage(new Map([['k', '"old"']]))
    const { read, write } = createStoredRecord(() => storage, 'k')
    write('a'.repeat(length))
    assert.equal(String(read()).length, isKept ? length : 'null'.length)
  })
}
