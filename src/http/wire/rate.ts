/**
 * A token bucket for each client, refilled evenly. Buckets live in two
 * generations, and the older generation is dropped as a whole: a bucket that was
 * not used for one refill is full again, and no request has to scan the others.
 */

/** Clients in memory at once; with more, those seen longest ago are forgotten early. */
const MAX_CLIENTS = 50_000

/** The size of a bucket and its refill time. */
export interface Rate {
  /** Requests that a full bucket holds, at least 1. */
  readonly requests: number
  /** Time in which an empty bucket is full again. */
  readonly perMs: number
}

interface Bucket {
  /** Amount missing at the time `atMs`. A request takes `perMs`, so that sums of whole milliseconds stay whole. */
  readonly missing: number
  readonly atMs: number
}

/** Takes one request from a client's bucket. Returns 0 when it may pass, else the whole seconds to wait. */
export type RateLimit = (client: string) => number

/** A limit for each client; `now` is a clock in milliseconds. */
export function createRateLimit({ requests, perMs }: Rate, now: () => number): RateLimit {
  let recent = new Map<string, Bucket>()
  let older = recent
  let rotatedAtMs = now()

  function rotate(atMs: number): void {
    if (recent.size < MAX_CLIENTS / 2 && atMs - rotatedAtMs < perMs) return
    older = recent
    recent = new Map()
    rotatedAtMs = atMs
  }

  return function take(client) {
    const atMs = now()
    rotate(atMs)
    const { missing: before, atMs: beforeMs } = recent.get(client) ?? older.get(client) ?? { missing: 0, atMs }
    const missing = Math.max(0, before - Math.max(0, atMs - beforeMs) * requests)
    const tooMuch = missing + perMs - requests * perMs
    recent.set(client, { missing: tooMuch > 0 ? missing : missing + perMs, atMs })
    return tooMuch > 0 ? Math.ceil(tooMuch / requests / 1_000) : 0
  }
}
