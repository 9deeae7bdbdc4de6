import assert from 'node:assert/strict'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { createWatcher } from '../../../../src/core/node/watch/watcher.ts'
import { folderOf } from '../../../support/site.ts'
import { until } from '../../../support/until.ts'

/** No look without an event. */
const EVENTS_ALONE = { quietMs: 2, maxDelayMs: 20, pollMs: 1_000_000, pollRatio: 1 }

/** A watcher whose looks end when the test says so: `looks` has the function for each. */
function watching(t: TestContext, limits = EVENTS_ALONE) {
  const looks: (() => void)[] = []
  const watcher = createWatcher(() => new Promise<void>((resolve) => void looks.push(resolve)), limits)
  const stop = async () => {
    const stopped = watcher.stop()
    looks.at(-1)?.()
    await stopped
  }
  t.after(stop)
  const next = () => {
    const before = looks.length
    return until(() => looks.length > before)
  }
  /** Makes a change and waits for the next look, which then ends. */
  const lookAfter = async (change: () => unknown) => {
    const look = next()
    await change()
    await look
    looks.at(-1)?.()
  }
  return { ...watcher, stop, looks, next, lookAfter }
}

test('createWatcher() looks after files are written, made, renamed over and deleted in one of the folders', async (t) => {
  const [a, b] = [await folderOf({ 'a.md': 'x' }), await folderOf({})]
  const { follow, lookAfter, looks } = watching(t)
  follow(new Set([a, b]))
  const [page, other] = [join(a, 'a.md'), join(b, 'b.tmp')]
  const changes = [() => writeFile(page, 'y'), () => writeFile(other, 'z'), () => rename(other, page), () => rm(page)]
  for (const change of changes) await lookAfter(change)
  assert.ok(looks.length >= changes.length)
})

test('createWatcher() watches a folder that is made after it was missing, or anew', async (t) => {
  const folder = join(await folderOf({}), 'later')
  const { follow, lookAfter, looks } = watching(t)
  follow(new Set([folder]))
  await mkdir(folder)
  follow(new Set([folder]))
  await lookAfter(() => writeFile(join(folder, 'a.md'), 'x'))
  await lookAfter(() => rm(folder, { recursive: true }))
  await mkdir(folder)
  // The event of the deletion may come after that of the file in it.
  const again = setInterval(() => follow(new Set([folder])), 1)
  const writing = setInterval(() => void writeFile(join(folder, 'b.md'), 'x'), 5)
  await lookAfter(() => undefined)
  clearInterval(again)
  clearInterval(writing)
  assert.ok(looks.length >= 3)
})

test('createWatcher() looks at intervals without events, also at folders that it can\'t watch', async (t) => {
  const { follow, wake, lookAfter, looks } = watching(t, { ...EVENTS_ALONE, pollMs: 5 })
  follow(new Set(['/nonexistent']))
  for (const change of [wake, () => undefined, () => undefined, () => undefined]) await lookAfter(change)
  assert.ok(looks.length >= 4)
})

test('createWatcher() looks once after many events', async (t) => {
  const { wake, stop, looks, next } = watching(t)
  const begun = next()
  for (let i = 0; i < 1_000; i += 1) wake()
  await begun
  await stop()
  assert.equal(looks.length, 1)
})

test('createWatcher() looks again after events during a look, and never at two things at once', async (t) => {
  const { wake, stop, looks, next } = watching(t)
  const first = next()
  wake()
  await first
  const second = next()
  wake()
  wake()
  // Far longer than an event waits.
  await new Promise((resolve) => setTimeout(resolve, 10 * EVENTS_ALONE.maxDelayMs))
  assert.equal(looks.length, 1)
  looks[0]?.()
  await second
  await stop()
  assert.equal(looks.length, 2)
})

test('createWatcher() looks while events never end, and not after its end', async (t) => {
  const { wake, stop, looks, next } = watching(t, { ...EVENTS_ALONE, quietMs: 1_000_000 })
  const begun = next()
  const events = setInterval(wake, 1)
  await begun
  await stop()
  await new Promise((resolve) => setTimeout(resolve, 10 * EVENTS_ALONE.maxDelayMs))
  clearInterval(events)
  assert.equal(looks.length, 1)
})
