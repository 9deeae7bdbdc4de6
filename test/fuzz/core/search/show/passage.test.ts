import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isSentenceStart } from '../../../../../src/core/search/show/boundary.ts'
import type { Match } from '../../../../../src/core/search/show/match.ts'
import { bestPassage } from '../../../../../src/core/search/show/passage.ts'
import { rounds } from '../../../../support/fuzz.ts'
import { createRandom } from '../../../../support/random.ts'

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
