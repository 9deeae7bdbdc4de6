/**
 * One connection over stdio, as lines in and lines out. It remembers the revision of the last handshake, since only one
 * revision has batches, and the calls in flight, so that they can be cancelled.
 */
import { escapeLineEnds, parseJson } from '../base/json.ts'
import { createSemaphore } from '../base/semaphore.ts'
import {
  errorReply, handleBatch, type Id, idOf, INTERNAL_ERROR, type Message, parseError, type PendingReply, readMessage,
  type Reply, type Request, RpcError,
} from './protocol.ts'
import { isCall, type McpServer, type Notify } from './server.ts'

/** Calls that run at the same time: each may be a request to a service. */
const MAX_CALLS_AT_WORK = 64
const MAX_CALLS_WAITING = 10_000
const MAX_BATCH = 1_000

/** The signal of requests that get their reply at once, so they can't be cancelled. */
const NEVER = new AbortController().signal

export type Session = ReturnType<typeof createSession>

/** A session over a server; `send` takes lines without their line break. */
export function createSession(server: McpServer, send: (line: string) => void) {
  const acquire = createSemaphore({ slots: MAX_CALLS_AT_WORK, maxWaiting: MAX_CALLS_WAITING, maxWaitMs: Infinity })
  /** Calls in flight, with their ids. */
  const calls = new Map<AbortController, Id>()
  const deliveries = new Set<Promise<void>>()
  let version = ''

  function handle(message: Message): PendingReply {
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
      if (!signal.aborted) send(escapeLineEnds(JSON.stringify({ jsonrpc: '2.0', method, params })))
    }
    const slot = acquire(signal)
    if (slot === null) throw new RpcError(INTERNAL_ERROR, 'Too many calls at the same time; wait for replies')
    calls.set(controller, request.id)
    return Promise.resolve(slot).then(async (release) => {
      const reply = release === null || signal.aborted ? null : await server.handle(request, { signal, notify })
      release?.()
      calls.delete(controller)
      return signal.aborted ? null : reply
    })
  }

  function deliver(reply: Reply | readonly Reply[] | null): void {
    if (reply !== null) send(escapeLineEnds(JSON.stringify(reply)))
  }

  /** Counts a delivery as in flight until it is done. */
  function track(delivery: Promise<void>): void {
    const tracked = delivery.finally(() => deliveries.delete(tracked))
    deliveries.add(tracked)
  }

  return {
    receive(line: string): void {
      if (line.trim() === '') return
      const value = parseJson(line)
      try {
        if (value === undefined) throw parseError('the line is not JSON')
        const reply = Array.isArray(value)
          ? handleBatch(value, { version, maxMessages: MAX_BATCH }, handle)
          : handle(readMessage(value))
        // A reply that is ready is sent at once, so the reply to a handshake precedes those to pipelined requests.
        if (reply instanceof Promise) track(reply.then(deliver))
        else deliver(reply)
      } catch (error) {
        deliver(errorReply(idOf(value), error))
      }
    },
    /** Replies to a line that can't be read. */
    refuse: (problem: 'not UTF-8' | 'too long') => deliver(errorReply(null, parseError(`the line is ${problem}`))),
    /** Resolves when all calls in flight have their replies. */
    settled: async () => void (await Promise.all(deliveries)),
    /** Ends all calls in flight without a reply. */
    abort(): void {
      for (const controller of calls.keys()) controller.abort()
    },
  }
}
