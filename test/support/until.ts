import { setTimeout as sleep } from 'node:timers/promises'

/** Far more than anything here takes: it ends a test that would wait for ever. */
const MAX_WAIT_MS = 30_000
const STEP_MS = 5

/** Resolves when the predicate holds. */
export async function until(predicate: () => boolean): Promise<void> {
  for (let waited = 0; !predicate(); waited += STEP_MS) {
    if (waited >= MAX_WAIT_MS) throw new Error(`It never came to ${predicate}`)
    await sleep(STEP_MS)
  }
}
