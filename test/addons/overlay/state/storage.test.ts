import assert from 'node:assert/strict'
import { test } from 'node:test'
import { shortcutLetter } from '../../../../src/addons/overlay/shortcut.ts'
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

const PRESS = { key: 'k', code: 'KeyK', ctrlKey: false, metaKey: false, altKey: false, shiftKey: false }

/** Checks a press with Ctrl, and the same with Cmd on a Mac. */
function check(press: Partial<typeof PRESS>, isOurs: boolean) {
  assert.equal(shortcutLetter({ ...PRESS, ctrlKey: true, ...press }, false) === 'k', isOurs, JSON.stringify(press))
  assert.equal(shortcutLetter({ ...PRESS, metaKey: true, ...press }, true) === 'k', isOurs, `${JSON.stringify(press)} on a Mac`)
}

test('shortcutLetter() goes by the letter, and by the place of the key where a layout has no Latin letters', () => {
  check({}, true)
  check({ key: 'K' }, true)
  check({ key: 'k', code: 'KeyV' }, true)
  check({ key: 't', code: 'KeyK' }, false)
  check({ key: 'л', code: 'KeyK' }, true)
  check({ key: 'л', code: 'KeyJ' }, false)
  check({ shiftKey: true }, false)
  check({ altKey: true }, false)
  check({ ctrlKey: true, metaKey: true }, false)
  assert.deepEqual([shortcutLetter(PRESS, false), shortcutLetter({ ...PRESS, ctrlKey: true }, true)], ['', ''])
})
