/**
 * MiniSearch: BM25+ in JavaScript over a radix tree, with its own tokenizer. Terms are lower case, without stop
 * words and stemmed (Porter), which the library leaves to its user and which helps it on all sets.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import MiniSearch from 'minisearch'
import { stemmer } from 'stemmer'
import { STOP_WORDS } from './stop-words.mjs'

const SNAPSHOT = 'index.json'

/** `searchOptions` as the library defines them. */
export function createEngine({ searchOptions = { boost: { title: 2, heading: 2 } } }) {
  const options = {
    fields: ['title', 'heading', 'body'],
    processTerm: (term) => {
      const lower = term.toLowerCase()
      return STOP_WORDS.has(lower) ? null : stemmer(lower)
    },
    searchOptions,
  }
  let index

  return {
    build(docs) {
      index = new MiniSearch(options)
      index.addAll(docs)
    },
    search: (query, k) => index.search(query).slice(0, k).map((hit) => hit.id),
    save: (folder) => writeFileSync(`${folder}/${SNAPSHOT}`, JSON.stringify(index)),
    load(folder) {
      index = MiniSearch.loadJSON(readFileSync(`${folder}/${SNAPSHOT}`, 'utf8'), options)
    },
  }
}
