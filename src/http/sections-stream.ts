/**
 * The list of a store's sections -> one JSON object, streamed while it is read: the list may be larger than memory. If
 * the store fails in the middle, the connection is broken off, so that no client takes a part for the whole list.
 */
import { onAbort } from '../base/abort.ts'
import { AskError } from '../base/errors.ts'
import { createSemaphore, type Release } from '../base/semaphore.ts'
import type { SectionSummary } from '../graph/knowledge.ts'
import type { StoreReads } from '../service.ts'
import { entityTag, matchesEtag } from './wire/etag.ts'
import type { HttpReply, HttpRequest } from './wire/message.ts'
import { JSON_TYPE, readHeaders } from './wire/reply.ts'

/** Lists that are sent at the same time, and the queue of the others. */
const LISTS = { slots: 2, maxWaiting: 64, maxWaitMs: 30_000 }

/** Replies to a request for the sections of one group, or of all if it is null. */
export type SectionsStream = (request: HttpRequest, group: string | null) => Promise<HttpReply>

/** A streamed list of the sections of a store. */
export function createSectionsStream({ revision, summaries }: StoreReads): SectionsStream {
  const acquire = createSemaphore(LISTS)

  return async function listSections(request, group) {
    const tag = await entityTag(new TextEncoder().encode(JSON.stringify([await revision(), 'sections', group])))
    const headers = readHeaders(tag)
    if (matchesEtag(request.header('if-none-match'), tag)) return { status: 304, headers, body: null }
    const release = await acquire(request.signal)
    if (release === null) throw new AskError('store', 'Too many lists of sections are being read; try again.')
    // A body that is never read must release its slot as well.
    onAbort(request.signal, release)
    try {
      const batches = summaries(group)[Symbol.asyncIterator]()
      // Read before the reply begins: if the store fails now, the client still gets an Error body.
      const first = await batches.next()
      const body = request.method === 'HEAD' ? null : jsonPieces(first, batches, release)
      if (body === null) release()
      return { status: 200, headers: { 'content-type': JSON_TYPE, ...headers }, body }
    } catch (error) {
      release()
      throw error
    }
  }
}

type Batches = AsyncIterator<readonly SectionSummary[]>

async function* jsonPieces(
  first: IteratorResult<readonly SectionSummary[]>,
  batches: Batches,
  release: Release,
): AsyncGenerator<string> {
  try {
    let before = '{"sections":['
    for (let batch = first; batch.done !== true; batch = await batches.next()) {
      yield before + batch.value.map((section) => JSON.stringify(section)).join(',')
      before = ','
    }
    yield `${before === ',' ? '' : before}]}`
  } finally {
    release()
    await batches.return?.()
  }
}
