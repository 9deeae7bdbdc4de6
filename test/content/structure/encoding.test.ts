import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ElementStart } from '../../../src/content/structure/element.ts'
import { formatToken, isWellFormed, mapAddresses, parseTokens } from '../../../src/content/structure/encoding.ts'

const NO_LINES = { inserted: [], deleted: [], marked: [] }
const STARTS: readonly (readonly [ElementStart, string])[] = [
  [{ type: 'heading', depth: 4 }, 'H(4)'],
  [{ type: 'list', first: null }, 'L'],
  [{ type: 'list', first: 3 }, 'L(3)'],
  [{ type: 'item', isDone: null }, 'i'],
  [{ type: 'item', isDone: true }, 'i(x)'],
  [{ type: 'item', isDone: false }, 'i(o)'],
  [{ type: 'row', isHeader: true }, 'r(h)'],
  [{ type: 'row', isHeader: false }, 'r'],
  [{ type: 'code', lang: null, ...NO_LINES }, 'C'],
  [{ type: 'code', lang: 'js', ...NO_LINES }, 'C(js)'],
  [{ type: 'code', lang: null, inserted: [[1, 1], [3, 5]], deleted: [[2, 2]], marked: [] }, 'C(|1,3-5|2|)'],
  [{ type: 'callout', kind: 'tip' }, 'N(tip)'],
  [{ type: 'link', href: '/a(b)|50%', line: 12 }, 'a(/a%28b%29%7C50%25|12)'],
  [{ type: 'link', href: '/', line: 0 }, 'a(/)'],
  [{ type: 'image', src: '../a.png' }, 'm(../a.png)'],
  [{ type: 'footnote-reference', label: '1' }, 'n(1)'],
  [{ type: 'inline-code' }, 'k'],
]

test('formatToken() and parseTokens() keep every start with its attributes', () => {
  for (const [start, token] of STARTS) {
    assert.equal(formatToken(start, 0), token)
    assert.deepEqual([...parseTokens(token)], [{ start, at: 0 }])
  }
})

test('parseTokens() gives offsets of the text', () => {
  const structure = formatToken({ type: 'strong' }, 4) + formatToken(null, 12)
  assert.equal(structure, 'b4.12')
  assert.deepEqual([...parseTokens(structure)], [{ start: { type: 'strong' }, at: 4 }, { start: null, at: 16 }])
})

test('isWellFormed() takes elements that end, inside of the text', () => {
  for (const structure of ['', 'b4.12', 'Li.4.', 'b.']) assert.ok(isWellFormed(structure, 16), structure)
  for (const structure of ['b', '.', 'b4.13', 'b4.12.', 'b4.12 ', '?', 'b04.12', 'b(x).1', 'H(x).1']) {
    assert.ok(!isWellFormed(structure, 16), structure)
  }
})

test('mapAddresses() replaces addresses and takes lines away', () => {
  const structure = 'b1a2(/a|7).3a(%29)..m(x).k.'
  const addresses = { link: (href: string, line: number) => `${href}${line}`, image: (src: string) => `/${src}` }
  assert.equal(mapAddresses(structure, addresses), 'b1a2(/a7).3a(%290)..m(/x).k.')
  const ranges: (readonly number[])[] = []
  mapAddresses('b1a(/a)e2.1.1.2k.1a(/b).1', { ...addresses, linkText: (...range) => ranges.push(range) })
  assert.deepEqual(ranges, [[1, 5], [8, 9]])
})
