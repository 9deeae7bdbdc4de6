/** Settings of the HTTP side, complete and in range. */
export interface HttpSettings {
  /** Path of the route tree, `/api/ask`: starts with a slash, ends without one. */
  readonly endpoint: string
  /** Host names by which the service may be called, as `parseHost` returns them; empty for the default. */
  readonly allowedHosts: readonly string[]
  /** Origins whose pages may call the service, each exactly as a browser sends it; empty turns CORS off. */
  readonly corsOrigins: readonly string[]
  readonly maxBodyBytes: number
  readonly maxQueryCodePoints: number
  /** Per client; a POST over the limit gets 429. */
  readonly postsPerMinute: number
  /** Proxies in front of the service: the client is this entry of X-Forwarded-For, from the right. 0 trusts none. */
  readonly trustedProxies: number
  /** Text of openapi.yaml; null to serve none. */
  readonly openapi: string | null
  /** Silence of a stream after which it sends a comment. */
  readonly heartbeatMs: number
  readonly answers: AnswerSettings
}

/** A record of the tokens spent on a day, counted in days since 1970. Its functions never throw. */
export interface TokenLedger {
  readonly spentOn: (day: number) => number
  /** Adds tokens to a day; a negative number gives some back. */
  readonly add: (day: number, tokens: number) => void
}

/** Limits of answers, per client and in all. A question over any of them gets keyword results. */
export interface AnswerSettings {
  /** Per client. */
  readonly perMinute: number
  /** Per client. */
  readonly perDay: number
  readonly atOnce: number
  /** Questions that wait until one of those ends, each for at most `maxWaitMs`. */
  readonly maxWaiting: number
  readonly maxWaitMs: number
  /** Tokens of input and output in all, a day in UTC. */
  readonly tokensPerDay: number
  /** Tokens that an answer reserves of these before it starts. */
  readonly reservedTokens: number
  /** Counts them. */
  readonly ledger: TokenLedger
  /** Longest pause after the provider has reported a spent quota. */
  readonly longestPauseMs: number
  /** Origins whose pages get answers, each exactly as a browser sends it; empty for any origin. */
  readonly origins: readonly string[]
  /** True to answer a question again from memory for ten minutes. */
  readonly isCached: boolean
}
