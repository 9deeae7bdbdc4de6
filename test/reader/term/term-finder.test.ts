import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { GlossaryEntry } from '../../../src/graph/graph.ts'
import { createTermFinder } from '../../../src/reader/term/term-finder.ts'

const entry = (term: string, ...aliases: string[]): GlossaryEntry => ({ term, aliases, definition: `What ${term} is.` })

/** Prose with its terms in brackets. */
function marked(glossary: readonly GlossaryEntry[], prose: string): string {
  const runs = createTermFinder(glossary)(prose, new Set())
  assert.equal(runs.map(({ text }) => text).join(''), prose)
  return runs.map(({ text, entry: found }) => (found === null ? text : `[${text}]`)).join('')
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

test('case counts as in the glossary, but words may start with a capital letter', () => {
  check([entry('Cursor'), entry('content collection', 'content collections')], [
    ['the cursor in Cursor', 'the cursor in [Cursor]'],
    ['Content collections and more', '[Content collections] and more'],
    ['Content Collection', '[Content Collection]'],
    ['CONTENT collection', 'CONTENT collection'],
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

test('explained terms are skipped', () => {
  const terms = [entry('adapter')]
  const find = createTermFinder(terms)
  const known = new Set<GlossaryEntry>()
  assert.equal(find('an adapter', known).length, 2)
  assert.deepEqual(find('an adapter', known), [{ text: 'an adapter', entry: null }])
})
