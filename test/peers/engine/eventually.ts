import { setTimeout as sleep } from 'node:timers/promises'

/** Far more than anything here takes: it ends a test that would wait for ever. */
const MAX_WAIT_MS = 240_000
const STEP_MS = 50

/** Resolves when the predicate holds. */
export async function eventually(predicate: () => boolean | Promise<boolean>): Promise<void> {
  for (const end = Date.now() + MAX_WAIT_MS; !(await predicate()); await sleep(STEP_MS)) {
    if (Date.now() > end) throw new Error(`It never came to ${predicate}`)
  }
}
