/**
 * Places for work of which only so much may run at once. Who finds none waits
 * in order for a while; who gives up meanwhile leaves the queue.
 */

/** How much may run and wait. */
export interface PlaceLimits {
  readonly most: number
  readonly maxWaiting: number
  readonly maxWaitMs: number
}

/** Gives the place to the next who waits; further calls do nothing. */
export type Release = () => void

/** A place, or null where none gets free in time or the signal aborts. */
export type TakePlace = (signal: AbortSignal) => Promise<Release | null>

/** All places are free at first. */
export function createPlaces({ most, maxWaiting, maxWaitMs }: PlaceLimits): TakePlace {
  const waiting = new Set<(release: Release) => void>()
  let taken = 0

  function place(): Release {
    let isHeld = true
    return function release() {
      if (!isHeld) return
      isHeld = false
      const [next] = waiting
      if (next === undefined) taken -= 1
      else next(place())
    }
  }

  function wait(signal: AbortSignal): Promise<Release | null> {
    return new Promise((resolve) => {
      const leave = (release: Release | null) => {
        clearTimeout(timer)
        signal.removeEventListener('abort', giveUp)
        waiting.delete(leave)
        resolve(release)
      }
      const giveUp = () => leave(null)
      const timer = setTimeout(giveUp, maxWaitMs)
      signal.addEventListener('abort', giveUp)
      waiting.add(leave)
    })
  }

  return async function take(signal) {
    if (signal.aborted) return null
    if (taken < most) {
      taken += 1
      return place()
    }
    return waiting.size < maxWaiting ? wait(signal) : null
  }
}
