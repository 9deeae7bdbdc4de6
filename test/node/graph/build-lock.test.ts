import assert from 'node:assert/strict'
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import fs, { access, mkdir, readdir, readFile, rm, symlink, utimes, writeFile } from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { acquireLock } from '../../../src/node/graph/build-lock.ts'
import { ownIdentity } from '../../../src/node/graph/process-identity.ts'
import { bundledScript } from '../../support/bundled-script.ts'
import { temporaryFolder } from '../../support/site.ts'

const folder = await temporaryFolder()
const exists = (path: string) => access(path).then(() => true, () => false)
/** Id of a process that has ended. */
const endedPid = spawnSync(process.execPath, ['-e', '']).pid
const own = await ownIdentity()
/** A wait of no time to speak of. */
const BRIEF = { lookMs: 2, maxLooks: 10 }
/** A wait that no test sees the end of. */
const LONG = { lookMs: 2, maxLooks: 1_000_000 }
const BOUND = { timeout: 120_000 }
const POSIX = { ...BOUND, skip: process.platform === 'win32' }
const HOLDER = await bundledScript('lock-holder.ts')

/** Takes the lock, releases it, and checks that nothing is left. */
async function checkFree(path: string, wait = LONG) {
  const lock = await acquireLock(path, wait)
  assert.equal(JSON.parse(await readFile(path, 'utf8')).pid, process.pid)
  await lock.assertHeld()
  await lock.release()
  const name = path.slice(path.lastIndexOf('/') + 1)
  assert.deepEqual((await readdir(join(path, '..'))).filter((other) => other.includes(name)), [])
}

/** Starts a process that holds the lock, killed at the end of the test. */
async function startHolder(t: TestContext, path: string, ...more: readonly string[]): Promise<ChildProcess> {
  const child = spawn(process.execPath, [HOLDER, path, ...more], { stdio: ['ignore', 'pipe', 'inherit'] })
  t.after(() => child.kill('SIGKILL'))
  await once(child.stdout, 'data')
  return child
}

test('a lock is held until it is released', async () => {
  const path = join(folder, 'new', 'a.lock')
  const lock = await acquireLock(path)
  await lock.assertHeld()
  // Where the start of a process isn't known, the heartbeat decides.
  await assert.rejects(acquireLock(path), { code: 'locked', message: `Another build is running: ${path} is held by process ${process.pid} on ${hostname()}; wait for it, or delete the file if no build runs` })
  await lock.release()
  await lock.release()
  assert.equal(await exists(path), false)
  await checkFree(path)
})

for (const [kind, text] of [
  ['whose process has ended', { ...own, pid: endedPid }],
  ['of an older version whose process has ended', { pid: endedPid, host: hostname(), token: 'x' }],
  ['of an older version with the id of this process', { pid: process.pid, host: hostname(), token: 'x' }],
] as const) {
  test(`a lock ${kind} is taken over at once`, async () => {
    const path = join(folder, `${kind}.lock`)
    await writeFile(path, JSON.stringify(text))
    await checkFree(path)
  })
}

test('a lock of an earlier process with the id of this one, as of pid 1 in a container, is taken over at once', { skip: own.started === null }, async () => {
  const path = join(folder, 'reused.lock')
  await writeFile(path, JSON.stringify({ ...own, started: 'earlier' }))
  await checkFree(path)
})

test('only one of many processes takes an abandoned lock over', async () => {
  const path = join(folder, 'c.lock')
  await writeFile(path, JSON.stringify({ ...own, pid: endedPid }))
  const taken = await Promise.allSettled(Array.from({ length: 8 }, () => acquireLock(path)))
  assert.equal(taken.filter(({ status }) => status === 'fulfilled').length, 1)
  for (const one of taken) {
    if (one.status === 'fulfilled') await one.value.release()
    else assert.equal(one.reason.code, 'locked')
  }
  await checkFree(path)
})

const FOREIGN = JSON.stringify({ ...own, pid: endedPid, host: 'elsewhere' })
const OTHERS = [
  ['of another host', FOREIGN],
  ['of another boot or container', JSON.stringify({ ...own, machine: 'other' })],
  ['that is empty', ''],
  ['that is half written', '{"pid":12,"ho'],
  ['that a loss of power has filled with zeros', '\0'.repeat(90)],
] as const

