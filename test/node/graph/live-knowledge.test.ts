import assert from 'node:assert/strict'
import { mkdtemp, readFile, rename, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { formatGraph } from '../../../src/graph/format.ts'
import { createLiveKnowledge } from '../../../src/node/graph/live-knowledge.ts'
import { graph } from '../../support/graph.ts'

/** A path in a new folder, and a function that writes a graph with the context `words` there. */
async function scratch(t: { after: (done: () => Promise<void>) => void }) {
  const folder = await mkdtemp(join(tmpdir(), 'ask-live-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  const path = join(folder, 'kg.json')
  const write = (words: string) => writeFile(path, formatGraph(graph({ context: words })))
  return { path, write }
}

test('createLiveKnowledge() gives the present content of the file at each read', async (t) => {
  const { path, write } = await scratch(t)
  const knowledge = createLiveKnowledge(path)
  const context = async () => (await (await knowledge()).overview()).context
  await write('first')
  assert.equal(await context(), 'first')
  await write('second and longer')
  assert.equal(await context(), 'second and longer')
})

test('createLiveKnowledge() loads a file that has not changed only once', async (t) => {
  const { path, write } = await scratch(t)
  await write('x')
  const knowledge = createLiveKnowledge(path)
  const [a, b] = await Promise.all([knowledge(), knowledge()])
  assert.equal(a, await knowledge())
  assert.equal(a, b)
})

test('createLiveKnowledge() notices a replaced file of the same size and time', async (t) => {
  const { path, write } = await scratch(t)
  const time = new Date(1_700_000_000_000)
  await write('one')
  await utimes(path, time, time)
  const knowledge = createLiveKnowledge(path)
  assert.equal((await (await knowledge()).overview()).context, 'one')
  await writeFile(`${path}.tmp`, (await readFile(path, 'utf8')).replace('"one"', '"two"'))
  await utimes(`${path}.tmp`, time, time)
  await rename(`${path}.tmp`, path)
  assert.equal((await (await knowledge()).overview()).context, 'two')
})

test('createLiveKnowledge() fails while the file is missing or broken, and works again after its repair', async (t) => {
  const { path, write } = await scratch(t)
  const knowledge = createLiveKnowledge(path)
  await assert.rejects(knowledge(), { code: 'graph-missing' })
  await writeFile(path, '{"version":3,')
  await assert.rejects(knowledge(), { code: 'graph-format' })
  await assert.rejects(knowledge(), { code: 'graph-format' })
  await write('repaired')
  assert.equal((await (await knowledge()).overview()).context, 'repaired')
  await rm(path)
  await assert.rejects(knowledge(), { code: 'graph-missing' })
})
