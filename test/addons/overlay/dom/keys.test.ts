import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hasModifier, isComposing, shortcutLetter } from '../../../../src/addons/overlay/dom/keys.ts'

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

test('hasModifier() is true for a press with Ctrl, Cmd or Alt, and false with Shift, by which some layouts have their slash', () => {
  const presses = [{}, { shiftKey: true }, { ctrlKey: true }, { metaKey: true }, { altKey: true }]
  assert.deepEqual(presses.map((press) => hasModifier({ ...PRESS, ...press })), [false, false, true, true, true])
})

test('isComposing() is true for keys of an input method', () => {
  assert.deepEqual([{ keyCode: 229 }, { keyCode: 13 }].map(isComposing), [true, false])
})
