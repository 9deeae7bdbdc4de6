import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createExcerpt, MAX_EXCERPT_LENGTH, toLines, zoneAt } from '../../../../../src/core/search/show/excerpt.ts'
import { createFindMatches, type Match, type QueryTerms } from '../../../../../src/core/search/show/match.ts'
import { bestPassage, createBoundaries, isSentenceStart } from '../../../../../src/core/search/show/passage.ts'
import { type Chain, createChain } from '../../../../../src/core/text/analyze.ts'
import { LANGUAGES } from '../../../../../src/core/text/language.ts'
import { rounds } from '../../../../support/fuzz.ts'
import { laidOut } from '../../../../support/layout.ts'
import { createRandom } from '../../../../support/random.ts'
import { queryTermsOf } from '../../../../support/search-index.ts'

const excerpt = createExcerpt(createFindMatches(createChain('en')))

/** The same by reading every word anew. */
function naiveMatches({ walk, read }: Chain, text: string, wanted: QueryTerms): Match[] {
  const matches: Match[] = []
  walk(text, (view) => {
    const word = view.source.slice(view.from, view.to)
    for (const { term, start, end } of read({ text: word, isCompound: view.isCompound })) {
      const meaning = wanted.get(term)
      if (meaning === undefined) continue
      const place = { start: view.start + start, end: view.isCompound ? view.start + end : view.end }
      matches.push({ ...place, wordStart: view.start, wordEnd: view.end, queryTerm: meaning })
    }
  })
  return matches.sort((a, b) => a.start - b.start)
}

test('matches are the same as without memory and short cuts, in any language and for one query after another', () => {
  const random = createRandom(23)
  const latin = ['route', 'Routes', 'routing', 'gegangen', 'Häuser', 'fields', 'canción', 'dying', "l'été", 'ç', 'ß']
  const names = ['createRoute', 'http.route', '--route', '@route/node', 'v1.2.3', 'C++', 'no-emit', '.env', 'x_y']
  const asian = ['設定', 'ファイル', '東京都', 'を変更', '。', '、', '“', '」', '々', '〇', '・', 'ﾍﾟｰｼﾞ', '가이드는', 'ไทย']
  const variants = ['が\u3099', '\uf900', '\u8c48', '漢\ufe00', '１２', 'Ａ']
  const others = [' ', ' ', '\n', '.', ',', '-', '/', '’', '😀', '\ud83d', '\u0301', '\u00ad', 'е́', 'маршруты']
  const pieces = [...latin, ...names, ...asian, ...variants, ...others]
  for (const language of LANGUAGES) {
    const chain = createChain(language)
    const find = createFindMatches(chain)
    for (let round = 0; round < rounds(400); round += 1) {
      const wanted = queryTermsOf(`${random.pick(pieces)} ${random.pick(pieces)}${random.pick(pieces)}`, language)
      const text = random.text(pieces, 60)
      const said = JSON.stringify({ language, text, wanted: [...wanted] })
      assert.deepEqual(find(text, wanted), naiveMatches(chain, text, wanted), said)
    }
  }
})

test('createExcerpt() gives a run of whole graphemes of the text, whatever it is', () => {
  const random = createRandom(17)
  const ascii = ['route', 'page', 'http.page', 'a', ' ', ' ', '. ', '\n']
  const marked = ['é', 'e\u0301', '\u0301', '\u200d', '\u0600', '漢字', 'กำ', '한']
  const pieces = [...ascii, ...marked, '👩‍👧', '🇩🇪', '😀', '\ud83d', '\udc00']
  const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' })
  for (let round = 0; round < rounds(1_500); round += 1) {
    const text = Array.from({ length: 150 + random.below(250) }, () => random.pick(pieces)).join('')
    const folded = text.replace(/\s+/g, ' ').trim()
    const cut = excerpt(text, queryTermsOf('route page'))
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
    const cut = excerpt(text, queryTermsOf('route page'), layout)
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

test('graphemeAt() parts what it takes for plain as the rules do', () => {
  const { graphemeAt } = createBoundaries()
  const segmenter = new Intl.Segmenter('und', { granularity: 'grapheme' })
  const ranges = [[0x20, 0x2ff], [0x400, 0x52f], [0x3001, 0x30ff], [0x4e00, 0x9fff], [0xac00, 0xd7a3]] as const
  for (const [first, last] of ranges) {
    const units = Array.from({ length: rounds(last - first + 1) }, (_, i) => String.fromCharCode(first + i))
    for (const neighbor of ['a', 'é', 'й', 'が', '漢', '한']) {
      const text = units.map((unit) => neighbor + unit).join('') + neighbor
      const starts = new Set(Array.from(segmenter.segment(text), ({ index }) => index))
      const wrong = Array.from(text, (_, at) => at).filter((at) => (graphemeAt(text, at) === at) !== starts.has(at))
      assert.deepEqual(wrong.map((at) => text.slice(at - 1, at + 1)), [])
    }
  }
})

/** Words of the query by their letter, each with its weight. */
const WEIGHTS = [4, 2, 1]

/** A match for each letter a, b and c. */
function matchesOf(text: string): Match[] {
  return Array.from(text.matchAll(/[abc]/g), ({ 0: letter, index }) => {
    const word = letter.charCodeAt(0) - 0x61
    const queryTerm = { word, weight: WEIGHTS[word]! }
    return { start: index, end: index + 1, wordStart: index, wordEnd: index + 1, queryTerm }
  })
}

/** Weight of the words between two offsets: each once, and half of the lighter for two neighbors. */
function weightOf(text: string, from: number, to: number): number {
  const shown = text.slice(from, to)
  const words = WEIGHTS.filter((_, word) => shown.includes('abc'.charAt(word)))
  const pairs = [/a[^abc]?b/, /b[^abc]?c/].map((pair, word) => (pair.test(shown) ? WEIGHTS[word + 1]! / 2 : 0))
  return [...words, ...pairs].reduce((sum, weight) => sum + weight, 0)
}

test('bestPassage() has as much weight as any passage of its length, or nearly that from the start of a sentence', () => {
  const random = createRandom(5)
  const room = 20
  const pieces = ['a', 'b', 'c', ' ', '. ', '\n', 'xx', 'xxxxxx', 'xxxxxxxxxxxx']
  for (let round = 0; round < rounds(3_000); round += 1) {
    const text = random.text(pieces, 40).replace(/\s+/g, (space) => space.charAt(0))
    const matches = matchesOf(text)
    const most = Math.max(0, ...matches.map(({ start }) => weightOf(text, start, start + room)))
    const found = bestPassage(text, matches, room)
    if (found === null) {
      assert.equal(matches.length, 0)
      continue
    }
    const start = found.sentenceStart ?? found.from
    const worth = weightOf(text, start, start + room)
    const starts = [0, ...Array.from(text, (_, at) => at).filter((at) => at > 0 && isSentenceStart(text, at))]
    const fromSentences = Math.max(...starts.map((at) => weightOf(text, at, at + room)))
    const isWhole = fromSentences >= 0.85 * most
    const told = { worth, isWhole: found.sentenceStart !== null && starts.includes(found.sentenceStart) }
    assert.deepEqual(told, { worth: isWhole ? fromSentences : most, isWhole }, JSON.stringify({ text, found }))
  }
})
