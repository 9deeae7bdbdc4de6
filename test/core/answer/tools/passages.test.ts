import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SectionName } from '../../../../src/core/answer/tools/library.ts'
import { createPassages } from '../../../../src/core/answer/tools/passages.ts'

function section(id: string, given: Partial<SectionName> = {}): SectionName {
  return { id, title: id, heading: null, path: id, group: null, url: `/${id}/`, terms: [], ...given }
}

/** Passages of which these sections were shown, in this order. */
function shown(...sections: readonly SectionName[]) {
  const passages = createPassages()
  for (const one of sections) passages.recordShown(one, '', false)
  return passages
}

test('createPassages() numbers sections in the order in which they are shown', () => {
  const passages = createPassages()
  assert.equal(passages.numberOf(section('a')), 1, 'the number it would get')
  passages.recordShown(section('b'), 'B', false)
  passages.recordShown(section('a'), 'A', false)
  passages.recordShown(section('b'), 'more', true)
  assert.deepEqual([passages.numberOf(section('b')), passages.numberOf(section('a'))], [1, 2])
  assert.deepEqual([passages.numberOf(section('a')), passages.numberOf(section('c')), passages.count()], [2, 3, 2])
  assert.deepEqual(passages.texts(), ['B', 'more', 'A'])
  assert.deepEqual([passages.containsText('ore'), passages.containsText('moreA')], [true, false])
})

test('createPassages() knows which were opened', () => {
  const passages = shown(section('a'))
  passages.recordShown(section('b'), '', true)
  assert.deepEqual(['a', 'b', 'c'].map((id) => passages.isOpened(section(id))), [false, true, false])
})

test('createPassages() finds a section by its number', () => {
  const passages = shown(section('a'))
  assert.deepEqual([passages.idOf(1), passages.idOf(0), passages.idOf(2), passages.idOf(1.5), passages.idOf(-1)], ['a', null, null, null, null])
  assert.deepEqual([passages.linkOf(1), passages.linkOf(2)], ['/a/', null])
})

test('createPassages() gives opened sections first, in the order of their opening', () => {
  const passages = shown(...['a', 'b', 'c', 'd'].map((id) => section(id)))
  for (const id of ['d', 'b', 'd']) passages.recordShown(section(id), '', true)
  assert.deepEqual(passages.sources().map(({ url }) => url), ['/d/', '/b/', '/a/', '/c/'])
})

test('createPassages() gives sources with the fields that they have', () => {
  assert.deepEqual(shown(section('a'), section('b', { heading: 'H', group: 'G', terms: ['t'] })).sources(), [
    { url: '/a/', title: 'a' },
    { url: '/b/', title: 'b', heading: 'H', group: 'G', terms: ['t'] },
  ])
})

test('createPassages() makes addresses safe for Markdown, the same for sources and links', () => {
  const passages = shown(section('a', { url: '/a (b)/<c>\\d|/é?x=1&y=%20#f' }))
  assert.equal(passages.linkOf(1), '/a%20(b)/%3Cc%3E%5Cd%7C/é?x=1&y=%20#f')
  assert.equal(passages.sources()[0]!.url, passages.linkOf(1))
})
