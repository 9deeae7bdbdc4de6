/** One engine over one judged set in this process, for looking at single queries. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findSet, readDocs, readQueries } from './corpora.mjs'
import { createEngine } from './engines.mjs'
import { DEPTH, scoreQuery } from './metrics.mjs'

/** The engine filled with the set's sections, the queries, and `judge(query)` -> `{ ranking, scores }`. */
export async function openJudgedSet({ set: name, engine: engineName, bundle }) {
  const set = findSet(name)
  const docs = readDocs(set.docs)
  const engine = await createEngine(engineName, bundle)
  const folder = mkdtempSync(join(tmpdir(), 'ask-bench-'))
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
  await engine.build(docs, folder)

  async function judge(query) {
    const { exclude = [] } = query
    const found = await engine.search(query.text, DEPTH + exclude.length)
    return { ranking: found.filter((id) => !exclude.includes(id)).slice(0, DEPTH), scores: scoreQuery(query, found) }
  }

  return { engine, queries: readQueries(name), sections: new Map(docs.map((doc) => [doc.id, doc])), judge }
}

/** `Title > Heading` of a section. */
export function nameOf({ title, heading }) {
  return heading === '' ? title : `${title} > ${heading}`
}
