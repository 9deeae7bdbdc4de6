import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createAnalyze } from '../../../../src/core/text/analyze.ts'
import { foldText } from '../../../../src/core/text/normalize.ts'
import {
  stemFrench, stemGerman, stemKorean, stemPortuguese, stemRussian, stemSpanish,
} from '../../../../src/core/text/other-languages.ts'
import type { Stem } from '../../../../src/core/text/stemmer.ts'
import { createWordTable } from '../../../../src/core/text/word-table.ts'
import { isFuzz, rounds } from '../../../support/fuzz.ts'
import { createRandom } from '../../../support/random.ts'
import { createSegment } from '../../../support/segment.ts'
import { checkAnyWord } from '../../../support/stem-table.ts'

const analyze = createAnalyze()

test('analyze() gives the same tokens whatever it has read before', () => {
  const random = createRandom(3)
  const ascii = ['foo', 'Bar', 'x9', ' ', '-', '.', "'", '@', '1', ',048', '=', '>', '"', 'l']
  const pieces = [...ascii, 'é', '漢字', 'กา', '😀', '✅', '→', '\u200d', 'א', '\u00a0', '\ud83d', '\udc00', '\u0301', '\u00ad']
  for (let round = 0; round < rounds(3_000); round += 1) {
    const text = random.text(pieces, 12)
    const tokens = analyze(text)
    assert.deepEqual(createAnalyze()(text), tokens)
    assert.ok(tokens.every(({ start, end, term }) => start < end && end <= text.length && term !== ''), text)
  }
})

const segment = createSegment()

test('walk() gives offsets of the text as it is, in order and apart', () => {
  const random = createRandom(1)
  const ascii = ['a', 'B', '9', ' ', '.', '-', '--', "'", '@', '/', '\n', '=', '>', ',', '123', '"', '(']
  const pieces = [...ascii, 'é', 'e\u0301', '漢', '字', 'か', 'ก', '่', '😀', '\u200d', 'א', '٣', '\ud83d', '𝒳']
  for (let round = 0; round < rounds(2_000); round += 1) {
    const text = random.text(pieces, 30)
    let end = 0
    for (const word of segment(text)) {
      assert.ok(word.start >= end && word.end > word.start && word.end <= text.length, JSON.stringify(text))
      assert.equal(word.text, text.slice(word.start, word.end))
      end = word.end
    }
  }
})

test('foldText() changes nothing that is folded already', () => {
  const step = isFuzz ? 1 : 19
  for (let codePoint = 0; codePoint <= 0x1ffff; codePoint += step) {
    const folded = foldText(`a${String.fromCodePoint(codePoint)}b`)
    assert.equal(foldText(folded), folded, codePoint.toString(16))
  }
})

function unitsOf(text: string): Uint16Array {
  return Uint16Array.from({ length: text.length }, (_, i) => text.charCodeAt(i))
}

test('createWordTable() agrees with a map, for any units, and gives words back', () => {
  const random = createRandom(6)
  const { numberOf, textOf } = createWordTable()
  const numbers = new Map<string, number>()
  for (let round = 0; round < rounds(40_000); round += 1) {
    const word = random.text(['a', 'b', 'c', 'é', '漢', '\ud83d', '\u0000'], 9)
    if (!numbers.has(word)) numbers.set(word, numbers.size)
    assert.equal(numberOf(unitsOf(`x${word}y`), 1, word.length + 1), numbers.get(word))
  }
  assert.ok(numbers.size > rounds(10_000))
  assert.deepEqual(Array.from(numbers.values(), textOf), [...numbers.keys()])
})

const PIECES: readonly (readonly [Stem, string])[] = [
  [stemFrench, "l' qu' jusqu' er ez e ee es ent ant ation ication ique ement eaux aux x s ir iss y i ll inst cre ut '"],
  [stemGerman, "ge zu an auf er en ern eln s st et t ung lich keit ig ier ation haus stell wend qu ue ae nis in e x ' 's"],
  [stemKorean, '서버 설정 나 을 는 에서 에서는 하 하는 합니다 됩니다 한 되 이'],
  [stemPortuguese, 'ar er ir ado ando indo acao coes oes ais eis s es ns m a o e mente qu gu amento cri conf serv ucao'],
  [stemRussian, 'на ст рой ка ив ивши вшись ся ее ого ующ ем нн щ ла ть ост ость ейше ейш ь и й ий'],
  [stemSpanish, 'ar er ir ado ando iendo acion iones es s os a o e mente z qu gu ie ue arlo cre conf serv ucion'],
]

for (const [stem, pieces] of PIECES) {
  test(`${stem.name}() gives any word a stem, in linear time`, () => checkAnyWord(stem, pieces))
}
