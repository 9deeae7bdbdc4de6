/**
 * One connection over stdio, without its bytes: lines in, lines out. What it
 * keeps is what no single line tells: the revision a handshake agreed on, for
 * batches, and the calls in flight, for cancelling them.
 */
import { parseJson } from '../base/json.ts'
import { createSemaphore } from '../base/semaphore.ts'
import { type Answer, answerBatch } from './protocol/batch.ts'
import { BATCH_VERSION } from './protocol/eras.ts'
import {
  errorReply,
  type Id,
  INTERNAL_ERROR,
  invalidReply,
  type Message,
  parseErrorReply,
  readMessage,
  type Reply,
  type Request,
} from './protocol/jsonrpc.ts'
import type { Notify } from './protocol/progress.ts'
import type { McpServer } from './server.ts'

/** Calls at work at once: each may be a request to a service. */
const MAX_CALLS_AT_WORK = 64
const MAX_CALLS_WAITING = 10_000
/** Messages of one batch. */
const MAX_BATCH = 1_000

const TOO_MANY = { code: INTERNAL_ERROR, message: 'Too many calls at once; wait for replies' }

/** For requests that are answered at once. */
const NEVER = new AbortController().signal

/** What a connection feeds its lines to. */
export interface Session {
  /** Takes one line of text. */
  readonly receive: (line: string) => void
  /** Answers a line that can't be taken. */
  readonly refuse: (problem: 'not UTF-8' | 'too long') => void
  /** Takes a line that was cut off, which counts only when it is whole as it is. */
  readonly receiveLast: (line: string) => void
  /** Settles when all calls in flight are answered. */
  readonly settled: () => Promise<void>
  /** Ends all calls in flight without a reply. */
  readonly abort: () => void
}

interface Call {
  readonly id: Id
  readonly controller: AbortController
}

/** `send` takes lines without their line break. */
export function createSession(server: McpServer, send: (line: string) => void): Session {
  const acquire = createSemaphore({ slots: MAX_CALLS_AT_WORK, maxWaiting: MAX_CALLS_WAITING, maxWaitMs: Infinity })
  const calls = new Set<Call>()
  const deliveries = new Set<Promise<void>>()
  let version = ''

  function answer(message: Message): Answer {
    if (message.type === 'invalid') return message.reply
    if (message.type === 'request') return message.method === 'tools/call' ? answerCall(message) : answerAtOnce(message)
    if (message.type === 'notification' && message.method === 'notifications/cancelled') cancel(message.params['requestId'])
    return null
  }

  function answerAtOnce(request: Request): Answer {
    const reply = server.answer(request, { signal: NEVER, notify: null })
    if (request.method === 'initialize' && 'result' in reply) version = String(reply.result['protocolVersion'])
    return reply
  }

  function answerCall(request: Request): Answer {
    const controller = new AbortController()
    const { signal } = controller
    const notify: Notify = (method, params) => {
      if (!signal.aborted) send(JSON.stringify({ jsonrpc: '2.0', method, params }))
    }
    const slot = acquire(signal)
    if (slot === null) return errorReply(request.id, TOO_MANY)
    const call: Call = { id: request.id, controller }
    calls.add(call)
    return slot.then(async (release) => {
      const reply = release === null || signal.aborted ? null : await server.answer(request, { signal, notify })
      release?.()
      calls.delete(call)
      return signal.aborted ? null : reply
    })
  }

  /** An id that stands for more than one call is the client's fault, and ends them all. */
  function cancel(id: unknown): void {
    for (const call of calls) if (call.id === id) call.controller.abort()
  }

  function deliver(reply: Reply | readonly Reply[] | null): void {
    if (reply === null || ('length' in reply && reply.length === 0)) return
    send(JSON.stringify(reply))
  }

  function deliverLater(reply: Promise<Reply | readonly Reply[] | null>): void {
    const delivery = reply.then(deliver).finally(() => deliveries.delete(delivery))
    deliveries.add(delivery)
  }

  function take(value: unknown): void {
    if (!Array.isArray(value)) {
      const reply = answer(readMessage(value))
      // What is known at once is sent at once: a handshake goes before all that is pipelined behind it.
      if (reply instanceof Promise) deliverLater(reply)
      else deliver(reply)
    } else if (version === BATCH_VERSION) {
      deliverLater(answerBatch(value, MAX_BATCH, answer))
    } else {
      deliver(invalidReply(null, `batches belong to revision ${BATCH_VERSION} alone`))
    }
  }

  return {
    receive(line) {
      if (line.trim() === '') return
      const value = parseJson(line)
      if (value === undefined) deliver(parseErrorReply('the line is not JSON'))
      else take(value)
    },
    refuse: (problem) => deliver(parseErrorReply(`the line is ${problem}`)),
    receiveLast(line) {
      const value = parseJson(line)
      if (value !== undefined) take(value)
    },
    settled: async () => void (await Promise.all(deliveries)),
    abort() {
      for (const { controller } of calls) controller.abort()
    },
  }
}
