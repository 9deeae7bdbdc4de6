/**
 * Documents -> `_bulk` requests, in batches. Documents that an overloaded engine refuses are sent again; one that it
 * can't accept ends the push.
 */
import { AskError, isObject } from '../../../core/base.ts'
import { documentId, type SectionDocument } from '../document.ts'
import type { LockDeps } from './lock.ts'
import { EngineFailure, engineErrorOf } from './reply.ts'
import { OVERLOADED, type RequestEngine } from './request.ts'

/** Most sections and most UTF-16 units of a batch, whichever is reached first. */
const MAX_BATCH_SECTIONS = 1_000
const MAX_BATCH_LENGTH = 5_000_000
const BATCH_MS = 120_000
/** Most retries of refused documents, and the pause before the first one, which doubles each time. */
const MAX_RETRIES = 5
const FIRST_PAUSE_MS = 500
/** The parts of a reply that are read. */
const FILTER = 'filter_path=items.*.status,items.*.error'

/** One operation of a `_bulk` request. */
export interface BulkItem {
  readonly section: string
  /** Its lines of JSON, each with its line break. */
  readonly lines: string
}

type BulkDeps = Pick<LockDeps, 'request' | 'wait' | 'random'>

/** The operation that writes a document. */
export async function indexItem(document: SectionDocument): Promise<BulkItem> {
  const index = { _id: await documentId(document.id), routing: document.page }
  return { section: document.id, lines: `${JSON.stringify({ index })}\n${JSON.stringify(document)}\n` }
}

/** The operation that deletes the document of a section. */
export async function deleteItem(id: string, slug: string): Promise<BulkItem> {
  return { section: id, lines: `${JSON.stringify({ delete: { _id: await documentId(id), routing: slug } })}\n` }
}

/** Sends operations, again and again those that are refused for now. Rejects if one of them is not done. */
export async function sendBulk(path: string, items: readonly BulkItem[], deps: BulkDeps): Promise<void> {
  let left = items
  for (let retry = 0; left.length > 0; retry += 1) {
    if (retry > 0) await deps.wait(FIRST_PAUSE_MS * 2 ** (retry - 1) * (0.5 + deps.random()))
    const replies = await sendOnce(path, left, deps.request)
    left = left.filter((item, i) => !isDone(item, replies[i]))
    const [refused] = left
    if (refused !== undefined && retry === MAX_RETRIES) {
      const reason = replies.find(({ status }) => OVERLOADED.includes(status))?.error?.type ?? 'the whole batch'
      const details = `the section ${refused.section} was refused ${MAX_RETRIES + 1} times with ${reason}`
      throw new EngineFailure('overloaded', details)
    }
  }
}

/** A queue of documents for an index: one batch is sent while the next one is filled. */
export function createBulkQueue(path: string, deps: BulkDeps) {
  let batch: BulkItem[] = []
  let length = 0
  let sending = Promise.resolve()

  async function send(): Promise<void> {
    const items = batch
    batch = []
    length = 0
    await sending
    sending = sendBulk(path, items, deps)
    // A failure is thrown when the next batch is full, or at the end.
    sending.catch(() => undefined)
  }

  return {
    /** Resolves when there is room for more. Rejects if an earlier batch failed. */
    async add(documents: readonly SectionDocument[]) {
      for (const item of await Promise.all(documents.map(indexItem))) {
        batch.push(item)
        length += item.lines.length
        if (batch.length >= MAX_BATCH_SECTIONS || length >= MAX_BATCH_LENGTH) await send()
      }
    },
    async flush() {
      await send()
      await sending
    },
    /** Waits for the reply to the batch that was sent, even a failed one. */
    drain: () => sending.catch(() => undefined),
  }
}

interface ItemReply {
  readonly status: number
  /** Null for an operation that succeeded. */
  readonly error: { readonly type: string; readonly reason: string } | null
}

/** Replies to operations in their order; empty if the engine was overloaded and refused the whole request. */
async function sendOnce(
  path: string,
  items: readonly BulkItem[],
  request: RequestEngine,
): Promise<readonly ItemReply[]> {
  const body = items.map(({ lines }) => lines).join('')
  try {
    const target = `${path}/_bulk?${FILTER}`
    const sent = { method: 'POST', path: target, body, timeoutMs: BATCH_MS, retries: false } as const
    return await request(sent, (json) => {
      const replies = isObject(json) && Array.isArray(json['items']) ? json['items'].map(replyOf) : []
      if (replies.length === items.length) return replies
      throw new EngineFailure('reply', 'the reply to a batch has another number of items')
    })
  } catch (error) {
    if (error instanceof EngineFailure && error.status !== null && OVERLOADED.includes(error.status)) return []
    throw error
  }
}

/** `{"index": {"status": 201}}` */
function replyOf(item: unknown): ItemReply {
  const [result] = isObject(item) ? Object.values(item) : []
  const status = isObject(result) ? result['status'] : undefined
  return { status: typeof status === 'number' ? status : 0, error: engineErrorOf(result) }
}

/** False for an operation that is refused for now; 404 is the status of a deletion of what is gone. */
function isDone({ section }: BulkItem, reply: ItemReply | undefined): boolean {
  if (reply === undefined || OVERLOADED.includes(reply.status)) return false
  const { status, error } = reply
  if (error === null && (status === 404 || (status >= 200 && status < 300))) return true
  const reason = error === null ? 'no reason' : `${error.type}: ${error.reason}`
  throw new AskError('store', `The search engine does not take the section ${section} (status ${status}, ${reason})`)
}
