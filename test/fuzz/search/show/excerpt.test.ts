import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MAX_EXCERPT_LENGTH, createExcerpt } from '../../../../src/search/show/excerpt.ts'
import { createFindMatches } from '../../../../src/search/show/match.ts'
import type { QueryTerm } from '../../../../src/search/show/match.ts'
import { createAnalyze, createChain } from '../../../../src/text/analyze.ts'
import { checkLinear, rounds } from '../../../support/fuzz.ts'
import { createRandom } from '../../../support/random.ts'

const analyze = createAnalyze()
const excerpt = createExcerpt(createFindMatches(createChain()))

/** All terms of a query, each a word of its own; those behind a star count double. */
function wantedOf(query: string): Map<string, QueryTerm> {
  return new Map(query.split(' ').flatMap((typed, word) => {
    return analyze(typed).map(({ term }): [string, QueryTerm] => [term, { word, weight: typed.startsWith('*') ? 2 : 1 }])
  }))
}

function check(text: string, query: string, expected: string | RegExp) {
  const cut = excerpt(text, wantedOf(query))
  assert.ok([...cut].length <= MAX_EXCERPT_LENGTH, `${[...cut].length} code points`)
  if (typeof expected === 'string') assert.equal(cut, expected)
  else assert.match(cut, expected)
}

test('createExcerpt() gives a run of whole graphemes of the text, whatever it is', () => {
  const random = createRandom(17)
  const ascii = ['route', 'page', 'http.page', 'a', ' ', ' ', '. ', '\n']
  const marked = ['é', 'e\u0301', '\u0301', '\u200d', '\u0600', '漢字', 'กำ', '한']
  const pieces = [...ascii, ...marked, '👩‍👧', '🇩🇪', '😀', '\ud83d', '\udc00']
  const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' })
  for (let round = 0; round < rounds(1_500); round += 1) {
    const text = Array.from({ length: 150 + random.below(250) }, () => random.pick(pieces)).join('')
    const folded = text.replace(/\s+/g, ' ').trim()
    const cut = excerpt(text, wantedOf('route page'))
    const inner = cut.replace(/^…/, '').replace(/…$/, '')
    assert.ok([...cut].length <= MAX_EXCERPT_LENGTH)
    const starts = new Set([...graphemes.segment(folded)].map(({ index }) => index).concat(folded.length))
    const places = [...starts].filter((start) => folded.startsWith(inner, start) && starts.has(start + inner.length))
    assert.ok(places.length > 0, JSON.stringify({ text, cut }))
  }
})

test('createExcerpt() reads a bounded part of a huge text', () => {
  checkLinear(1_000_000, ['route ', 'a', '漢', '😀', 'e\u0301', ' \n', 'page.route '], (text) => check(text, 'route page', /^/))
  check(`${'word '.repeat(10_000)}needle`, 'needle', /^word (word )+word…$/)
})
