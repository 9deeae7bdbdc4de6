/** What is held back, and for how long. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createGrounding } from '../../../../src/core/answer/ground/ground.ts'
import { groundingSources } from '../../../support/grounding-sources.ts'
import { SOURCE_URLS } from '../../../support/hostile-answers.ts'

const MAX_HELD = 300

const start = () => createGrounding(groundingSources(SOURCE_URLS, (address) => address.includes('known')))

/** Checks what each piece lets through. */
function check(...steps: readonly (readonly [piece: string, shown: string])[]) {
  const grounding = start()
  assert.deepEqual(steps.map(([piece]) => grounding.push(piece)), steps.map(([, shown]) => shown))
}

test('createGrounding() lets plain text pass at once', () => {
  check(['The', 'The'], [' route', ' route'], ['r, as', 'r, as'], [' said. 3', ' said. 3'], [' > 2 *so* (x)', ' > 2 *so* (x)'], ['\n\nIt', '\n\nIt'])
  check(['a <', 'a'], [' b', ' < b'], ['!', ''], [' c', '! c'], ['[d', ''], ['] e', '[d] e'])
})

test('createGrounding() holds back only what is undecided', () => {
  check(['So ', 'So'], ['[', ''], ['1', ''], ['].', ' [1](/guides/routing/#static).'])
  check(['Use `n', 'Use'], ['pm`', ''], [' now', ' `npm` now'])
  check(['See ht', 'See'], ['tps://known', ''], [' x', ' `https://known` x'])
  check(['So [9]', 'So'], ['.', ''], [' It', '. It'])
  check(['- ', ''], ['a', '- a'], ['\n``', '\n'], ['`js\n', '```js\n'], ['x', 'x'], ['\n``', '\n'], ['`\n', '```\n'])
})

test('createGrounding() holds back no more than 300 characters', () => {
  for (const opening of ['[', '[a](', '`', '<a ', '[`', '[a][', '```', '![', '&', '【', '@a.', '> ```\n> ', '\n', '- - - ', '```\n']) {
    for (const filling of ['x', '[', '` ', '[x', ' ', '-', '&a', '(', '``', '.']) {
      const grounding = start()
      let held = 'x '.length - grounding.push('x ').length
      for (const char of (opening + filling.repeat(1_000)).slice(0, 1_000)) {
        held += 1
        if (grounding.push(char) !== '') held = 0
        assert.ok(held <= MAX_HELD, `${held} after ${opening}${filling}`)
      }
    }
  }
})

test('createGrounding() waits for the end of no address', () => {
  check([`https://known/${'x'.repeat(1_000)}`, ''], ['x y', ' y'])
  check([`[a ](https://known/${'x'.repeat(1_000)}`, '[a ]\\('], ['x y', ' y'])
})

test('createGrounding() shows no half of a character', () => {
  const grounding = start()
  assert.equal(grounding.push('a\ud83d'), 'a')
  assert.equal(grounding.push('\ude80b'), '🚀b')
  assert.equal(grounding.push('[9]\ud83d'), '')
  assert.equal(grounding.end(), '\ud83d')
  for (const written of ['🚀🚀 `🚀` [🚀][1] 🚀[9]🚀 https://known/🚀 🚀', '```\n🚀\n```\n🚀', '🚀@🚀.🚀🚀']) {
    const pieces = start()
    for (let i = 0; i < written.length; i += 1) assert.ok(pieces.push(written[i]!).isWellFormed())
    assert.ok(pieces.end().isWellFormed())
  }
})

test('createGrounding() drops white space in front of the answer', () => {
  check(['\n  ', ''], ['  ', ''], ['[x](https://evil.com) a', 'x a'])
  // Whoever drops it from what is shown would shift the columns of the list.
  check(['[9]\n\n  - a\n', '\n- a\n'], ['      ```\n', '      \\`\\`\\`\n'])
})
