import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createFindMatches } from '../../../../../src/core/search/show/match.ts'
import type { Match, QueryTerm } from '../../../../../src/core/search/show/match.ts'
import { createAnalyze, createChain } from '../../../../../src/core/text/analyze.ts'
import type { Chain } from '../../../../../src/core/text/analyze.ts'
import { LANGUAGES } from '../../../../../src/core/text/language.ts'
import type { Language } from '../../../../../src/core/text/language.ts'
import { rounds } from '../../../../support/fuzz.ts'
import { createRandom } from '../../../../support/random.ts'

const analyze = createAnalyze()

/** All terms of a query, each a word of its own. */
function wantedOf(query: string, language: Language = 'en'): Map<string, QueryTerm> {
  const terms = language === 'en' ? analyze(query) : createAnalyze(language)(query)
  return new Map(terms.map(({ term }, word): [string, QueryTerm] => [term, { word, weight: 1 }]))
}

/** The same by reading every word anew. */
function naiveMatches({ walk, read }: Chain, text: string, wanted: ReadonlyMap<string, QueryTerm>): Match[] {
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
      const wanted = wantedOf(`${random.pick(pieces)} ${random.pick(pieces)}${random.pick(pieces)}`, language)
      const text = random.text(pieces, 60)
      const said = JSON.stringify({ language, text, wanted: [...wanted] })
      assert.deepEqual(find(text, wanted), naiveMatches(chain, text, wanted), said)
    }
  }
})
