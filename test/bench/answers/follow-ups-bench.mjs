/**
 * The first search of follow-up questions: how often the section wanted is among the first eight hits, with the
 * conversation and without it.
 *
 *   node --import tsx test/bench/answers/follow-ups-bench.mjs FOLDER
 *
 * FOLDER holds the Astro docs. Prints one line for each way and each question that only one of them finds.
 */
import { followUpQuery } from '../../../src/core/answer/conversation.ts'
import { chunkPages } from '../../../src/core/content/chunk.ts'
import { readFolder } from '../../../src/core/node/content/content-folder.ts'
import { createSearcher } from '../../../src/core/search/searcher.ts'
import { FOLLOW_UPS } from './follow-ups.mjs'

/** Hits that the model gets, as in `src/core/answer/tools/toolbox.ts`. */
const HITS = 8
const folder = process.argv[2]
if (folder === undefined) throw new Error('Give the folder of the Astro docs')

const { pages } = await readFolder(folder)
const chunks = chunkPages(pages)
const ids = new Set(chunks.map(({ id }) => id))
for (const { sections } of FOLLOW_UPS) for (const id of sections) if (!ids.has(id)) throw new Error(`No section ${id}`)
const searcher = createSearcher(chunks)
const find = (query) => searcher.search(query, { limit: HITS }).map(({ id }) => id)
const isFound = (query, sections) => find(query).some((id) => sections.includes(id))

const rows = FOLLOW_UPS.map(({ history, question, sections }) => ({
  question,
  query: followUpQuery(question, history),
  plain: isFound(question, sections),
  joined: isFound(followUpQuery(question, history), sections),
}))
for (const way of ['plain', 'joined']) {
  const found = rows.filter((row) => row[way]).length
  console.log(`${way.padEnd(7)} ${found} of ${rows.length} in the first ${HITS} (${((100 * found) / rows.length).toFixed(1)} %)`)
}
for (const { question, query, plain, joined } of rows) {
  if (!joined) console.log(`${plain ? 'lost  ' : 'missed'} ${question}  <-  ${query}`)
}
