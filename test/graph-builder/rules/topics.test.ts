import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findTopics, proseOf, termsOf } from '../../../src/graph-builder/rules/topics.ts'
import { countWords } from '../../../src/graph-builder/prose/words.ts'
import { chunk } from '../../support/chunk.ts'

const stats = countWords(['the site has pages', 'the site has routes', 'the site has sections', 'rare'])

function check(marked: string, heading: string, expected: readonly string[]) {
  assert.deepEqual(termsOf(findTopics(chunk(marked, { heading }), stats)), expected)
}

test('findTopics() puts words of the heading first, then frequent and rare ones', () => {
  check('Islands hydrate. The site has pages and pages. Islands hydrate.', 'Hydration', ['hydration', 'hydrate', 'islands', 'pages', 'site'])
})

test('findTopics() counts code in a sentence, not a code block', () => {
  check('Call it.\n\n```js\nvalue = compute(value)\n```\n\nThen stop.', 'Rendering', ['rendering', 'call', 'stop'])
  check('Call `compute` now.', 'Rendering', ['rendering', 'call', 'compute'])
})

test('termsOf() gives one of words that differ by their ending, and eight at most', () => {
  check('strategy', 'Strategies', ['strategies'])
  assert.equal(termsOf(findTopics(chunk('alpha bravo charlie delta echo foxtrot golf hotel india juliet'), stats)).length, 8)
})

test('findTopics() takes short runs of scripts without spaces, not clauses', () => {
  check('これはとても長い文章です、短い', '見出し', ['見出し', '短い'])
})

test('findTopics() reads no further than it must', () => {
  const long = chunk(`${'word '.repeat(10_000)}late`)
  assert.ok(!findTopics(long, stats).some(({ word }) => word === 'late'))
})

test('proseOf() is the text outside of code blocks, up to a length', () => {
  const prose = (marked: string, most = Infinity) => proseOf(chunk(marked), most)
  assert.equal(prose('One `two`.'), 'One two.')
  assert.equal(prose('One.\n\n```js\ncode\n```\n\nTwo.\n\n```js\ncode\n```'), 'One.\n\n\n\n\nTwo.\n\n\n')
  assert.equal(prose('One.\n\n```js\ncode\n```\n\nTwo.', 5), 'One.\n')
  assert.equal(prose('One.\n\n```js\ncode\n```\n\nTwo.', 10), 'One.\n\n\n\n\nT')
})
