/** Limits against clients that hold connections and replies; an option or a flag changes each. */

/** Open connections of all clients. */
export const MAX_CONNECTIONS = 1_024

/** Open connections of one client: half of all, since an office or a load test may come from one address. */
export const MAX_CONNECTIONS_PER_CLIENT = 512

/** Large replies under way to one client. Agents of a whole team behind one address read them within seconds. */
export const MAX_LARGE_REPLIES_PER_CLIENT = 64

/** Time without a byte taken by the socket of a reply before its connection is broken off. */
export const STALLED_MS = 30_000
