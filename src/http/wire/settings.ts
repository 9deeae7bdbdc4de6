/** How the service is reached over HTTP: complete and in range. */
export interface HttpSettings {
  /** Path of the route tree, `/api/ask`: starts with a slash, ends without one. */
  readonly endpoint: string
  /** Origins whose pages may call the service, each exactly as a browser sends it; empty turns CORS off. */
  readonly corsOrigins: readonly string[]
  readonly maxBodyBytes: number
  readonly maxQueryCodePoints: number
  /** Per client; past it a POST is answered with 429. */
  readonly postsPerMinute: number
  /** Proxies in front of the service: the client is this entry of X-Forwarded-For, from the right. 0 trusts none. */
  readonly trustedProxies: number
  /** Text of openapi.yaml, null where it isn't served. */
  readonly openapi: string | null
  /** Silence of a stream after which it says that it is alive. */
  readonly heartbeatMs: number
  readonly answers: AnswerSettings
}

/** Who may have an answer, and what all of them may cost; past any of these a question gets keyword results. */
export interface AnswerSettings {
  /** Per client. */
  readonly perMinute: number
  /** Per client. */
  readonly perDay: number
  readonly atOnce: number
  /** Questions that wait for a place among those, each for at most `maxWaitMs`. */
  readonly maxWaiting: number
  readonly maxWaitMs: number
  /** Tokens of input and output in all, a day in UTC. Answers under way when they are spent come to their end. */
  readonly tokensPerDay: number
  /** Origins whose pages get answers, each exactly as a browser sends it; empty for any. */
  readonly origins: readonly string[]
  /** Whether a question that was answered within the last ten minutes gets the same answer again. */
  readonly isCached: boolean
}
