/** Counts what each client holds at the same time, with a maximum for each client. */

/** Counts one more for a client. Returns the function that gives it back, or null if the client has the maximum. */
export type TakeForClient = (client: string) => (() => void) | null

/** A counter. `client` is a network as `networkOf` writes it; an empty one has no maximum. */
export function createClientCounter(maxPerClient: number): TakeForClient {
  const counts = new Map<string, number>()

  return function take(client) {
    if (client === '') return () => undefined
    const count = counts.get(client) ?? 0
    if (count >= maxPerClient) return null
    counts.set(client, count + 1)
    let isHeld = true
    return function giveBack() {
      if (!isHeld) return
      isHeld = false
      const remaining = (counts.get(client) ?? 0) - 1
      if (remaining > 0) counts.set(client, remaining)
      else counts.delete(client)
    }
  }
}
