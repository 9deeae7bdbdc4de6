import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  APOSTROPHE, BREAK, classAt, CONNECTOR, createClassTable, DIGIT, groupedEnd, LOWER, MARK, UNSPACED, UPPER, widthAt,
} from '../../../src/core/text/character.ts'
import { rulesOf } from '../../support/rules.ts'

function check(characters: string, expected: number) {
  const table = createClassTable()
  for (const char of [...characters, ...characters]) assert.equal(classAt(char, 0, table), expected, char)
}

for (const [name, run] of rulesOf('classAt()', check, [
  ['knows letters by their case', ['azéßяωاअꭓ𝒶', LOWER], ['AZÉЯΩǅ𝒜', UPPER]],
  ['knows digits, marks and connectors',
    ['09٣Ⅳ½', DIGIT], ['\u0301\u0e31\u00ad\u200d\ufe0f', MARK], ['._-/:@#$+~\\\u2011', CONNECTOR], ["'’", APOSTROPHE]],
  ['knows the scripts whose words are not parted by spaces alone', ['漢々ひカーﾊﾟ한กລកက𠀀', UNSPACED]],
])) test(name, run)

test('classAt() takes everything else for a break', () => {
  check(' \n\t\u3000,;()"`«。、…–│\udc00\ud800', BREAK)
  assert.equal(classAt('a', 1, createClassTable()), BREAK)
})

test('classAt() does not take a lone surrogate for the pair it could have been', () => {
  const table = createClassTable()
  assert.equal(classAt('\ud840', 0, table), BREAK)
  assert.equal(classAt('\ud840\udc00', 0, table), UNSPACED)
})

test('widthAt() counts the units of a character', () => {
  assert.deepEqual(['a', '😀', '\ud83d!', '\ud83d'].map((text) => widthAt(text, 0)), [1, 2, 1, 1])
  assert.equal(widthAt('😀', 1), 1)
})

test('groupedEnd() begins at the first group alone, so that a long run that is no number is read once', () => {
  for (const sign of [',', '\u066c', "'", '\u2019', ' ', '\u00a0', '\u2009', '\u202f']) {
    const run = `1${`${sign}000`.repeat(50)}`
    const signs = Array.from({ length: 50 }, (_, i) => 1 + 4 * i)
    assert.deepEqual(signs.map((at) => groupedEnd(run, at)), [run.length, ...Array(49).fill(0)], JSON.stringify(sign))
    assert.deepEqual(signs.filter((at) => groupedEnd(`${run}0`, at) > 0), [], JSON.stringify(sign))
  }
})
