/**
 * A rate limit by token buckets, one for each client, refilled evenly. Buckets are kept in two generations. The older
 * generation is dropped as a whole: a bucket that was not used for a refill time is full again, and no request has to
 * scan all buckets.
 */

/** Clients in memory; if there are more, those seen longest ago are forgotten early. */
const MAX_CLIENTS = 50_000

interface Bucket {
  /**
   * Amount missing at the time `atMs`. One request takes `perMs`, and a millisecond refills `requests`, so that all
   * amounts are whole numbers.
   */
  readonly missing: number
  readonly atMs: number
}

/**
 * A limit that knows no client yet. A full bucket holds `requests`, at least 1, and an empty one is full again after
 * `perMs`. The function takes one request from the bucket of a client, and gives 0 if it may pass, else the whole
 * seconds to wait; an empty client has no limit. `now` is a clock in milliseconds.
 */
export function createRateLimit(
  { requests, perMs }: { readonly requests: number; readonly perMs: number },
  now: () => number,
): (client: string) => number {
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
    if (client === '') return 0
    const atMs = now()
    rotate(atMs)
    const { missing: before, atMs: beforeMs } = recent.get(client) ?? older.get(client) ?? { missing: 0, atMs }
    const missing = Math.max(0, before - Math.max(0, atMs - beforeMs) * requests)
    const excess = missing + perMs - requests * perMs
    recent.set(client, { missing: excess > 0 ? missing : missing + perMs, atMs })
    return excess > 0 ? Math.ceil(excess / requests / 1_000) : 0
  }
}
