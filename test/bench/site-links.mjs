/** The links of a docs folder: judged queries made of their texts, and the texts as an index gets them. */
import { chunkPages } from '../../src/core/content/chunk.ts'
import { mapAddresses } from '../../src/core/content/structure/encoding.ts'
import { readFolder } from '../../src/node.ts'
import { shuffled } from './random.mjs'

const SEED = 7
/** Words of a link text that is taken as a query, and letters that it has at least. */
const QUERY_WORDS = { least: 2, most: 7 }
const MIN_LETTERS = 4
/** Targets of one text: a text with more says nothing about any. */
const MAX_TARGETS = 3
/** Gains of a target, and of the other sections of a page whose top is the target. */
const GAIN = { target: 2, section: 1 }

/** Sections of a folder, and the links among them: `{ chunks, links: [{ from, to, text }] }` with ids of chunks. */
export async function readLinks(folder, options = {}) {
  const { pages } = await readFolder(folder, options)
  const chunks = chunkPages(pages)
  const idByUrl = new Map(chunks.map(({ url, id }) => [url, id]))
  const links = chunks.flatMap((chunk) => {
    const found = []
    mapAddresses(chunk.structure, ({ element, start, end }) => {
      if (element.type === 'image') return element.src
      const to = idByUrl.get(element.href)
      const text = chunk.text.slice(start, end).replace(/\s+/g, ' ').trim()
      if (to !== undefined && to !== chunk.id && text !== '') found.push({ from: chunk.id, to, text })
      return element.href
    })
    return found
  })
  return { chunks, links }
}

/** Words of a text as they are compared: letters and digits, lower case. */
export function wordsOf(text) {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
}

/** True when a link may not help a query: its text is the query, or with `isStrict` has no other words. */
export function givesAway(text, query, isStrict) {
  const words = wordsOf(text)
  if (!isStrict) return words.join(' ') === wordsOf(query).join(' ')
  const asked = new Set(wordsOf(query))
  return words.every((word) => asked.has(word))
}

/** Queries of the site's own links, `{ id, text, rel, exclude }`, at most `limit`, in a fixed random order. */
export function linkQueries({ chunks, links }, limit) {
  const byText = new Map()
  for (const { from, to, text } of links) {
    const words = wordsOf(text)
    if (words.length < QUERY_WORDS.least || words.length > QUERY_WORDS.most || words.join('').length < MIN_LETTERS) continue
    const query = byText.get(words.join(' ')) ?? { text: text.toLowerCase(), targets: new Set(), exclude: new Set() }
    byText.set(words.join(' '), query)
    query.targets.add(to)
    query.exclude.add(from)
  }
  const pageOf = new Map(chunks.map(({ id, page }) => [id, page]))
  const judged = [...byText.values()].flatMap(({ text, targets, exclude }, i) => {
    const rel = Object.fromEntries(chunks.flatMap(({ id, page }) => (targets.has(page) && id !== page ? [[id, GAIN.section]] : [])))
    for (const target of targets) rel[target] = GAIN.target
    const isEasy = targets.size > MAX_TARGETS || [...targets].every((id) => exclude.has(id) || !pageOf.has(id))
    return isEasy ? [] : [{ id: `l${i}`, text, rel, exclude: [...exclude].filter((id) => !targets.has(id)) }]
  })
  return shuffled(judged, SEED).slice(0, limit)
}
