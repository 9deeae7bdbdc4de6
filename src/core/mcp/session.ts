/**
 * One connection over stdio, as lines in and lines out. It remembers the revision of the last handshake, since only one
 * revision has batches, and the calls in flight, so that they can be cancelled.
 */
import { parseJson } from '../base/json.ts'
import { createSemaphore } from '../base/semaphore.ts'
import {
  BATCH_VERSION, errorReply, handleBatch, type Id, INTERNAL_ERROR, type Message, noBatchReply, parseErrorReply,
  type PendingReply, readBatch, readMessage, type Reply, type Request,
} from './protocol.ts'
import { isCall, type McpServer, type Notify } from './server.ts'

/** Calls that run at the same time: each may be a request to a service. */
const MAX_CALLS_AT_WORK = 64
const MAX_CALLS_WAITING = 10_000
const MAX_BATCH = 1_000

/** The signal of requests that get their reply at once, so they can't be cancelled. */
const NEVER = new AbortController().signal

/** The receiver of a connection's lines. */
export type Session = ReturnType<typeof createSession>

/** A session over a server; `send` takes lines without their line break. */
export function createSession(server: McpServer, send: (line: string) => void) {
  const acquire = createSemaphore({ slots: MAX_CALLS_AT_WORK, maxWaiting: MAX_CALLS_WAITING, maxWaitMs: Infinity })
  /** Calls in flight, with their ids. */
  const calls = new Map<AbortController, Id>()
  const deliveries = new Set<Promise<void>>()
  let version = ''

  function handle(message: Message): PendingReply {
    if (message.type === 'invalid') return message.reply
    if (message.type === 'request') return isCall(message) ? runCall(message) : replyAtOnce(message)
    const isCancel = message.type === 'notification' && message.method === 'notifications/cancelled'
    if (!isCancel) return null
    // All calls with this id: a client must not reuse one.
    for (const [controller, id] of calls) if (id === message.params['requestId']) controller.abort()
    return null
  }

  function replyAtOnce(request: Request): PendingReply {
    const reply = server.handle(request, { signal: NEVER, notify: null })
    if (request.method === 'initialize' && 'result' in reply) version = String(reply.result['protocolVersion'])
    return reply
  }

  function runCall(request: Request): PendingReply {
    const controller = new AbortController()
    const { signal } = controller
    const notify: Notify = (method, params) => {
      if (!signal.aborted) send(JSON.stringify({ jsonrpc: '2.0', method, params }))
    }
    const slot = acquire(signal)
    const refusal = { code: INTERNAL_ERROR, message: 'Too many calls at the same time; wait for replies' }
    if (slot === null) return errorReply(request.id, refusal)
    calls.set(controller, request.id)
    return Promise.resolve(slot).then(async (release) => {
      const reply = release === null || signal.aborted ? null : await server.handle(request, { signal, notify })
      release?.()
      calls.delete(controller)
      return signal.aborted ? null : reply
    })
  }

  function deliver(reply: Reply | readonly Reply[] | null): void {
    if (reply !== null) send(JSON.stringify(reply))
  }

  /** Counts a delivery as in flight until it is done. */
  function track(delivery: Promise<void>): void {
    const tracked = delivery.finally(() => deliveries.delete(tracked))
    deliveries.add(tracked)
  }

  function take(value: unknown): void {
    if (Array.isArray(value)) return takeBatch(value)
    const reply = handle(readMessage(value))
    // A reply that is ready is sent at once, so the reply to a handshake precedes those to pipelined requests.
    if (reply instanceof Promise) track(reply.then(deliver))
    else deliver(reply)
  }

  function takeBatch(values: readonly unknown[]): void {
    if (version !== BATCH_VERSION) return deliver(noBatchReply())
    const batch = readBatch(values, MAX_BATCH)
    if (batch.type === 'invalid') deliver(batch.reply)
    else track(handleBatch(batch.messages, handle).then(deliver))
  }

  return {
    /** Takes one line of text. */
    receive(line: string): void {
      if (line.trim() === '') return
      const value = parseJson(line)
      if (value === undefined) deliver(parseErrorReply('the line is not JSON'))
      else take(value)
    },
    /** Replies to a line that can't be read. */
    refuse: (problem: 'not UTF-8' | 'too long') => deliver(parseErrorReply(`the line is ${problem}`)),
    /** Resolves when all calls in flight have their replies. */
    settled: async () => void (await Promise.all(deliveries)),
    /** Ends all calls in flight without a reply. */
    abort(): void {
      for (const controller of calls.keys()) controller.abort()
    },
  }
}
