import assert from 'node:assert/strict'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import {
  createChangeLoop, createFolderWatch, createWatcher, remoteDiskOf, type WatcherDeps, type WatchPath,
} from '../../../../src/core/node/watch/watcher.ts'
import { folderIn, temporaryFolder } from '../../../support/site.ts'

const scratch = await temporaryFolder()
const LIMITS = { quietMs: 2, maxDelayMs: 20, pollMs: 5, pollRatio: 1 }

/** A watcher with a function that waits for its next look. */
async function watching(t: { after: (done: () => Promise<void>) => void }, folder: string, deps: Partial<WatcherDeps> = {}) {
  const lines: string[] = []
  let notify = () => {}
  let nextLook = new Promise<void>((resolve) => (notify = resolve))
  const look = async () => {
    notify()
    nextLook = new Promise((resolve) => (notify = resolve))
    return true
  }
  const watcher = await createWatcher(folder, { look, log: (line) => lines.push(line), limits: LIMITS, ...deps })
  t.after(watcher.stop)
  return { ...watcher, lines, looked: () => nextLook }
}

test('createWatcher() looks after events in the folders of any group', async (t) => {
  const [a, b] = [await folderIn(scratch, {}), await folderIn(scratch, {})]
  const { follow, lines, looked } = await watching(t, a)
  assert.equal(follow('a', new Set([a])), true)
  assert.equal(follow('b', new Set([b])), true)
  assert.equal(follow('a', new Set([a, b])), false)
  for (const folder of [a, b]) {
    const look = looked()
    await writeFile(join(folder, 'x.md'), 'x')
    await look
  }
  assert.deepEqual(lines, [])
})

test('createWatcher() looks at intervals where the system gives no watcher, and says so in one line', async (t) => {
  for (const [code, expected] of [
    ['ENOSPC', 'The system can\'t watch 2 folders (ENOSPC; raise fs.inotify.max_user_watches): looking for changes every 5 ms instead'],
    ['EMFILE', 'The system can\'t watch 2 folders (EMFILE): looking for changes every 5 ms instead'],
  ] as const) {
    const watch = () => {
      throw Object.assign(new Error(code), { code })
    }
    const { follow, lines, looked } = await watching(t, '/a', { watch })
    const first = looked()
    assert.equal(follow('a', new Set(['/a', '/b'])), false)
    await first
    await looked()
    await looked()
    assert.equal(follow('a', new Set(['/c'])), false)
    assert.deepEqual(lines, [expected])
  }
})

test('createWatcher() looks at intervals on a network disk, and asks for no watcher', async (t) => {
  const watch = () => assert.fail('a watcher was asked for')
  const { follow, lines, looked } = await watching(t, 'docs', { watch, remoteDisk: async () => 'NFS' })
  follow('a', new Set(['docs']))
  await looked()
  await looked()
  assert.deepEqual(lines, ['docs is on a network disk (NFS), which does not report all changes: looking for changes every 5 ms instead'])
})

test('createWatcher() looks again where a look could not be made', async (t) => {
  let looks = 0
  let isDone = () => {}
  const done = new Promise<void>((resolve) => (isDone = resolve))
  const look = async () => {
    looks += 1
    if (looks === 3) isDone()
    return looks === 3
  }
  const { wake } = await watching(t, scratch, { look })
  wake()
  await done
  assert.equal(looks, 3)
})

test('remoteDiskOf() knows a local disk, and takes a missing folder for one', async () => {
  assert.equal(await remoteDiskOf(scratch), null)
  assert.equal(await remoteDiskOf(join(scratch, 'none')), null)
})

/** A real watch of folders, and a function that waits for its next event. */
function watchingFolders(t: { after: (done: () => void) => void }) {
  let notify = () => {}
  const failures: string[] = []
  const watch = createFolderWatch({ onEvent: () => notify(), onFailure: (code) => failures.push(code) })
  t.after(watch.close)
  const eventAfter = async (change: () => Promise<unknown>) => {
    const event = new Promise<void>((resolve) => (notify = resolve))
    await change()
    await event
  }
  return { ...watch, eventAfter, failures }
}

test('createFolderWatch() reports files that are written, made, renamed over and deleted', async (t) => {
  const folder = await folderIn(scratch, { 'a.md': 'x' })
  const { follow, eventAfter } = watchingFolders(t)
  assert.equal(follow(new Set([folder])), true)
  assert.equal(follow(new Set([folder])), false)
  await eventAfter(() => writeFile(join(folder, 'a.md'), 'y'))
  await eventAfter(() => writeFile(join(folder, 'b.tmp'), 'z'))
  await eventAfter(() => rename(join(folder, 'b.tmp'), join(folder, 'a.md')))
  await eventAfter(() => rm(join(folder, 'a.md')))
})

test('createFolderWatch() watches a folder again that was deleted and made anew', async (t) => {
  const folder = join(await folderIn(scratch, { 'inner/a.md': 'x' }), 'inner')
  const { follow, eventAfter, failures } = watchingFolders(t)
  follow(new Set([folder]))
  let isNew = false
  await eventAfter(() => rm(folder, { recursive: true }))
  // The event of the deletion may come after that of the file in it.
  for (let i = 0; i < 100 && !isNew; i += 1) {
    await mkdir(folder, { recursive: true })
    await new Promise((resolve) => setImmediate(resolve))
    isNew = follow(new Set([folder]))
  }
  assert.equal(isNew, true)
  await eventAfter(() => writeFile(join(folder, 'b.md'), 'x'))
  assert.deepEqual(failures, [])
})

