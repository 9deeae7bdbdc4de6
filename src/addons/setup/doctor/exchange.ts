/** One request -> its reply, or the reason why there is none. It never rejects, and follows no redirect. */
import { AskError } from '../../../core/base.ts'
import { readText, reasonOf, send, startTimeout } from '../../../core/transport.ts'

/** Bytes of a reply; those of the service are far shorter. */
const MAX_BYTES = 1_048_576
const TIMEOUT_MS = 10_000

/** A whole reply. */
export interface Reply {
  readonly type: 'reply'
  readonly status: number
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>
  /** Empty if it is too long. */
  readonly text: string
}

/** A failed request: no reply, or half of one. */
export interface NoReply {
  readonly type: 'none'
  /** In fixed words: `connection refused`. */
  readonly reason: string
}

export interface ExchangeIo {
  readonly fetch: typeof fetch
  /** For the whole reply, in ms. Default 10,000. */
  readonly timeoutMs?: number
  /** Default 1 MiB. */
  readonly maxBytes?: number
}

export async function exchange(url: string, init: RequestInit, io: ExchangeIo): Promise<Reply | NoReply> {
  const { fetch, timeoutMs = TIMEOUT_MS, maxBytes = MAX_BYTES } = io
  const timeout = startTimeout({ timeoutMs, firstByteMs: timeoutMs, idleMs: timeoutMs }, null)
  const tooLong = () => new AskError('endpoint', 'The reply is too long')
  try {
    const response = await send(url, init, { fetch, timeout })
    const head = { type: 'reply', status: response.status, headers: Object.fromEntries(response.headers) } as const
    try {
      return { ...head, text: await readText(response.body, timeout, { maxBytes, tooLong }) }
    } catch (error) {
      if (error instanceof AskError) return { ...head, text: '' }
      throw error
    }
  } catch (error) {
    const isLate = timeout.reached() !== null
    return { type: 'none', reason: isLate ? `no reply within ${timeoutMs / 1_000} s` : reasonOf(error).text }
  } finally {
    timeout.clear()
  }
}

/** The media type of a reply, without parameters; empty if it has none. */
export function mediaType({ headers }: Pick<Reply, 'headers'>): string {
  return headers['content-type']?.split(/[;,]/, 1)[0]?.trim().toLowerCase() ?? ''
}
