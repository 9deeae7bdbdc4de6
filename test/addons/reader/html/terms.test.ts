import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findTerms, indexTerms } from '../../../../src/addons/reader/html/terms.ts'
import type { GlossaryEntry } from '../../../../src/core/graph/graph.ts'

const entry = (term: string, ...aliases: string[]): GlossaryEntry => ({ term, aliases, definition: `What ${term} is.` })

/** Prose with its terms in brackets. */
function marked(glossary: readonly GlossaryEntry[], prose: string, explained = new Set<GlossaryEntry>()): string {
  const marks = findTerms(prose, { start: 0, end: prose.length }, indexTerms(glossary), explained)
  const starts = new Map(marks.map(({ start }) => [start, '[']))
  const ends = new Map(marks.map(({ end }) => [end, ']']))
  return Array.from(`${prose}\0`, (_, at) => `${ends.get(at) ?? ''}${starts.get(at) ?? ''}${prose.charAt(at)}`).join('')
}

const check = (terms: readonly GlossaryEntry[], cases: readonly (readonly [string, string])[]) => {
  for (const [prose, expected] of cases) assert.equal(marked(terms, prose), expected)
}

test('a term is found once, by any of its names', () => {
  check([entry('Server-side rendering', 'SSR')], [
    ['Use server-side rendering (SSR).', 'Use [server-side rendering] (SSR).'],
    ['Server-side rendering', '[Server-side rendering]'],
    ['SSR, again SSR', '[SSR], again SSR'],
    ['ssr', 'ssr'],
    ['nothing', 'nothing'],
    ['', ''],
  ])
})

test('capitals of the glossary count, small letters have any case', () => {
  check([entry('Cursor'), entry('content collection', 'content collections')], [
    ['the cursor in Cursor', 'the cursor in [Cursor]'],
    ['Content collections and more', '[Content collections] and more'],
    ['Content Collection', '[Content Collection]'],
    ['CONTENT collection', '[CONTENT collection]'],
  ])
})

test('a term is a whole word, and the longest counts', () => {
  check([entry('island'), entry('island component'), entry('callAction()')], [
    ['islands, inland, islander, an island.', 'islands, inland, islander, an [island].'],
    ['an island component here', 'an [island component] here'],
    ['call callAction() now', 'call [callAction()] now'],
  ])
})

test('scripts without spaces have terms inside of runs', () => {
  check([entry('路由'), entry('ルーティング')], [['静态路由器', '静态[路由]器'], ['静的ルーティングを使う', '静的[ルーティング]を使う']])
})

test('a term that is explained, or that does not end in the range, is skipped', () => {
  const terms = [entry('adapter')]
  const explained = new Set<GlossaryEntry>()
  assert.equal(marked(terms, 'an adapter', explained), 'an [adapter]')
  assert.equal(marked(terms, 'an adapter', explained), 'an adapter')
  for (const [start, end, count] of [[3, 10, 1], [3, 9, 0], [4, 10, 0]] as const) {
    assert.equal(findTerms('an adapter', { start, end }, indexTerms(terms), new Set()).length, count)
  }
})
