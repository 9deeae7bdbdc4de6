import { test } from 'node:test'
import { standsAlone } from '../../../../../src/core/graph-builder/prose/sentence.ts'
import { firstSentences } from '../../../../../src/core/graph-builder/prose/sentence.ts'
import { readSpelling } from '../../../../../src/core/graph-builder/prose/spelling.ts'
import { findDefinitions } from '../../../../../src/core/graph-builder/rules/glossary.ts'
import { questionOf } from '../../../../../src/core/graph-builder/rules/suggestions.ts'
import { chunk } from '../../../../support/chunk.ts'
import { checkLinear } from '../../../../support/fuzz.ts'

const PIECES = ['a', 'A', 'the ', 'Use ', 'a-', 'A-a', '’s', ', ', '. ', 'is a ', 'are ', '(A', ' (AB)', '\n', '`x`', '?', ' of ', 'Static Site ']

test('readSpelling() and questionOf() read long texts of any kind in linear time', () => {
  checkLinear(100_000, PIECES, (text) => {
    const spelling = readSpelling([chunk(text, { heading: text })])
    for (const isEnglish of [true, false]) questionOf(`Use ${text}`, { spelling, isEnglish })
    questionOf(`What ${text}?`, { spelling, isEnglish: true })
  })
})

test('findDefinitions() and standsAlone() read long texts of any kind in linear time', () => {
  checkLinear(100_000, PIECES, (text) => {
    for (const heading of ['Glossary', text.slice(0, 50)]) {
      const section = chunk(text, { heading })
      findDefinitions(section, firstSentences(section, 120))
    }
    standsAlone(text)
  })
})
