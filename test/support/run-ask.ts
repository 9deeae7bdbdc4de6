/** Command lines in surroundings for tests, and a small site with its graph that they read. */
import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { main } from '../../src/cli/main.ts'
import type { Io } from '../../src/cli/terminal/io.ts'
import { createAsk } from '../../src/core/ask.ts'
import { chunkPages } from '../../src/core/content/chunk.ts'
import { extractGraph } from '../../src/core/graph-builder/rules/extract.ts'
import { formatGraph } from '../../src/core/graph/graph.ts'
import { readFolder } from '../../src/core/node/content/content-folder.ts'
import { fakeIo } from './io.ts'
import { temporaryFolder, writeSite } from './site.ts'

/** Runs a command line: its exit code, and what it writes. */
export async function runAsk(argv: readonly string[], given: Partial<Io> = {}) {
  const io = fakeIo(given)
  const code = await main(argv, io)
  return { code, ...io.written }
}

/** A command line that ends with this code and with one line on stderr; nothing else is written. */
export async function refuses(argv: readonly string[], code: number, err: RegExp, given: Partial<Io> = {}): Promise<void> {
  const ran = await runAsk(argv, given)
  assert.deepEqual([ran.code, ran.out, ran.err.split('\n').length], [code, '', 2], ran.err)
  assert.match(ran.err, err)
}

/** The small site in a folder of its own, with its graph file, and a service over it that needs no network. */
export async function siteWithGraph() {
  const folder = await temporaryFolder()
  const content = await writeSite(join(folder, 'docs'))
  const graphPath = join(folder, 'kg.json')
  const { pages } = await readFolder(content)
  const graph = await extractGraph(pages)
  await writeFile(graphPath, formatGraph(graph))
  const ask = createAsk({ content: async () => chunkPages(pages), graph: async () => graph })
  const service: typeof fetch = (input, init) => ask.fetch(new Request(input, init))
  return { folder, content, graphPath, service }
}
