/** Requests of a server as they begin, get their reply and end: for metrics and logs. */
import type { HttpReply } from '../../http/wire/message.ts'

/** The head of an observed request. */
export interface ObservedRequest {
  readonly method: string
  /** Without the query, which may be private; not decoded. */
  readonly path: string
  /** `X-Request-Id` of a proxy, null without a usable one. */
  readonly id: string | null
}

/** An observer of one request. Its functions must not throw. */
export interface Observation {
  /** Called before the head of the reply is sent. */
  readonly onReply: (reply: HttpReply) => void
  /** Called once, after `onReply`: the system has taken the whole reply, or the connection is closed before that. */
  readonly onEnd: (isWhole: boolean) => void
}

/** Begins to observe a request. */
export type Observe = (request: ObservedRequest) => Observation

/** An observer that calls several, in order. */
export function observeAll(observers: readonly Observe[]): Observe {
  return function observe(request) {
    const observations = observers.map((start) => start(request))
    return {
      onReply: (reply) => observations.forEach(({ onReply }) => onReply(reply)),
      onEnd: (isWhole) => observations.forEach(({ onEnd }) => onEnd(isWhole)),
    }
  }
}
