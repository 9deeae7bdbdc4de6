/**
 * Documents -> `_bulk` requests, in batches, two at a time. Documents that an overloaded engine refuses are sent again;
 * a document that it can't accept ends the push.
 */
import { AskError, isObject } from '../../../core/base.ts'
import { EngineFailure, engineErrorOf } from './failure.ts'
import type { RequestEngine } from './request.ts'

/** Most sections and most UTF-16 units of a batch, whichever is reached first. */
const MAX_BATCH_SECTIONS = 1_000
const MAX_BATCH_LENGTH = 5_000_000
/** Most batches in flight. */
const MAX_BATCHES = 2
/** Timeout of one batch. */
const BATCH_MS = 120_000
/** Statuses of an engine that is overloaded, or temporarily lacks a shard. */
const OVERLOADED: readonly number[] = [429, 503]
/** Most retries of refused documents, and the pause before the first one, which doubles each time. */
const MAX_RETRIES = 5
const FIRST_PAUSE_MS = 500
/** The parts of a reply that are read. */
const FILTER = 'filter_path=items.*.status,items.*.error'

/** One operation of a `_bulk` request. */
export interface BulkItem {
  /** Id of its section, for messages. */
  readonly section: string
  /** Its lines of JSON, each with its line break. */
  readonly lines: string
}

/** Requests of a push, and their clock. */
export interface BulkDeps {
  readonly request: RequestEngine
  readonly wait: (ms: number) => Promise<void>
  /** From 0 to below 1. */
  readonly random: () => number
}

/** The operation that writes a document. */
export function indexItem(
  document: { readonly id: string },
  target: Readonly<Record<string, string | number>>,
): BulkItem {
  return { section: document.id, lines: `${JSON.stringify({ index: target })}\n${JSON.stringify(document)}\n` }
}

/**
 * The statuses of operations after all retries, in their order: 200, 201, 404 of a deletion, 409. Rejects for any other
 * status.
 */
export async function sendBulk(path: string, items: readonly BulkItem[], deps: BulkDeps): Promise<readonly number[]> {
  const statuses = new Map<BulkItem, number>()
  let left = items
  for (let retry = 0; left.length > 0; retry += 1) {
    if (retry > 0) await deps.wait(FIRST_PAUSE_MS * 2 ** (retry - 1) * (0.5 + deps.random()))
    const replies = await sendOnce(path, left, deps.request)
    left = left.filter((item, i) => {
      const reply = replies[i] ?? null
      if (reply !== null && !OVERLOADED.includes(reply.status)) {
        statuses.set(item, checkedStatus(item, reply))
        return false
      }
      if (retry === MAX_RETRIES) throw overloaded(item, reply)
      return true
    })
  }
  return items.map((item) => statuses.get(item) ?? 0)
}

/** A queue of batches for an index. */
export function createBulkQueue(path: string, deps: BulkDeps) {
  const underWay = new Set<Promise<void>>()
  let failure: { readonly cause: unknown } | null = null
  let batch: BulkItem[] = []
  let length = 0

  async function waitForRoom(): Promise<void> {
    while (underWay.size >= MAX_BATCHES) await Promise.race(underWay)
    if (failure !== null) throw failure.cause
  }

  /** Waits for the replies to all sent batches, even failed ones. */
  async function drain(): Promise<void> {
    await Promise.all(underWay)
  }

  async function send(): Promise<void> {
    const items = batch
    batch = []
    length = 0
    await waitForRoom()
    const sent: Promise<void> = sendBulk(path, items, deps).then(
      () => void underWay.delete(sent),
      (cause: unknown) => {
        failure ??= { cause }
        underWay.delete(sent)
      },
    )
    underWay.add(sent)
  }

  return {
    /** Resolves when there is room for more. Rejects if an earlier batch failed. */
    async add(items: readonly BulkItem[]) {
      for (const item of items) {
        batch.push(item)
        length += item.lines.length
        if (batch.length >= MAX_BATCH_SECTIONS || length >= MAX_BATCH_LENGTH) await send()
      }
    },
    /** Sends the last batch, and waits for all replies. */
    async flush() {
      if (batch.length > 0) await send()
      await drain()
      if (failure !== null) throw failure.cause
    },
    drain,
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
    const { json } = await request({ method: 'POST', path: target, body, timeoutMs: BATCH_MS, retries: false })
    const replies = isObject(json) && Array.isArray(json['items']) ? json['items'].map(replyOf) : []
    if (replies.length === items.length) return replies
    throw new EngineFailure('reply', 'the reply to a batch has another number of items')
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

function checkedStatus({ section }: BulkItem, { status, error }: ItemReply): number {
  if (error === null && (status === 404 || (status >= 200 && status < 300))) return status
  if (status === 409) return status
  const reason = error === null ? 'no reason' : `${error.type}: ${error.reason}`
  throw new AskError('store', `The search engine does not take the section ${section} (status ${status}, ${reason})`)
}

function overloaded({ section }: BulkItem, reply: ItemReply | null): EngineFailure {
  const reason = reply?.error?.type ?? 'the whole batch'
  const details = `the section ${section} was refused ${MAX_RETRIES + 1} times with ${reason}`
  return new EngineFailure('overloaded', details)
}
