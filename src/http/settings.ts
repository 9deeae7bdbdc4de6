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
}
