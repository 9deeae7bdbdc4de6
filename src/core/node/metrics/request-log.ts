/** Requests and messages -> lines of JSON for a log collector. A line has neither queries nor the client's address. */
import type { Observe } from '../server/listener.ts'

/** UTF-16 units of a path in a line. */
const MAX_PATH_LENGTH = 500

/** A writer of log lines. */
export type JsonLog = ReturnType<typeof createJsonLog>

/** Dependencies of a log. */
interface JsonLogDeps {
  readonly write: (text: string) => void
  /** Monotonic clock in ms. */
  readonly now: () => number
  /** Wall clock in ms from 1970. */
  readonly date: () => number
  /** A random id, for a request that a proxy gave none. */
  readonly id: () => string
}

/** A log that writes one JSON object a line: `time` (RFC 3339), `level`, `message`, and fields. */
export function createJsonLog({ write, now, date, id }: JsonLogDeps) {
  function line(level: 'info' | 'warn', message: string, fields: Readonly<Record<string, unknown>> = {}): void {
    write(`${JSON.stringify({ time: new Date(date()).toISOString(), level, message, ...fields })}\n`)
  }

  /** Writes a line for each reply, at its end. */
  const observe: Observe = ({ method, path, id: givenId }) => {
    const started = now()
    const requestId = givenId ?? id()
    let status = 0
    let route: string | null = null
    return {
      onReply(reply) {
        status = reply.status
        route = reply.route ?? null
      },
      onEnd(isWhole) {
        const ms = Math.round((now() - started) * 10) / 10
        const shown = path.slice(0, MAX_PATH_LENGTH)
        line('info', 'request', { id: requestId, method, path: shown, route, status, ms, isWhole })
      },
    }
  }

  return {
    observe,
    /** Writes a line for the site's owner. */
    warn: (message: string) => line('warn', message),
    /** Writes a line about the service, such as its start. */
    info: (message: string) => line('info', message),
  }
}
