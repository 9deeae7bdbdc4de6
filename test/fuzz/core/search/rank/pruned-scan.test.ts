/**
 * A limit rules out windows and chunks, and changes nothing but the number of hits.
 *
 * A bound that is a little too low loses a chunk only where the bounds of its window are hardly above its score and the
 * threshold is that score. So a subject has many equal sections: some windows have crowds of them, which are read first
 * for the sake of one more section whose bounds are higher than its score, and set the threshold; in windows before
 * these a section is alone.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Filter } from '../../../../../src/core/search/index/filter.ts'
import type { InvertedIndex, Searchable } from '../../../../../src/core/search/index/inverted-index.ts'
import { WINDOW_BITS } from '../../../../../src/core/search/index/score.ts'
import type { HitOptions } from '../../../../../src/core/search/rank/search.ts'
import { rounds } from '../../../../support/fuzz.ts'
import { createRandom, type Random } from '../../../../support/random.ts'
import { buildColumns, search } from '../../../../support/search-index.ts'

const WINDOW = 2 ** WINDOW_BITS
const WINDOWS = 40
const CROWDED_WINDOWS = 10
const SUBJECTS = 12
const LIMITS = [1, 5, 20, 40]
const FILTERS: readonly Filter[] = [{}, {}, {}, { lang: 'fr' }, { group: 'Guides' }, { lang: '', group: 'Guides' }]

/** The texts of a section. */
type Texts = Pick<Searchable, 'title' | 'heading' | 'text' | 'linkTexts'>

/** Three words of a subject; none is near another one. */
function wordsOf(subject: number): string[] {
  const end = `${'aeiou'[subject % 5]}${'dfkp'[subject % 4]}${'lnr'[subject % 3]}on`
  return ['bran', 'molt', 'quig'].map((start) => start + end)
}

/** Words, about half of them of a subject. */
function textOf(random: Random, subject: readonly string[], most: number): string {
  const others = ['filler', 'plain', 'common', 'other', 'usual']
  return Array.from({ length: random.below(most + 1) }, () => random.pick(random.pick([subject, others]))).join(' ')
}

function textsOf(random: Random, subject: readonly string[]): Texts {
  return {
    title: random.pick([`The ${textOf(random, subject, 4)}`, subject.join(' ')]),
    heading: random.pick([null, `A ${textOf(random, subject, 4)}`, subject.join(' '), random.pick(subject)]),
    text: textOf(random, subject, random.pick([3, 12, 40])),
    linkTexts: random.below(4) === 0 ? [subject.join(' ')] : [],
  }
}

/** A section with one of the words in some fields and without the others: the bounds of its window are high. */
function decoyOf(random: Random, subject: readonly string[]): Texts {
  const word = random.pick(subject)
  return {
    title: random.pick([word, 'Other']),
    heading: random.pick([word, null]),
    text: random.pick([`${word} ${word} ${word}`, 'other']),
  }
}

function collection(random: Random): Searchable[] {
  const sections = Array.from({ length: WINDOWS * WINDOW }, (_, i): Texts => ({
    title: `Page ${i % 7}`,
    heading: i % 3 === 0 ? null : 'Common',
    text: i % 5 === 0 ? 'filler plain usual' : 'filler',
  }))
  const put = (window: number, texts: Texts) => {
    sections[window * WINDOW + random.below(WINDOW)] = texts
  }
  for (let subject = 0; subject < SUBJECTS; subject += 1) {
    const words = wordsOf(subject)
    const texts = textsOf(random, words)
    const similar = random.pick([texts, { ...texts, text: `${texts.text} plain` }, textsOf(random, words)])
    // Lists of one block, and of several.
    const crowd = random.pick([4, 16])
    for (let window = 0; window < WINDOWS; window += 1) {
      const isCrowded = window >= WINDOWS - CROWDED_WINDOWS
      if (isCrowded) put(window, decoyOf(random, words))
      const copies = isCrowded ? crowd : random.below(2)
      for (let copy = 0; copy < copies; copy += 1) put(window, random.pick([texts, texts, similar]))
    }
  }
  const isWeighted = random.below(3) === 0
  return sections.map((texts, i) => ({
    ...texts, id: `${i}`, page: `${Math.floor(i / 3)}`, lang: random.pick([null, 'fr', 'en']),
    group: random.pick([null, 'Guides']), ...(isWeighted ? { weight: random.pick([0.5, 1, 1, 1]) } : {}),
  }))
}

/** Half of the queries have no word that the index lacks. */
function queryOf(random: Random, words: readonly string[]): string {
  const [first = '', ...others] = random.pick([words, words.toReversed()])
  const asked = [first, ...others.slice(random.below(3))].join(' ')
  const known = ['', ' ', ' filler ', ' -plain', ` "${first}"`]
  const unknown = [' zzzyx', ' zzzyx ', ' zzzyx xylem ', ' -plain zzzyx', ` "${first}" zzzyx`]
  return asked + random.pick(random.pick([known, unknown]))
}

function check(index: InvertedIndex, query: string, options: HitOptions) {
  const all = search(index, query, { ...options, limit: Infinity })
  for (const limit of LIMITS) {
    const message = `${JSON.stringify(query)} with limit ${limit} and ${JSON.stringify(options)}`
    assert.deepEqual(search(index, query, { ...options, limit }), all.slice(0, limit), message)
  }
}

test('search() with a limit gives the first of all hits, whatever its bounds rule out', () => {
  const random = createRandom(33)
  for (let round = 0; round < rounds(6); round += 1) {
    const index = buildColumns(collection(random))
    for (let subject = 0; subject < SUBJECTS; subject += 1) {
      for (let ask = 0; ask < rounds(10); ask += 1) {
        const options = { perPage: random.pick([1, 3, Infinity]), filter: random.pick(FILTERS) }
        check(index, queryOf(random, wordsOf(subject)), options)
      }
    }
  }
})
