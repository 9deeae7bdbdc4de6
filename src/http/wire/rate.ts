/**
 * A token bucket for each client: it holds as many requests as pass in a period
 * and is refilled evenly. Buckets live in two generations, of which the older
 * one is dropped as a whole: what was not used for one full refill is as good as
 * new, and no request has to look through the others.
 */

/** Clients remembered at once; past it those seen longest ago are forgotten before their time. */
const MAX_CLIENTS = 50_000

/** How much passes. */
export interface Rate {
  /** Requests that a full bucket holds, at least 1. */
  readonly requests: number
  /** Time in which an empty bucket is full again. */
  readonly perMs: number
}

interface Bucket {
  /** What is missing at the time `atMs`. A request takes `perMs`, so that sums of whole milliseconds stay whole. */
  readonly missing: number
  readonly atMs: number
}

/** Takes one request from a client's bucket: 0 when it may pass, else the whole seconds to wait. */
export type RateLimit = (client: string) => number

/** A limit for each client; `now` is a clock in milliseconds. */
export function createRateLimit({ requests, perMs }: Rate, now: () => number): RateLimit {
  let recent = new Map<string, Bucket>()
  let older = recent
  let turnedAtMs = now()

  function turn(atMs: number): void {
    if (recent.size < MAX_CLIENTS / 2 && atMs - turnedAtMs < perMs) return
    older = recent
    recent = new Map()
    turnedAtMs = atMs
  }

  return function take(client) {
    const atMs = now()
    turn(atMs)
    const { missing: before, atMs: beforeMs } = recent.get(client) ?? older.get(client) ?? { missing: 0, atMs }
    const missing = Math.max(0, before - Math.max(0, atMs - beforeMs) * requests)
    const tooMuch = missing + perMs - requests * perMs
    recent.set(client, { missing: tooMuch > 0 ? missing : missing + perMs, atMs })
    return tooMuch > 0 ? Math.ceil(tooMuch / requests / 1_000) : 0
  }
}
