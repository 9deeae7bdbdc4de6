/** The searcher of this checkout, as bundled from its sources. */
import { readFileSync, writeFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'

const SNAPSHOT = 'index.bin'

export async function createEngine({ bundle }) {
  if (bundle === null) throw new Error('Its sources could not be bundled')
  const ask = await import(pathToFileURL(bundle).href)
  let index
  let reader

  function open(opened) {
    index = opened
    reader = ask.openIndex(ask.columnsOf(index))
  }

  const hits = (query, k) => ask.search(reader, ask.resolveQuery(reader, query), { limit: k, perPage: Infinity })
  const engine = {
    build(docs) {
      open(ask.buildIndex(docs.map(toChunk)))
    },
    search: (query, k) => hits(query, k).map((hit) => hit.id),
    /** With their scores. */
    hits,
  }
  return {
    ...engine,
    save: (folder) => writeFileSync(`${folder}/${SNAPSHOT}`, ask.encodeIndex(index)),
    load(folder) {
      open(ask.decodeIndex(readFileSync(`${folder}/${SNAPSHOT}`)))
    },
  }
}

function toChunk({ id, title, heading, body }) {
  const page = id.replace(/#.*$/, '')
  return { id, page, title, heading: heading === '' ? null : heading, group: null, url: id, text: body }
}
