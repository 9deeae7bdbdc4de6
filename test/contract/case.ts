/** One row of the HTTP suite: a request, and what its reply must be. */
import type { Changes, Sent, ServiceWith, Transport } from '../support/http.ts'

export interface Case extends Sent, Changes {
  /** What the row states. */
  readonly name: string
  readonly status: number
  /** The whole body, as JSON. */
  readonly json?: unknown
  /** The Error body's text. */
  readonly error?: string
  /** The whole body. */
  readonly text?: string
  /** `warning` of the keyword reply; null for one that has none. */
  readonly warning?: string | null
  /** Headers of the reply; null for one that must not be there. */
  readonly reply?: Readonly<Record<string, string | RegExp | null>>
  /** `If-None-Match` of a second request, made from the ETag of the first. */
  readonly ifNoneMatch?: (etag: string) => string
  /** How often the same request is sent before the one that counts. */
  readonly after?: number
  /** Transports on which the request can't be made, and subjects that the row doesn't fit, with the reason. */
  readonly except?: Partial<Record<Transport['name'] | Subject['name'], string>>
}

/** A service of the site in `support/service.ts` that the suites try. */
export interface Subject {
  /** Where its content is. */
  readonly name: 'memory' | 'store'
  readonly serviceWith: ServiceWith
}
