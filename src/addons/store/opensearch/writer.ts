/** The writes of a store in OpenSearch or Elasticsearch. */
import { pause } from '../../../core/base.ts'
import type { WritableStore } from '../store.ts'
import type { Connection } from './address.ts'
import type { IndexLayout } from './mapping.ts'
import { type PushDeps, beginPush } from './push.ts'
import { replacePage } from './replace-page.ts'
import { type RequestDeps, createRequestEngine } from './request.ts'

/** The functions of a store that write. */
export type StoreWriter = Pick<WritableStore, 'begin' | 'replacePage'>

/** Clock, randomness and timers of a writer. */
export type WriterDeps = Pick<RequestDeps, 'now' | 'random'> & Partial<Pick<PushDeps, 'wait' | 'every'>>

/** A circuit breaker that stays closed: a push waits while the engine is overloaded, and tries each request. */
const ALWAYS_CLOSED = { mayTry: () => true, succeeded: () => undefined, failed: () => undefined }

/** The writer of a connection. */
export function createWriter(connection: Connection, layout: IndexLayout, given: WriterDeps): StoreWriter {
  const { now, random, wait = waitFor, every = repeat } = given
  // A failure ends the push with its details, so they need not be logged too.
  const request = createRequestEngine({ ...connection, log: () => undefined }, { now, random, breaker: ALWAYS_CLOSED })
  const deps: PushDeps = { request, now, random, wait, every }
  return {
    begin: () => beginPush(connection.index, layout, deps),
    replacePage: (slug, sections) => replacePage(connection.index, { slug, sections }, deps),
  }
}

function waitFor(ms: number): Promise<void> {
  return pause(ms, new AbortController().signal)
}

function repeat(ms: number, run: () => void): () => void {
  const timer = setInterval(run, ms)
  return () => clearInterval(timer)
}
