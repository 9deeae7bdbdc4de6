/**
 * FlexSearch: an index in JavaScript that orders hits by where words stand, with its English encoder, prefixes
 * (`forward`) and `suggest`, without which all words are required. It has no weights: fields count in their order.
 */
import { readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { Charset, Document, Encoder } from 'flexsearch'
import english from 'flexsearch/lang/en'

const FIELDS = ['heading', 'title', 'body']

export function createEngine() {
  let index

  function open() {
    const encoder = new Encoder(Charset.Normalize, english)
    index = new Document({ document: { id: 'id', index: FIELDS }, encoder, tokenize: 'forward' })
  }

  return {
    build(docs) {
      open()
      for (const doc of docs) index.add(doc)
    },
    search(query, k) {
      const hits = index.search(query, { limit: k, suggest: true, merge: true })
      return hits.slice(0, k).map((hit) => hit.id)
    },
    save: (folder) => index.export((key, data) => writeFileSync(`${folder}/${key}`, data)),
    load(folder) {
      open()
      for (const key of readdirSync(folder)) index.import(key, readFileSync(`${folder}/${key}`, 'utf8'))
    },
  }
}
