import assert from 'node:assert/strict'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { createFolderWatch, type WatchPath } from '../../../src/node/watch/folder-watch.ts'
import { folderIn, temporaryFolder } from '../../support/site.ts'

const scratch = await temporaryFolder()

/** A real watch of folders, and a function that waits for its next event. */
function watching(t: { after: (done: () => void) => void }) {
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
  const { follow, eventAfter } = watching(t)
  assert.equal(follow(new Set([folder])), true)
  assert.equal(follow(new Set([folder])), false)
  await eventAfter(() => writeFile(join(folder, 'a.md'), 'y'))
  await eventAfter(() => writeFile(join(folder, 'b.tmp'), 'z'))
  await eventAfter(() => rename(join(folder, 'b.tmp'), join(folder, 'a.md')))
  await eventAfter(() => rm(join(folder, 'a.md')))
})

test('createFolderWatch() watches a folder again that was deleted and made anew', async (t) => {
  const folder = join(await folderIn(scratch, { 'inner/a.md': 'x' }), 'inner')
  const { follow, eventAfter, failures } = watching(t)
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
  const { follow, eventAfter, failures } = watching(t)
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
