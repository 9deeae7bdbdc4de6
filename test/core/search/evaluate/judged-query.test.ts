import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AskError } from '../../../../src/core/base/errors.ts'
import { parseJudgedQueries } from '../../../../src/core/search/evaluate/judged-query.ts'

function check(text: string, expected: readonly object[]) {
  const queries = parseJudgedQueries(text).map((query) => ({
    ...query,
    gains: Object.fromEntries(query.gains),
    exclude: [...query.exclude],
  }))
  assert.deepEqual(queries, expected)
}

function checkRefused(text: string, message: string) {
  assert.throws(() => parseJudgedQueries(text), (error) => {
    assert.ok(error instanceof AskError && error.code === 'file-format')
    assert.equal(error.message, message)
    return true
  })
}

test('parseJudgedQueries() reads grades, exclusions and ids', () => {
  check('{"id": "q1", "text": "a b", "rel": {"x#y": 2, "z": 0}, "exclude": ["w"]}', [
    { id: 'q1', text: 'a b', gains: { 'x#y': 2, z: 0 }, exclude: ['w'] },
  ])
})

test('parseJudgedQueries() reads the short form, and names queries by their line', () => {
  check('\n{"query": "a", "expected": ["x", "y"]}\r\n \n{"id": 7, "query": "b", "expected": ["x"]}\n', [
    { id: '2', text: 'a', gains: { x: 1, y: 1 }, exclude: [] },
    { id: '7', text: 'b', gains: { x: 1 }, exclude: [] },
  ])
})

test('parseJudgedQueries() takes ids of any kind', () => {
  const [query] = parseJudgedQueries('{"text": "a", "rel": {"__proto__": 1, "constructor": 2}}')
  assert.deepEqual([...query!.gains], [['__proto__', 1], ['constructor', 2]])
})

test('parseJudgedQueries() tells the first wrong line', () => {
  const good = '{"query": "a", "expected": ["x"]}\n'
  const rel = '"rel" must be an object of section ids with gains from 0 to 1000000, or "expected" a list of ids'
  for (const [line, how] of [
    ['{', 'not JSON'],
    ['[]', 'not an object'],
    ['null', 'not an object'],
    ['"a"', 'not an object'],
    ['{"rel": {"x": 1}}', '"text" must be a string with something in it'],
    ['{"text": " ", "rel": {"x": 1}}', '"text" must be a string with something in it'],
    ['{"text": 5, "rel": {"x": 1}}', '"text" must be a string with something in it'],
    ['{"id": [], "text": "a", "rel": {"x": 1}}', '"id" must be a string or a number'],
    ['{"text": "a", "rel": {"x": 1}, "exclude": "x"}', '"exclude" must be a list of section ids'],
    ['{"text": "a"}', rel],
    ['{"text": "a", "rel": ["x"]}', rel],
    ['{"text": "a", "rel": {"x": "1"}}', rel],
    ['{"text": "a", "rel": {"x": -1}}', rel],
    ['{"text": "a", "rel": {"x": 1e308}}', rel],
    ['{"text": "a", "expected": [1]}', rel],
    ['{"text": "a", "expected": []}', 'no section is judged right'],
    ['{"text": "a", "rel": {"x": 0}}', 'no section is judged right'],
  ] as const) {
    checkRefused(`${good}\n${line}\n${good}`, `Line 3: ${how}`)
  }
})

test('parseJudgedQueries() wants at least one query and at most 10,000', () => {
  checkRefused('', 'There are no queries')
  checkRefused('\n \n', 'There are no queries')
  const line = '{"query": "a", "expected": ["x"]}\n'
  assert.equal(parseJudgedQueries(line.repeat(10_000)).length, 10_000)
  checkRefused(line.repeat(10_001), 'Line 10001: there are more than 10000 queries')
})

test('parseJudgedQueries() passes over any number of blank lines', () => {
  checkRefused('\n'.repeat(2_000_000) + '{', 'Line 2000001: not JSON')
})
