/** lunr: BM25 over field vectors in JavaScript, with its default English pipeline (trimmer, stop words, Porter). */
import { readFileSync, writeFileSync } from 'node:fs'
import lunr from 'lunr'

const SNAPSHOT = 'index.json'
/** Weight of a word itself where words like it count 1. */
const EXACT_BOOST = 10

/** `boost` of title and heading; `isTolerant` adds the words that start with a query's word or are one edit away. */
export function createEngine({ boost = 2, isTolerant = false }) {
  let index

  return {
    build(docs) {
      index = lunr(function configure() {
        this.ref('id')
        this.field('title', { boost })
        this.field('heading', { boost })
        this.field('body')
        for (const doc of docs) this.add(doc)
      })
    },
    search(query, k) {
      const words = lunr.tokenizer(query).map((token) => lunr.trimmer(token).toString()).filter((word) => word !== '')
      const hits = index.query((clauses) => {
        for (const word of words) {
          clauses.term(word, { boost: EXACT_BOOST })
          if (!isTolerant) continue
          clauses.term(word, { usePipeline: false, wildcard: lunr.Query.wildcard.TRAILING })
          clauses.term(word, { usePipeline: false, editDistance: 1 })
        }
      })
      return hits.slice(0, k).map((hit) => hit.ref)
    },
    save: (folder) => writeFileSync(`${folder}/${SNAPSHOT}`, JSON.stringify(index)),
    load(folder) {
      index = lunr.Index.load(JSON.parse(readFileSync(`${folder}/${SNAPSHOT}`, 'utf8')))
    },
  }
}
