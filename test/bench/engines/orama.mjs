/** Orama: BM25 over radix trees in JavaScript, with its English stemmer and stop words; it always matches prefixes. */
import { readFileSync, writeFileSync } from 'node:fs'
import { create, insertMultiple, load, save, search } from '@orama/orama'
import { STOP_WORDS } from './stop-words.mjs'

const SNAPSHOT = 'index.json'

/** `tolerance` is the number of edits a word may be away. */
export function createEngine({ tolerance = 0 }) {
  let db

  function open() {
    db = create({
      schema: { title: 'string', heading: 'string', body: 'string' },
      components: { tokenizer: { language: 'english', stemming: true, stopWords: [...STOP_WORDS] } },
    })
  }

  return {
    async build(docs) {
      open()
      await insertMultiple(db, docs)
    },
    async search(query, k) {
      const { hits } = await search(db, {
        term: query,
        properties: ['title', 'heading', 'body'],
        boost: { title: 8, heading: 4 },
        tolerance,
        limit: k,
      })
      return hits.map((hit) => hit.id)
    },
    save: (folder) => writeFileSync(`${folder}/${SNAPSHOT}`, JSON.stringify(save(db))),
    load(folder) {
      open()
      load(db, JSON.parse(readFileSync(`${folder}/${SNAPSHOT}`, 'utf8')))
    },
  }
}