test('createFolderWatch() leaves out folders that are missing, and tries them again', async (t) => {
  const folder = join(await folderIn(scratch, {}), 'later')
  const { follow, eventAfter, failures } = watchingFolders(t)
  assert.equal(follow(new Set([folder])), false)
  await mkdir(folder)
  assert.equal(follow(new Set([folder])), true)
  await eventAfter(() => writeFile(join(folder, 'a.md'), 'x'))
  assert.deepEqual(failures, [])
})

/** A system whose watchers are recorded; `codeOf` gives the error of a folder. */
function fakeSystem(codeOf: (path: string) => string | null) {
  const open = new Set<string>()
  const listeners = new Map<string, (error: Error) => void>()
  const watch: WatchPath = (path) => {
    const code = codeOf(path)
    if (code !== null) throw Object.assign(new Error(code), { code })
    open.add(path)
    const watcher = {
      on: (_event: string, listener: (error: Error) => void) => (listeners.set(path, listener), watcher),
      close: () => void open.delete(path),
    }
    return watcher as unknown as ReturnType<WatchPath>
  }
  return { watch, open, failLater: (path: string, code: string) => listeners.get(path)?.(Object.assign(new Error(code), { code })) }
}

test('createFolderWatch() closes all watchers and says so once when the system gives no more', () => {
  const failures: string[] = []
  const { watch, open } = fakeSystem((path) => (path === '/c' ? 'ENOSPC' : null))
  const { follow } = createFolderWatch({ onEvent: () => {}, onFailure: (code) => failures.push(code) }, watch)
  assert.equal(follow(new Set(['/a', '/b', '/c', '/d'])), false)
  assert.deepEqual([[...open], failures], [[], ['ENOSPC']])
  assert.equal(follow(new Set(['/a'])), false)
  assert.deepEqual([[...open], failures], [[], ['ENOSPC']])
})

test('createFolderWatch() takes an error of a watcher for that folder, or for all', () => {
  const failures: string[] = []
  let events = 0
  const { watch, open, failLater } = fakeSystem(() => null)
  const { follow } = createFolderWatch({ onEvent: () => (events += 1), onFailure: (code) => failures.push(code) }, watch)
  follow(new Set(['/a', '/b', '/c']))
  failLater('/a', 'EPERM')
  assert.deepEqual([[...open], events, failures], [['/b', '/c'], 1, []])
  failLater('/b', 'EMFILE')
  assert.deepEqual([[...open], events, failures], [[], 1, ['EMFILE']])
})

test('createFolderWatch() stops watching what it need not follow, and has a bound', () => {
  const failures: string[] = []
  const { watch, open } = fakeSystem(() => null)
  const { follow } = createFolderWatch({ onEvent: () => {}, onFailure: (code) => failures.push(code) }, watch)
  follow(new Set(['/a', '/b']))
  follow(new Set(['/b']))
  assert.deepEqual([...open], ['/b'])
  follow(new Set(Array.from({ length: 8_193 }, (_, i) => `/${i}`)))
  assert.deepEqual([[...open], failures], [[], ['more than 8192 folders']])
})

/** A look that ends when the test says so. */
function scriptedLook() {
  const looks: (() => void)[] = []
  let begin = () => {}
  let begun = new Promise<void>((resolve) => (begin = resolve))
  const look = (mustPoll = false) => new Promise<boolean>((resolve) => {
    looks.push(() => resolve(mustPoll))
    begin()
    begun = new Promise((next) => (begin = next))
  })
  return { look, looks, next: () => begun }
}

test('createChangeLoop() looks once after many events', async () => {
  const { look, looks, next } = scriptedLook()
  const { wake, stop } = createChangeLoop(look, LIMITS)
  const begun = next()
  for (let i = 0; i < 1_000; i += 1) wake()
  await begun
  assert.equal(looks.length, 1)
  looks[0]?.()
  await stop()
  assert.equal(looks.length, 1)
})

test('createChangeLoop() looks again after events during a look, and never at two things at once', async () => {
  const { look, looks, next } = scriptedLook()
  const { wake, stop } = createChangeLoop(look, LIMITS)
  const first = next()
  wake()
  await first
  const second = next()
  wake()
  wake()
  // Far longer than an event waits.
  await new Promise((resolve) => setTimeout(resolve, 10 * LIMITS.maxDelayMs))
  assert.equal(looks.length, 1)
  looks[0]?.()
  await second
  looks[1]?.()
  await stop()
  assert.equal(looks.length, 2)
})

test('createChangeLoop() looks while events never end', async () => {
  const { look, looks, next } = scriptedLook()
  const { wake, stop } = createChangeLoop(look, { ...LIMITS, quietMs: 1_000_000 })
  const begun = next()
  const events = setInterval(wake, 1)
  await begun
  clearInterval(events)
  assert.equal(looks.length, 1)
  looks[0]?.()
  await stop()
})

test('createChangeLoop() looks at intervals where no events can be expected', async () => {
  const { look, looks, next } = scriptedLook()
  const { wake, stop } = createChangeLoop(() => look(true), LIMITS)
  let begun = next()
  wake()
  for (let round = 0; round < 3; round += 1) {
    await begun
    begun = next()
    looks[round]?.()
  }
  await begun
  const stopped = stop()
  looks[3]?.()
  await stopped
  assert.equal(looks.length, 4)
})

test('createChangeLoop() does nothing after its end', async () => {
  const { look, looks } = scriptedLook()
  const { wake, stop } = createChangeLoop(look, LIMITS)
  wake()
  await stop()
  wake()
  await new Promise((resolve) => setTimeout(resolve, 10 * LIMITS.maxDelayMs))
  assert.equal(looks.length, 0)
})