for (const [kind, text] of OTHERS) {
  test(`a lock ${kind} is taken over when it has no heartbeat`, async () => {
    const path = join(folder, `${kind}.lock`)
    await writeFile(path, text)
    const lines: string[] = []
    const lock = await acquireLock(path, { ...BRIEF, onWait: (line) => lines.push(line) })
    assert.match(lines.join('\n'), /^.* is held by (?:process \d+ on \S+|an unknown process): waiting up to 1 s for a sign that it still builds$/)
    await lock.release()
    assert.equal(await exists(path), false)
  })

  for (const [jump, beatAt] of [['now', Date.now()], ['long ago', 0], ['in the future', 4e12]] as const) {
    test(`a lock ${kind} is kept when it has a heartbeat, by a clock that says ${jump}`, async () => {
      const path = join(folder, `${kind} ${jump}.lock`)
      await writeFile(path, text)
      const beat = () => void utimes(path, beatAt / 1_000, beatAt / 1_000 + 1)
      await assert.rejects(acquireLock(path, { ...LONG, onWait: beat }), { code: 'locked' })
      assert.equal(await readFile(path, 'utf8'), text)
    })
  }
}

test('a lock that is released during the wait is taken', async () => {
  const path = join(folder, 'released.lock')
  await writeFile(path, FOREIGN)
  const lock = await acquireLock(path, { ...LONG, onWait: () => void rm(path) })
  await lock.release()
})

test('a takeover that was killed is taken over itself', async () => {
  const path = join(folder, 'deep.lock')
  await writeFile(path, FOREIGN)
  await writeFile(`${path}.takeover`, JSON.stringify({ ...own, pid: endedPid }))
  await checkFree(path, BRIEF)
})

test('a file that is no lock is left, and the error says what to do', async () => {
  const path = join(folder, 'other.lock')
  await writeFile(path, 'x')
  await assert.rejects(acquireLock(path), { code: 'locked', message: `${path} is not a lock of ask: move it away, the build needs this name` })
  assert.equal(await readFile(path, 'utf8'), 'x')
  await mkdir(join(folder, 'folder.lock'))
  await assert.rejects(acquireLock(join(folder, 'folder.lock')), { code: 'file', message: /is not a regular file$/ })
})

test('a link at the path of a lock is an error', POSIX, async () => {
  const path = join(folder, 'link.lock')
  await symlink('nowhere', path)
  await assert.rejects(acquireLock(path), { code: 'file', message: /is not a regular file$/ })
})

test('a lock that was taken over is not removed by a release, and its build finds out', async () => {
  const path = join(folder, 'd.lock')
  const lock = await acquireLock(path)
  await writeFile(path, 'theirs')
  await assert.rejects(lock.assertHeld(), { code: 'locked', message: /taken over by another build/ })
  await lock.release()
  assert.equal(await readFile(path, 'utf8'), 'theirs')
})

for (const code of ['EPERM', 'ENOTSUP', 'ENOSYS', 'EISDIR']) {
  test(`a lock works on a file system without hard links, whose error is ${code}`, async (t) => {
    t.mock.method(fs, 'link', async () => {
      throw Object.assign(new Error(code), { code })
    })
    syncBuiltinESMExports()
    t.after(() => {
      t.mock.restoreAll()
      syncBuiltinESMExports()
    })
    const path = join(folder, `${code}.lock`)
    const lock = await acquireLock(path)
    await assert.rejects(acquireLock(path), { code: 'locked' })
    await lock.release()
    await checkFree(path)
  })
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  test(`${signal} ends a process that holds a lock, and the lock with it`, POSIX, async (t) => {
    const path = join(folder, `${signal}.lock`)
    const child = await startHolder(t, path)
    child.kill(signal)
    assert.deepEqual(await once(child, 'close'), [null, signal])
    assert.equal(await exists(path), false)
  })
}

test('the lock of a process that is stopped is kept, and taken over once it is killed', POSIX, async (t) => {
  const path = join(folder, 'stopped.lock')
  const child = await startHolder(t, path)
  child.kill('SIGSTOP')
  const waiting = own.started === null ? LONG : BRIEF
  await assert.rejects(acquireLock(path, waiting), { code: 'locked' })
  child.kill('SIGKILL')
  await once(child, 'close')
  assert.equal(await exists(path), true)
  await checkFree(path)
})

test('a process that is killed at any moment leaves a lock that the next one takes over at once', POSIX, async (t) => {
  const path = join(folder, 'killed', 'kg.json.lock')
  for (let kills = 0; kills < 3; kills += 1) {
    const child = await startHolder(t, path, 'again and again')
    // Any moment will do: the process takes and releases the lock some hundred times a second.
    await sleep(kills)
    child.kill('SIGKILL')
    await once(child, 'close')
    await checkFree(path)
  }
  assert.deepEqual(await readdir(join(folder, 'killed')), [])
})
