/** The settings of HTTP and of answers over it, complete and in range. */

export interface HttpSettings {
  /** Path of the route tree, `/api/ask`: starts with a slash, ends without one. */
  readonly endpoint: string
  /** Host names by which the service may be called, as `parseHost` returns them; empty for the default. */
  readonly allowedHosts: readonly string[]
  /** Origins whose pages may call the service, each exactly as a browser sends it; empty turns CORS off. */
  readonly corsOrigins: readonly string[]
  /** Limit for each client; a POST over it gets 429. */
  readonly postsPerMinute: number
  /**
   * Number of proxies in front of the service, each of which appends an entry to X-Forwarded-For. 0 trusts no entry.
   */
  readonly trustedProxies: number
  /** Text of openapi.yaml; null to serve none. */
  readonly openapi: string | null
  /** Silence after which a stream sends a comment. */
  readonly heartbeatMs: number
  readonly answers: AnswerSettings
}

/** A record of the tokens spent on each day. Days are numbered from 1970-01-01 (UTC). Its functions never throw. */
export interface TokenLedger {
  readonly spentOn: (day: number) => number
  /** Adds tokens to a day; a negative number gives tokens back. */
  readonly add: (day: number, tokens: number) => void
}

/** Limits of answers, as `LimitOptions` explains them. A question over any of them gets keyword results. */
export interface AnswerSettings {
  /** Of one client. */
  readonly perMinute: number
  readonly perDay: number
  /** Of all clients together. */
  readonly atOnce: number
  readonly maxWaiting: number
  /** Longest wait of a question for another answer to end. */
  readonly maxWaitMs: number
  readonly tokensPerDay: number
  /** Tokens of the day that an answer reserves before it starts. */
  readonly reservedTokens: number
  readonly ledger: TokenLedger
  /** After the provider has reported a spent quota. */
  readonly longestPauseMs: number
  /** Origins whose pages get answers, each exactly as a browser sends it; empty for any origin. */
  readonly origins: readonly string[]
  /** True to give an answer again to the same question for ten minutes, from memory. */
  readonly isCached: boolean
}
