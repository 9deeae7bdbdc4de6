/**
 * Judged queries in many languages and spellings: in an index of one language's
 * sections, and in one of all sections together, the expected section is first.
 * Queries use other forms of the words than the sections do.
 */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { buildIndex } from '../../../src/core/search/build/build.ts'
import type { Index, Searchable } from '../../../src/core/search/index/inverted-index.ts'
import { search } from '../../support/search-index.ts'

interface Judged {
  readonly lang: string
  readonly sections: readonly { readonly id: string; readonly heading: string; readonly text: string }[]
  readonly queries: readonly { readonly text: string; readonly first: string }[]
}

/**
 * Least share of queries whose first hit is the expected one, where it is not
 * all: what is a word of several languages may be found in any of them.
 */
const FLOORS_TOGETHER: Readonly<Record<string, number>> = { english: 0.9, french: 0.9, portuguese: 0.85, mixed: 0.9 }

const classes = Object.entries<Judged>(
  JSON.parse(readFileSync(new URL('../../data/judged-languages.json', import.meta.url), 'utf8')),
)
const together = buildIndex(classes.flatMap(([name, judged]) => chunksOf(name, judged)))

function chunksOf(name: string, { lang, sections }: Judged): Searchable[] {
  return sections.map(({ id, heading, text }) => {
    return { id: `${name}/${id}`, page: `${name}/${id}`, title: 'Manual', heading, text, lang }
  })
}

/** Queries whose first hit is another, and their share. */
function misses(index: Index, name: string, { queries }: Judged) {
  const missed = queries.filter(({ text, first }) => search(index, text, { limit: 1 })[0]?.id !== `${name}/${first}`)
  return { missed: missed.map(({ text }) => text), reached: 1 - missed.length / queries.length }
}

for (const [name, judged] of classes) {
  test(`search() finds the expected section first: ${name}`, () => {
    assert.deepEqual(misses(buildIndex(chunksOf(name, judged)), name, judged).missed, [])
  })

  test(`search() finds it first among all languages: ${name}`, () => {
    const { missed, reached } = misses(together, name, judged)
    assert.ok(reached >= (FLOORS_TOGETHER[name] ?? 1), missed.join(', '))
  })
}

test('search() has sections and queries enough to judge by', () => {
  for (const [name, { sections, queries }] of classes) {
    assert.ok(sections.length >= 9 && queries.length >= 10, name)
    assert.ok(queries.every(({ first }) => sections.some(({ id }) => id === first)), name)
  }
})
