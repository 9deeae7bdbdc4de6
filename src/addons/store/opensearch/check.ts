/** An index -> whether it is complete: whether its sections and pages agree with its meta document. */
import { AskError, count, type JsonObject } from '../../../core/base.ts'
import { decodePageHash, NO_PAGES, withPage } from '../document.ts'
import type { Connection } from './address.ts'
import { currentGeneration, generationPath, otherGenerations, readMeta } from './generations.ts'
import { createRequestEngine, listDocuments, type RequestDeps, type RequestEngine } from './request.ts'
import { decodeTotal } from './reply.ts'

const REQUEST_MS = 60_000
/** Most pages of one request. */
const BATCH = 5_000
/** A page is written before the meta document, so the next replacement of it finds nothing to change. */
const REMEDY = '. If `ask index push --page` was interrupted, write all pages again with `ask index push`'

/**
 * Checks the index of a connection: a sentence for each problem, none for a complete index. Rejects with
 * `AskError('store')` where it is missing, or of another format.
 */
export async function checkIndex(connection: Connection, deps: RequestDeps) {
  const request = createRequestEngine(connection, deps)
  const alias = connection.index
  const generation = await currentGeneration(alias, request)
  if (generation === null) throw new AskError('store', `There is no index ${alias}: \`ask index push\` writes it`)
  const path = generationPath(alias, generation)
  const meta = await readMeta(path, request)
  const sections = await countSections(path, request)
  const { pages, contentHash } = await readPageHashes(path, request)
  const others = await otherGenerations(alias, generation, request)
  const findings = [
    ...(sections === meta.counts.sections
      ? []
      : [`It has ${count(sections, 'section')}, its own record says ${meta.counts.sections}${REMEDY}`]),
    ...(contentHash === meta.contentHash ? [] : [`Its pages are not those that its own record names${REMEDY}`]),
    ...others.map((name) => `${alias}-${name} belongs to a push that runs, or was abandoned: the next push deletes it`),
  ]
  return { meta, pages, findings }
}

/** The number of sections of the index at `path`. */
export async function countSections(path: string, request: RequestEngine): Promise<number> {
  const body = { query: { term: { kind: 'section' } } }
  return request({ method: 'POST', path: `${path}/_count`, body, timeoutMs: REQUEST_MS }, decodeTotal)
}

/** The number of pages, and the hash over all of them. */
async function readPageHashes(path: string, request: RequestEngine) {
  const query = { bool: { filter: [{ term: { kind: 'section' } }, { term: { order: 0 } }] } }
  const listing = {
    path: `${path}/_search`,
    body: { _source: ['page_hash'], query, sort: ['page_key'] },
    size: BATCH,
    timeoutMs: REQUEST_MS,
    decode: (source: JsonObject) => decodePageHash(source['page_hash'], 'page_hash'),
  }
  let [pages, contentHash] = [0, NO_PAGES]
  for await (const hashes of listDocuments(listing, request)) {
    pages += hashes.length
    contentHash = hashes.reduce(withPage, contentHash)
  }
  return { pages, contentHash }
}
