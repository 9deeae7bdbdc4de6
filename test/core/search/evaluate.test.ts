import assert from 'node:assert/strict'
import { test } from 'node:test'
import { meanMeasures, measure, type Measures, parseJudgedQueries } from '../../../src/core/search/evaluate.ts'
import { rulesOf } from '../../support/rules.ts'

/** `a=2 b=1`, with `-x` for what is excluded. */
function judged(line: string) {
  const words = line.split(' ')
  const exclude = new Set(words.filter((word) => word.startsWith('-')).map((word) => word.slice(1)))
  const gains = words.filter((word) => !word.startsWith('-')).map((word) => word.split('='))
  return { id: '1', text: 'x', gains: new Map(gains.map(([id = '', gain]) => [id, Number(gain)])), exclude }
}

function check(found: string, line: string, expected: Partial<Measures>, k = 10) {
  const ids = found === '' ? [] : found.split(' ')
  const measures = measure(ids, judged(line), k)
  for (const [name, value] of Object.entries(expected)) {
    const reached = measures[name as keyof Measures]
    assert.ok(Math.abs(reached - value) < 1e-9, `${name} of ${found}: ${reached}`)
  }
}

const TEN = '0 1 2 3 4 5 6 7 8 9'
const JUDGED = Array.from({ length: 20 }, (_, i) => `${i}=1`).join(' ')

for (const [name, run] of rulesOf('measure()', check, [
  ['gives 1 for the best order and 0 for nothing right',
    ['a b c', 'a=2 b=1', { recall: 1, reciprocalRank: 1, ndcg: 1 }],
    ['', 'a=1', { recall: 0, reciprocalRank: 0, ndcg: 0 }], ['x y', 'a=1', { recall: 0, reciprocalRank: 0, ndcg: 0 }]],
  ['looks at ten ranks, recall at as many as asked for',
    [`${TEN} a`, 'a=1', { ndcg: 0, reciprocalRank: 0, recall: 0 }],
    [`${TEN} a`, 'a=1', { ndcg: 0, reciprocalRank: 0, recall: 1 }, 11],
    ['a x b', 'a=1 b=1', { recall: 1 / 2, ndcg: (1 + 1 / 2) / (1 + 1 / Math.log2(3)) }, 2]],
  ['takes the best ten of more as the ideal, and counts all for recall', [TEN, JUDGED, { ndcg: 1, recall: 1 / 2 }]],
  ['discounts gains by the logarithm of the rank',
    ['x a', 'a=1', { ndcg: 1 / Math.log2(3), reciprocalRank: 1 / 2 }],
    ['b a', 'a=2 b=1', { ndcg: (1 + 2 / Math.log2(3)) / (2 + 1 / Math.log2(3)) }],
    ['x y z a', 'a=5 b=0', { ndcg: 1 / Math.log2(5), reciprocalRank: 1 / 4, recall: 1 }]],
  ['leaves out what is excluded and what came before',
    ['x x y a', 'a=1 -x -y', { reciprocalRank: 1 }], ['b b a', 'a=1', { reciprocalRank: 1 / 2 }],
    ['a a b', 'a=1 b=1', { ndcg: 1, recall: 1 }]],
])) test(name, run)

test('meanMeasures() gives the mean of each', () => {
  const one = { recall: 1, reciprocalRank: 0.5, ndcg: 0.25 }
  assert.deepEqual(meanMeasures([one, { recall: 0, reciprocalRank: 0, ndcg: 0.75 }]), { recall: 0.5, reciprocalRank: 0.25, ndcg: 0.5 })
})

function checkParsed(text: string, expected: readonly object[]) {
  const found = parseJudgedQueries(text).map(({ id, text, gains, exclude }) => {
    return { id, text, gains: Object.fromEntries(gains), exclude: [...exclude] }
  })
  assert.deepEqual(found, expected)
}

function checkRefused(text: string, message: string) {
  assert.throws(() => parseJudgedQueries(text), { name: 'AskError', code: 'file-format', message })
}

for (const [name, run] of rulesOf('parseJudgedQueries()', checkParsed, [
  ['reads grades, exclusions and ids',
    ['{"id": "q1", "text": "a b", "rel": {"x#y": 2, "z": 0}, "exclude": ["w"]}',
      [{ id: 'q1', text: 'a b', gains: { 'x#y': 2, z: 0 }, exclude: ['w'] }]]],
  ['reads the short form, and names queries by their line',
    ['\n{"query": "a", "expected": ["x", "y"]}\r\n \n{"id": 7, "query": "b", "expected": ["x"]}\n',
      [{ id: '2', text: 'a', gains: { x: 1, y: 1 }, exclude: [] },
        { id: '7', text: 'b', gains: { x: 1 }, exclude: [] }]]],
])) test(name, run)

test('parseJudgedQueries() takes ids of any kind', () => {
  const [query] = parseJudgedQueries('{"text": "a", "rel": {"__proto__": 1, "constructor": 2}}')
  assert.deepEqual([...query!.gains], [['__proto__', 1], ['constructor', 2]])
})

test('parseJudgedQueries() tells the first wrong line', () => {
  const good = '{"query": "a", "expected": ["x"]}\n'
  const text = '"text" must be a string with something in it'
  const rel = '"rel" must be an object of section ids with gains from 0 to 1000000, or "expected" a list of ids'
  for (const [line, how] of [
    ['{', 'not a JSON object'], ['[]', 'not a JSON object'], ['null', 'not a JSON object'], ['"a"', 'not a JSON object'],
    ['{"rel": {"x": 1}}', text], ['{"text": " ", "rel": {"x": 1}}', text], ['{"text": 5, "rel": {"x": 1}}', text],
    ['{"id": [], "text": "a", "rel": {"x": 1}}', '"id" must be a string or a number'],
    ['{"text": "a", "rel": {"x": 1}, "exclude": "x"}', '"exclude" must be a list of section ids'],
    ['{"text": "a"}', rel], ['{"text": "a", "rel": ["x"]}', rel], ['{"text": "a", "rel": {"x": "1"}}', rel],
    ['{"text": "a", "rel": {"x": -1}}', rel], ['{"text": "a", "rel": {"x": 1e308}}', rel],
    ['{"text": "a", "expected": [1]}', rel], ['{"text": "a", "expected": []}', 'no section is judged right'],
    ['{"text": "a", "rel": {"x": 0}}', 'no section is judged right'],
  ] as const) checkRefused(`${good}\n${line}\n${good}`, `Line 3: ${how}`)
})

test('parseJudgedQueries() wants at least one query and at most 10,000', () => {
  for (const text of ['', '\n \n']) checkRefused(text, 'There are no queries')
  const line = '{"query": "a", "expected": ["x"]}\n'
  assert.equal(parseJudgedQueries(line.repeat(10_000)).length, 10_000)
  checkRefused(line.repeat(10_001), 'Line 10001: there are more than 10000 queries')
})

test('parseJudgedQueries() passes over any number of blank lines', () => {
  checkRefused('\n'.repeat(2_000_000) + '{', 'Line 2000001: not a JSON object')
})
