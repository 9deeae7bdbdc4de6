/** Garbage collection when a test wants it, without a flag on the command line. */
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')
const collect: () => void = runInNewContext('gc')

/** Collects what is unreachable, and lets what was waiting for that run. */
export async function collectGarbage(): Promise<void> {
  for (let round = 0; round < 2; round += 1) {
    collect()
    await new Promise(setImmediate)
  }
}
