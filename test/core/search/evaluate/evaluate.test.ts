import assert from 'node:assert/strict'
import { test } from 'node:test'
import { meanMeasures, measure } from '../../../../src/core/search/evaluate/evaluate.ts'
import type { Measures } from '../../../../src/core/search/evaluate/evaluate.ts'

/** `a=2 b=1`, with `-x` for what is excluded. */
function judged(line: string) {
  const words = line.split(' ')
  const gains = words.filter((word) => !word.startsWith('-')).map((word) => word.split('=') as [string, string])
  return {
    id: '1',
    text: 'x',
    gains: new Map(gains.map(([id, gain]) => [id, Number(gain)])),
    exclude: new Set(words.filter((word) => word.startsWith('-')).map((word) => word.slice(1))),
  }
}

function check(found: string, line: string, expected: Partial<Measures>, k = 10) {
  const ids = found === '' ? [] : found.split(' ')
  const measures = measure(ids, judged(line), k)
  for (const [name, value] of Object.entries(expected)) {
    const reached = measures[name as keyof Measures]
    assert.ok(Math.abs(reached - value) < 1e-9, `${name} of ${found}: ${reached}`)
  }
}

test('measure() gives 1 for the best order and 0 for nothing right', () => {
  check('a b c', 'a=2 b=1', { recall: 1, reciprocalRank: 1, ndcg: 1 })
  check('', 'a=1', { recall: 0, reciprocalRank: 0, ndcg: 0 })
  check('x y', 'a=1', { recall: 0, reciprocalRank: 0, ndcg: 0 })
})

test('measure() discounts gains by the logarithm of the rank', () => {
  check('x a', 'a=1', { ndcg: 1 / Math.log2(3), reciprocalRank: 1 / 2 })
  check('b a', 'a=2 b=1', { ndcg: (1 + 2 / Math.log2(3)) / (2 + 1 / Math.log2(3)) })
  check('x y z a', 'a=5 b=0', { ndcg: 1 / Math.log2(5), reciprocalRank: 1 / 4, recall: 1 })
})

test('measure() looks at ten ranks, recall at as many as asked for', () => {
  const ten = '0 1 2 3 4 5 6 7 8 9'
  check(`${ten} a`, 'a=1', { ndcg: 0, reciprocalRank: 0, recall: 0 })
  check(`${ten} a`, 'a=1', { ndcg: 0, reciprocalRank: 0, recall: 1 }, 11)
  check('a x b', 'a=1 b=1', { recall: 1 / 2, ndcg: (1 + 1 / 2) / (1 + 1 / Math.log2(3)) }, 2)
})

test('measure() takes the best ten of more as the ideal, and counts all for recall', () => {
  const line = Array.from({ length: 20 }, (_, i) => `r${i}=1`).join(' ')
  check(Array.from({ length: 10 }, (_, i) => `r${i}`).join(' '), line, { ndcg: 1, recall: 1 / 2 })
})

test('measure() leaves out what is excluded and what came before', () => {
  check('x x y a', 'a=1 -x -y', { reciprocalRank: 1 })
  check('b b a', 'a=1', { reciprocalRank: 1 / 2 })
  check('a a b', 'a=1 b=1', { ndcg: 1, recall: 1 })
})

test('meanMeasures() gives the mean of each', () => {
  const one = { recall: 1, reciprocalRank: 0.5, ndcg: 0.25 }
  assert.deepEqual(meanMeasures([one, { recall: 0, reciprocalRank: 0, ndcg: 0.75 }]), { recall: 0.5, reciprocalRank: 0.25, ndcg: 0.5 })
})
