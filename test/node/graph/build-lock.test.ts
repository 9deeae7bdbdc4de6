import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { access, readFile, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { acquireLock } from '../../../src/node/graph/build-lock.ts'
import { temporaryFolder } from '../../support/site.ts'

const folder = await temporaryFolder()
const exists = (path: string) => access(path).then(() => true, () => false)
/** Id of a process that has ended. */
const endedPid = spawnSync(process.execPath, ['-e', '']).pid

test('a lock is held until it is released', async () => {
  const path = join(folder, 'new', 'a.lock')
  const release = await acquireLock(path)
  await assert.rejects(acquireLock(path), { code: 'locked', message: `Another build is running: ${path} is held by process ${process.pid} on ${hostname()}; wait for it, or delete the file if no build runs` })
  await release()
  await release()
  assert.equal(await exists(path), false)
  await (await acquireLock(path))()
})

test('a lock whose process has ended is taken over', async () => {
  const path = join(folder, 'b.lock')
  await writeFile(path, JSON.stringify({ pid: endedPid, host: hostname() }))
  const release = await acquireLock(path)
  assert.equal(JSON.parse(await readFile(path, 'utf8')).pid, process.pid)
  await release()
})

test('only one of many processes takes a stale lock over', async () => {
  const path = join(folder, 'c.lock')
  await writeFile(path, JSON.stringify({ pid: endedPid, host: hostname() }))
  const taken = await Promise.allSettled(Array.from({ length: 8 }, () => acquireLock(path)))
  assert.equal(taken.filter(({ status }) => status === 'fulfilled').length, 1)
  for (const one of taken) if (one.status === 'fulfilled') await one.value()
})

for (const [kind, text] of [
  ['of another machine', JSON.stringify({ pid: endedPid, host: 'elsewhere' })],
  ['without a holder', 'x'],
] as const) {
  test(`a lock ${kind} is not taken over`, async () => {
    const path = join(folder, `${kind}.lock`)
    await writeFile(path, text)
    await assert.rejects(acquireLock(path), { code: 'locked' })
    assert.equal(await readFile(path, 'utf8'), text)
  })
}

test('the lock of another process is not removed by a release', async () => {
  const path = join(folder, 'd.lock')
  const release = await acquireLock(path)
  await writeFile(path, 'theirs')
  await release()
  assert.equal(await readFile(path, 'utf8'), 'theirs')
})
