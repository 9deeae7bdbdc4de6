/** Limits of a server against slow, broken and hostile clients; an option or a flag changes each. */

/** Time to send the headers, from the first byte of a request or the start of its connection; Node's own is a minute. */
export const HEADERS_MS = 10_000

/** Time to send a whole request; Node's own is five minutes. */
export const REQUEST_MS = 15_000

/** Time that an unused connection stays open: longer than in proxies (60 s), which would else write to a closed one. */
export const KEEP_ALIVE_MS = 65_000

/** Time without a byte in either direction before a connection is closed. */
export const IDLE_MS = 120_000

/** Time for replies under way when the server stops. */
export const GRACE_MS = 10_000

/** Bytes of a request's line and headers. */
export const MAX_HEADER_BYTES = 8_192

/** Headers of a request; browsers and proxies send about 30. */
export const MAX_HEADERS = 64

/** Open connections of all clients. */
export const MAX_CONNECTIONS = 1_024

/** Open connections of one client: half of all, since an office or a load test may come from one address. */
export const MAX_CONNECTIONS_PER_CLIENT = 512

/** Large replies under way to one client. Agents of a whole team behind one address read them within seconds. */
export const MAX_LARGE_REPLIES_PER_CLIENT = 64

/** Time without a byte taken by the socket of a reply before its connection is broken off. */
export const STALLED_MS = 30_000
