import assert from 'node:assert/strict'
import { mkdir, realpath, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { formatGraph } from '../../../src/graph/format.ts'
import { createGraphTracker } from '../../../src/node/watch/graph-tracker.ts'
import { graph } from '../../support/graph.ts'
import { folderIn, temporaryFolder } from '../../support/site.ts'

const scratch = await realpath(await temporaryFolder())

/** A graph file that is not there yet, and what a tracker of it says. */
async function tracking() {
  const folder = await folderIn(scratch, {})
  const path = join(folder, '.service/kg.json')
  const followed: string[] = []
  const tracker = createGraphTracker(path, (folders) => followed.push(...folders) < 0)
  const write = async (context: string) => {
    await mkdir(join(folder, '.service'), { recursive: true })
    await writeFile(path, formatGraph(graph({ context })))
  }
  async function update(): Promise<string | null> {
    const found = await tracker.update()
    if (found === null) return null
    return found.type === 'read' ? (found.graph?.context ?? 'no graph') : found.message.replace(path, 'kg.json')
  }
  return { folder, path, followed, write, update }
}

test('createGraphTracker() reads the file at first and when it has changed', async () => {
  const { path, write, update } = await tracking()
  await write('first')
  assert.equal(await update(), 'first')
  assert.equal(await update(), null)
  await write('the second')
  assert.equal(await update(), 'the second')
  await write('replaced')
  await rename(path, `${path}.new`)
  await rename(`${path}.new`, path)
  assert.equal(await update(), 'replaced')
})

test('createGraphTracker() notices a file that comes later, and watches the folder in which it will', async () => {
  const { folder, followed, write, update } = await tracking()
  assert.equal(await update(), 'no graph')
  assert.equal(await update(), null)
  await write('late')
  assert.equal(await update(), 'late')
  assert.deepEqual(followed, [folder, folder, join(folder, '.service')])
})

test('createGraphTracker() says once that a file is broken or gone, and reads it when it is whole', async () => {
  const { path, write, update } = await tracking()
  await write('whole')
  await update()
  await writeFile(path, '{"version":3,')
  assert.match((await update()) ?? '', /^kg\.json: .+/)
  assert.equal(await update(), null)
  await rm(path)
  assert.equal(await update(), 'kg.json is gone')
  assert.equal(await update(), null)
  await write('whole again')
  assert.equal(await update(), 'whole again')
})

test('createGraphTracker() rejects at first for a broken file', async () => {
  const { path, write, update } = await tracking()
  await write('x')
  await writeFile(path, '{}')
  await assert.rejects(update(), { code: 'graph-format' })
})
