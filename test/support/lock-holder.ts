/** A process that holds the lock at a path, or with a second argument takes and releases it again and again. */
import { acquireLock } from '../../src/core/node/graph/build-lock.ts'

const [path = '', isRepeated] = process.argv.slice(2)

do {
  const lock = await acquireLock(path, () => undefined)
  process.stdout.write('held\n')
  if (isRepeated === undefined) await new Promise((resolve) => setTimeout(resolve, 600_000))
  lock.release()
} while (isRepeated !== undefined)
