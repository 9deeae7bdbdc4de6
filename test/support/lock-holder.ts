/** A process that takes the lock at a path and releases it, again and again. */
import { acquireLock } from '../../src/core/node/graph/build-lock.ts'

for (;;) {
  const lock = await acquireLock(process.argv[2] ?? '', () => undefined)
  process.stdout.write('held\n')
  lock.release()
}
