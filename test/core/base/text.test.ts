import assert from 'node:assert/strict'
import { test } from 'node:test'
import { codeBlock, firstUnits, foldSpace, groupBy, hasMoreCodePoints, inlineCode } from '../../../src/core/base/text.ts'

test('foldSpace() puts a text on one line', () => {
  assert.equal(foldSpace(' a \n\tb\u00a0 c\r\n'), 'a b c')
  assert.equal(foldSpace(' \n '), '')
})

test('inlineCode() and codeBlock() hold any text', () => {
  for (const [text, span] of [['a', '`a`'], ['a`b', '``a`b``'], ['`a', '`` `a ``'], ['``a`', '``` ``a` ```'], ['', '`  `']]) assert.equal(inlineCode(text!), span)
  assert.equal(codeBlock('a `b`', 'md'), '```md\na `b`\n```')
  assert.equal(codeBlock('```\na\n````'), '`````\n```\na\n````\n`````')
})

test('hasMoreCodePoints() counts code points, not UTF-16 units', () => {
  for (const text of ['', 'abc', 'éé', '🎉🎉🎉', '\ud800ab']) assert.equal(hasMoreCodePoints(text, 3), false, text)
  for (const text of ['abcd', '🎉🎉🎉🎉', 'a🎉b🎉', 'x'.repeat(1_000)]) assert.equal(hasMoreCodePoints(text, 3), true, text)
})

test('firstUnits() splits no code point, and takes nothing from a text that is short enough', () => {
  for (const [length, first] of [[0, ''], [1, 'a'], [2, 'a'], [3, 'a😀'], [9, 'a😀']] as const) assert.equal(firstUnits('a😀', length), first)
  assert.equal(firstUnits('a\ud83d', 2), 'a\ud83d')
})

test('groupBy() has the items of each key in the order of the first', () => {
  assert.deepEqual([...groupBy(['b1', 'a1', 'b2'], ([key]) => key)], [['b', ['b1', 'b2']], ['a', ['a1']]])
})
