/** Default limits of a server against slow, broken and hostile clients. An option or a flag changes each. */

/** Time to send the headers, from the first byte of a request or the start of its connection. Node's own: a minute. */
export const HEADERS_MS = 10_000

/** Time to send a whole request. Node's own: five minutes. */
export const REQUEST_MS = 15_000

/** Time an unused connection stays open: longer than in proxies (60 s), so that these never use a closed one. */
export const KEEP_ALIVE_MS = 65_000

/** Time without a byte in either direction before a connection is closed. */
export const IDLE_MS = 120_000

/** Time for replies under way when the server stops. */
export const GRACE_MS = 10_000

/** Bytes of the request line and the headers. */
export const MAX_HEADER_BYTES = 8_192

/** Headers of a request; browsers and proxies send about 30. */
export const MAX_HEADERS = 64

/** Open connections of all clients. */
export const MAX_CONNECTIONS = 1_024

/** Open connections of one client: half of all, since an office or a load test may use one address. */
export const MAX_CONNECTIONS_PER_CLIENT = 512

/** Large replies under way to one client: enough for the agents of a team behind one address. */
export const MAX_LARGE_REPLIES_PER_CLIENT = 64

/** Time without progress after which the connection of a reply is broken off. */
export const STALLED_MS = 30_000
