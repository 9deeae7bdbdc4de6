import assert from 'node:assert/strict'
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { access, mkdir, readdir, readFile, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { acquireLock } from '../../../../src/core/node/graph/build-lock.ts'
import { bundledScript } from '../../../support/bundled-script.ts'
import { temporaryFolder } from '../../../support/site.ts'

const folder = await temporaryFolder()
const exists = (path: string) => access(path).then(() => true, () => false)
const ignore = () => undefined
const host = hostname()
/** Id of a process that has ended. */
const endedPid = spawnSync(process.execPath, ['-e', '']).pid
const ENDED = JSON.stringify({ pid: endedPid, host, since: new Date() })
/** Locks that can't be seen to be abandoned, and their holders in messages. */
const KEPT = [
  ['of a process that runs', { pid: process.ppid, host, since: new Date() }, `process ${process.ppid} on ${host}`],
  ['of an older version', { pid: process.pid, host, machine: null, started: '1', token: 'x' }, `process ${process.pid} on ${host}`],
  ['of another host', { pid: endedPid, host: 'elsewhere', since: new Date() }, `process ${endedPid} on elsewhere`],
] as const
const POSIX = { timeout: 120_000, skip: process.platform === 'win32' }
const HOLDER = await bundledScript('lock-holder.ts')

/** Writes a lock that was touched some minutes ago; gives its path. */
async function writeLock(name: string, text: string, minutes = 0): Promise<string> {
  const path = join(folder, `${name} ${minutes}.lock`)
  const touched = new Date(Date.now() - minutes * 60_000)
  await writeFile(path, text)
  await utimes(path, touched, touched)
  return path
}

/** Takes the lock, releases it, and checks that nothing is left and what was said. */
async function checkFree(path: string, ...said: readonly string[]) {
  const lines: string[] = []
  const lock = await acquireLock(path, (line) => lines.push(line))
  assert.deepEqual(lines, said)
  assert.equal(JSON.parse(await readFile(path, 'utf8')).pid, process.pid)
  lock.assertHeld()
  lock.release()
  const name = path.slice(path.lastIndexOf('/') + 1)
  assert.deepEqual((await readdir(join(path, '..'))).filter((other) => other.includes(name)), [])
}

async function checkHeld(path: string, holder: string) {
  const before = await readFile(path, 'utf8')
  const message = `Another build is running: ${path} is held by ${holder}; wait for it, or delete the file if no build runs`
  await assert.rejects(acquireLock(path, ignore), { code: 'locked', message })
  assert.equal(await readFile(path, 'utf8'), before)
}

/** Starts a process that takes the lock again and again, killed at the end of the test. */
async function startHolder(t: TestContext, path: string): Promise<ChildProcess> {
  const child = spawn(process.execPath, [HOLDER, path], { stdio: ['ignore', 'pipe', 'inherit'] })
  t.after(() => child.kill('SIGKILL'))
  await once(child.stdout, 'data')
  return child
}

test('a lock is held until it is released', async () => {
  const path = join(folder, 'new', 'a.lock')
  const lock = await acquireLock(path, ignore)
  lock.assertHeld()
  await checkHeld(path, `process ${process.pid} on ${host}`)
  lock.release()
  lock.release()
  assert.equal(await exists(path), false)
  await checkFree(path)
})

for (const [kind, text] of [
  ['whose process has ended', ENDED],
  ['of an older version whose process has ended', JSON.stringify({ pid: endedPid, host, token: 'x' })],
  ['of an earlier process with the id of this one', JSON.stringify({ pid: process.pid, host, since: '2026-01-01T00:00:00Z' })],
  ['that is empty', ''],
  ['that a loss of power has filled with zeros', '\0'.repeat(90)],
] as const) {
  test(`a lock ${kind} is taken over at once`, async () => {
    for (const minutes of [0, 9]) await checkFree(await writeLock(kind, text, minutes))
  })
}

for (const [kind, text, holder] of KEPT) {
  test(`a lock ${kind} is kept for ten minutes without a touch, then taken over, which one line says`, async () => {
    for (const minutes of [-600, 0, 9]) await checkHeld(await writeLock(kind, JSON.stringify(text), minutes), holder)
    const path = await writeLock(kind, JSON.stringify(text), 11)
    await checkFree(path, `Taking over ${path}: ${holder} gave no sign of life for 10 minutes`)
  })
}

test('a lock that is held is touched by a timer', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] })
  const path = join(folder, 'touched.lock')
  const lock = await acquireLock(path, ignore)
  await utimes(path, 1, 1)
  t.mock.timers.tick(30_000)
  assert.notEqual((await stat(path)).mtimeMs, 1_000)
  lock.release()
  await writeFile(path, 'theirs')
  await utimes(path, 1, 1)
  t.mock.timers.tick(30_000)
  assert.equal((await stat(path)).mtimeMs, 1_000)
})

test('only one of many processes takes an abandoned lock over', async () => {
  const path = await writeLock('c', ENDED)
  const taken = await Promise.allSettled(Array.from({ length: 8 }, () => acquireLock(path, ignore)))
  const [lock, ...others] = taken.flatMap((one) => (one.status === 'fulfilled' ? one.value : []))
  assert.deepEqual(others, [])
  lock?.release()
  await checkFree(path)
})

test('a file that is no lock is left, and the error says what to do', async () => {
  for (const text of ['x', '{"pid":12,"ho', '{"pid":1.5,"host":"a"}', ' '.repeat(3_000)]) {
    const path = await writeLock('other', text, 600)
    await assert.rejects(acquireLock(path, ignore), { code: 'locked', message: `${path} is not a lock of ask: move it away, the build needs this name` })
    assert.equal(await readFile(path, 'utf8'), text)
  }
})

test('a path where no lock can be is an error that says why', POSIX, async () => {
  await mkdir(join(folder, 'folder'))
  await symlink('nowhere', join(folder, 'link'))
  await writeFile(join(folder, 'file'), '')
  for (const [path, reason] of [
    ['folder', "can't be written: it is not a regular file"],
    ['link', "can't be written: it is not a regular file"],
    ['file/a.lock', "can't be read (ENOTDIR)"],
    ['file/below/a.lock', "can't be written (ENOTDIR)"],
  ] as const) {
    const message = `${join(folder, path)}: ${reason}`
    await assert.rejects(acquireLock(join(folder, path), ignore), { code: 'file', message })
  }
})

test('a lock that was taken over is not removed, nor one that is a folder now, and its build finds out', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] })
  const path = join(folder, 'd.lock')
  const first = await acquireLock(path, ignore)
  await writeFile(path, 'theirs')
  assert.throws(first.assertHeld, { code: 'locked', message: /taken over by another build/ })
  first.release()
  assert.equal(await readFile(path, 'utf8'), 'theirs')
  await rm(path)
  const second = await acquireLock(path, ignore)
  await rm(path)
  await mkdir(path)
  t.mock.timers.tick(30_000)
  second.release()
  assert.equal((await stat(path)).isDirectory(), true)
})

test('a process that is killed at any moment leaves a lock that the next one takes over at once', POSIX, async (t) => {
  const path = join(folder, 'killed', 'kg.json.lock')
  for (let kills = 0; kills < 3; kills += 1) {
    const child = await startHolder(t, path)
    // Any moment will do: the process takes and releases the lock some hundred times a second.
    await sleep(kills)
    child.kill('SIGKILL')
    await once(child, 'close')
    await checkFree(path)
  }
  assert.deepEqual(await readdir(join(folder, 'killed')), [])
})
