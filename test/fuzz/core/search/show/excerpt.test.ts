import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MAX_EXCERPT_LENGTH, createExcerpt } from '../../../../../src/core/search/show/excerpt.ts'
import { toLines, zoneAt } from '../../../../../src/core/search/show/lines.ts'
import { createFindMatches } from '../../../../../src/core/search/show/match.ts'
import type { QueryTerm } from '../../../../../src/core/search/show/match.ts'
import { createAnalyze, createChain } from '../../../../../src/core/text/analyze.ts'
import { checkLinear, rounds } from '../../../../support/fuzz.ts'
import { laidOut } from '../../../../support/layout.ts'
import { createRandom } from '../../../../support/random.ts'

const analyze = createAnalyze()
const excerpt = createExcerpt(createFindMatches(createChain('en')))

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

test('createExcerpt() gives text of the section whatever its layout is, and starts in no header row', () => {
  const random = createRandom(19)
  const prose = ['route', 'page', 'a. b', '\n', '\n\n', '漢字', '😀']
  const pieces = [...prose, '|route\ta|\n', '=page\tb=\n', '=route=\n', '~ run()\n\n page~\n']
  for (let round = 0; round < rounds(1_500); round += 1) {
    const { text, layout } = laidOut(Array.from({ length: random.below(200) }, () => random.pick(pieces)).join(''))
    const cut = excerpt(text, wantedOf('route page'), layout)
    const lines = toLines(text, layout)
    const inner = cut.replace(/^…/, '').replace(/…$/, '')
    assert.ok([...cut].length <= MAX_EXCERPT_LENGTH)
    if (lines.zones.length > 0 && lines.zones.every(({ isHeader }) => isHeader)) continue
    const shown = lines.text.replace(/\s/g, ' ')
    const starts = Array.from(shown, (_, at) => at).filter((at) => shown.startsWith(inner, at))
    const isRight = starts.some((at) => zoneAt(lines.zones, at)?.isHeader !== true)
    assert.ok(isRight || inner === '', JSON.stringify({ lines, cut }))
  }
})

test('createExcerpt() takes time in proportion to the length of a layout', () => {
  checkLinear(400_000, ['|route\tpage|\n', '=a\troute=\n', '~route~\n', '~a~|b|=c='], (marked) => {
    const { text, layout } = laidOut(marked)
    excerpt(text, wantedOf('route page'), layout)
  })
})

test('createExcerpt() reads a bounded part of a huge text', () => {
  checkLinear(1_000_000, ['route ', 'a', '漢', '😀', 'e\u0301', ' \n', 'page.route '], (text) => check(text, 'route page', /^/))
  check(`${'word '.repeat(10_000)}needle`, 'needle', /^word (word )+word…$/)
})
