import assert from 'node:assert/strict'
import { statSync } from 'node:fs'
import { open, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { startHeartbeat } from '../../../src/node/graph/heartbeat.ts'
import { temporaryFolder } from '../../support/site.ts'

/** Far more than the thread takes to start. */
const MAX_WAIT_MS = 60_000

test('startHeartbeat() changes the time of a file while the main thread is busy, until it is stopped', async () => {
  const path = join(await temporaryFolder(), 'file')
  const file = await open(path, 'w')
  await utimes(path, 1, 1)
  const stop = startHeartbeat(file.fd, 1)
  const busySince = performance.now()
  while (statSync(path).mtimeMs === 1_000) assert.ok(performance.now() - busySince < MAX_WAIT_MS, 'no heartbeat')
  await stop()
  await utimes(path, 1, 1)
  await new Promise((resolve) => setTimeout(resolve, 20))
  assert.equal(statSync(path).mtimeMs, 1_000)
  await file.close()
})
