import assert from 'node:assert/strict'
import { test } from 'node:test'
import { median, pairedBootstrap, quantile, scoreQuery } from './metrics.mjs'

const fixed = (value) => Number(value.toFixed(4))

function check({ rel, exclude }, ranking, expected) {
  const { ndcg, mrr, recall } = scoreQuery({ rel, exclude }, ranking.split(' '))
  assert.deepEqual([fixed(ndcg), fixed(mrr), fixed(recall)], expected)
}

test('scoreQuery() is 1 for the ideal order and discounts by rank', () => {
  check({ rel: { a: 2, b: 1 } }, 'a b c', [1, 1, 1])
  check({ rel: { a: 2, b: 1 } }, 'b a c', [0.8597, 1, 1])
  check({ rel: { a: 1 } }, 'x a', [0.6309, 0.5, 1])
  check({ rel: { a: 1 } }, 'x y', [0, 0, 0])
})

test('scoreQuery() looks at ten ranks', () => {
  check({ rel: { z: 1 } }, 'a b c d e f g h i j z', [0, 0, 0])
  check({ rel: { z: 1 } }, 'a b c d e f g h i z', [0.2891, 0.1, 1])
})

test('scoreQuery() takes excluded ids out of the ranking before it counts ranks', () => {
  check({ rel: { a: 1 }, exclude: ['x', 'y'] }, 'x y a', [1, 1, 1])
})

test('scoreQuery() counts an id once', () => {
  check({ rel: { a: 1, b: 1 } }, 'a a a', [0.6131, 1, 0.5])
})

test('pairedBootstrap() tells a steady difference from noise', () => {
  const steady = pairedBootstrap(Array(50).fill(0.6), Array(50).fill(0.5))
  assert.ok(steady.low > 0.09 && steady.high < 0.11)
  const noise = pairedBootstrap([1, 0, 1, 0, 1, 0], [0, 1, 0, 1, 0, 1])
  assert.ok(noise.low < 0 && noise.high > 0)
})

test('pairedBootstrap() gives the same interval each time', () => {
  const samples = [[0.1, 0.9, 0.4], [0.2, 0.3, 0.3]]
  assert.deepEqual(pairedBootstrap(...samples), pairedBootstrap(...samples))
})

test('quantile() and median() take the nearest rank and the middle', () => {
  assert.equal(quantile([1, 2, 3, 4], 0.5), 2)
  assert.equal(quantile([1, 2, 3, 4], 0.99), 4)
  assert.equal(median([3, 1, 2]), 2)
  assert.equal(median([4, 1, 2, 3]), 2.5)
})
