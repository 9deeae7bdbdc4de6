import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { readFile, rename, rm, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { formatGraph } from '../../../../src/core/graph/graph.ts'
import { writeFileAtomically } from '../../../../src/core/node/files/atomic-write.ts'
import {
  assertOverwritable, createLiveKnowledge, readGraph, readGraphText,
} from '../../../../src/core/node/graph/graph-file.ts'
import { graph } from '../../../support/graph.ts'
import { temporaryFolder } from '../../../support/site.ts'

const folder = await temporaryFolder()

test('readGraph() reads what was written, and says what to do when there is no file, or an invalid one', async () => {
  const path = join(folder, 'read.json')
  await writeFileAtomically(path, formatGraph(graph()))
  assert.deepEqual(await readGraph(path), graph())
  await writeFile(join(folder, 'broken.json'), '{')
  for (const [name, code, message] of [
    ['none.json', 'graph-missing', `No graph at ${join(folder, 'none.json')}; run \`ask kg build\` to make one`],
    ['read.json/x', 'graph-missing', `No graph at ${join(folder, 'read.json/x')}; run \`ask kg build\` to make one`],
    ['broken.json', 'graph-format', `${join(folder, 'broken.json')}: The text is not JSON; run \`ask kg build\``],
    ['', 'graph-format', `${folder} exists and is not a file`],
  ] as const) await assert.rejects(readGraph(join(folder, name)), { code, message })
})

test('readGraphText() reads a pipe unchecked, and refuses a device and a folder', { skip: process.platform === 'win32' }, async () => {
  const pipe = join(folder, 'pipe')
  execFileSync('mkfifo', [pipe])
  const [text] = await Promise.all([readGraphText(pipe), writeFile(pipe, '{')])
  assert.equal(text, '{')
  for (const path of ['/dev/zero', folder]) await assert.rejects(readGraphText(path), { code: 'graph-format', message: `${path} exists and is not a file` })
})

test('assertOverwritable() refuses only files that ask did not write', async () => {
  const place = join(folder, 'foreign.json')
  await assertOverwritable(place)
  for (const own of ['', ' \n', formatGraph(graph()), '{"version":1,"contentHash":"sha256:0","chu']) {
    await writeFile(place, own)
    await assertOverwritable(place)
  }
  for (const other of ['# Guide', '{}', '{"name":"site","version":"1.0.0"}', '[1]', '\u0000\u0001']) {
    await writeFile(place, other)
    await assert.rejects(assertOverwritable(place), { code: 'file-exists', message: `${place} was not written by ask, or is damaged: remove it, or name another file` })
    assert.equal(await readFile(place, 'utf8'), other)
  }
})

/** A path without a file, and a function that writes a graph with the context `words` there. */
function livePath(name: string) {
  const path = join(folder, `live ${name}.json`)
  return { path, write: (words: string) => writeFile(path, formatGraph(graph({ context: words }))) }
}

test('createLiveKnowledge() loads a file that has not changed only once', async () => {
  const { path, write } = livePath('once')
  await write('x')
  const knowledge = createLiveKnowledge(path)
  const [a, b] = await Promise.all([knowledge(), knowledge()])
  assert.equal(a, await knowledge())
  assert.equal(a, b)
})

test('createLiveKnowledge() notices a replaced file of the same size and time', async () => {
  const { path, write } = livePath('replaced')
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

test('createLiveKnowledge() fails while the file is missing or broken, and works again after its repair', async () => {
  const { path, write } = livePath('repaired')
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
