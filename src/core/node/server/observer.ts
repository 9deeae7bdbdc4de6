/** Observers of requests, for metrics and logs: they see the begin, the reply and the end of each request. */
import type { HttpReply } from '../../http/wire/message.ts'

/** The head of an observed request. */
export interface ObservedRequest {
  readonly method: string
  /** Path without the query, which may be private; not decoded. */
  readonly path: string
  /** `X-Request-Id` of a proxy; null if it is absent or not fit for a log. */
  readonly id: string | null
}

/** An observer of one request. Its functions must not throw. */
export interface Observation {
  /** Called before the head of the reply is sent. */
  readonly onReply: (reply: HttpReply) => void
  /** Called once, after `onReply`. `isWhole` is false if the connection was closed before the system took the reply. */
  readonly onEnd: (isWhole: boolean) => void
}

/** Starts to observe a request. */
export type Observe = (request: ObservedRequest) => Observation

/** One observer that calls several, in order. */
export function observeAll(observers: readonly Observe[]): Observe {
  return function observe(request) {
    const observations = observers.map((start) => start(request))
    return {
      onReply: (reply) => observations.forEach(({ onReply }) => onReply(reply)),
      onEnd: (isWhole) => observations.forEach(({ onEnd }) => onEnd(isWhole)),
    }
  }
}
