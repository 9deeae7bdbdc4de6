import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { remoteDiskOf } from '../../../src/node/watch/remote-disk.ts'
import { createWatcher, type WatcherDeps } from '../../../src/node/watch/watcher.ts'
import { folderIn, temporaryFolder } from '../../support/site.ts'

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
})

test('remoteDiskOf() knows a local disk, and takes a missing folder for one', async () => {
  assert.equal(await remoteDiskOf(scratch), null)
  assert.equal(await remoteDiskOf(join(scratch, 'none')), null)
})
