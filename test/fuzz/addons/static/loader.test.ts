/** Files of an index that are cut, changed or exchanged: a search finds what the service finds, or fails, and never ends half. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decodeHead } from '../../../../src/addons/static/head.ts'
import { ENTRY_NAME, HEAD_PATH, unseal } from '../../../../src/addons/static/layout.ts'
import { createPartIndex } from '../../../../src/addons/static/read/part-index.ts'
import { StaticIndexError } from '../../../../src/addons/static/bytes.ts'
import { openStaticIndex } from '../../../../src/addons/static/read/reply.ts'
import { createViewSearcher, createSearcher } from '../../../../src/core/search/searcher.ts'
import { openView } from '../../../../src/core/search/show/view.ts'
import { chunksOf, page } from '../../../support/chunk.ts'
import { rounds } from '../../../support/fuzz.ts'
import { createRandom } from '../../../support/random.ts'
import { BASE, TINY, createHost, writeIndex } from '../../../support/static-index.ts'

const CHUNKS = chunksOf(
  page('routing', { '': 'Routes of pages.', Dynamic: 'Dynamic routes have brackets, static routes have names.' }),
  page('servers', { '': 'Call `createServer`.', 'Set up': '| a | b |\n|---|---|\n| one | two |' }),
)
const QUERIES = ['routes', 'dynmic', 'createServer', '"static routes"', 'rou', 'setup', 'servers -call']
const index = await writeIndex(CHUNKS, TINY)
const service = createSearcher(CHUNKS)

test('damaged files give the results of whole ones, or an error', async () => {
  const random = createRandom(23)
  let failures = 0
  for (let round = 0; round < rounds(1_000); round += 1) {
    const host = createHost(index)
    const paths = [...host.files.keys()]
    for (let count = 1 + random.below(4); count > 0; count -= 1) {
      const path = random.pick(paths)
      const file = Buffer.from(host.files.get(path) ?? '')
      const at = random.below(file.length || 1)
      const damages = [
        () => file.subarray(0, at),
        () => Buffer.from(file.map((byte, i) => (i === at ? byte ^ (1 << random.below(8)) : byte))),
        () => Buffer.from(host.files.get(random.pick(paths)) ?? ''),
        () => Buffer.from('<!doctype html>'),
      ]
      host.files.set(path, new Uint8Array(random.pick(damages)()))
      if (random.below(3) === 0) host.files.delete(path)
    }
    const query = random.pick(QUERIES)
    try {
      const { results } = await openStaticIndex({ base: BASE, fetch: host.fetch }).search(query)
      assert.deepEqual(results, service.search(query), query)
    } catch (error) {
      if (!(error instanceof StaticIndexError)) throw error
      failures += 1
    }
  }
  assert.ok(failures > 0)
})

test('any bytes in a part with a right checksum are refused, or read as some part that can be searched', async () => {
  const random = createRandom(29)
  const host = createHost(index)
  const head = new Uint8Array((await unseal(new Uint8Array(index.head), HEAD_PATH))!)
  const parts = await Promise.all([...host.files].filter(([path]) => path !== ENTRY_NAME).map(async ([path, file]) => {
    const [, kind = '', number = ''] = path.split('/')
    return { kind: kind as 't', number: parseInt(number, 10), bytes: (await unseal(new Uint8Array(file as Uint8Array), `${kind}/${number}`))! }
  }))
  const changed = (bytes: Uint8Array) => {
    const copy = bytes.slice(0, random.below(3) === 0 ? random.below(bytes.length + 1) : bytes.length)
    for (let count = random.below(4); count > 0 && copy.length > 0; count -= 1) copy[random.below(copy.length)] = random.below(256)
    return copy
  }
  for (let round = 0; round < rounds(600); round += 1) {
    try {
      const loaded = createPartIndex(decodeHead(random.below(4) === 0 ? changed(head) : head))
      for (const { kind, number, bytes } of parts) loaded.add({ kind, number }, random.below(3) === 0 ? changed(bytes) : bytes)
      const searcher = createViewSearcher(openView(loaded.index, { chunkAt: () => undefined, rowsOf: () => [] }))
      for (const query of QUERIES) searcher.search(query)
    } catch (error) {
      assert.ok(error instanceof Error && error.name !== 'TypeError', String(error))
    }
  }
})

test('indexes of hostile heads', () => {
  const random = createRandom(31)
  for (let round = 0; round < rounds(20_000); round += 1) {
    const bytes = Uint8Array.from({ length: random.below(60) }, () => random.pick([0, 1, 2, 127, 128, 255, random.below(256)]))
    try {
      decodeHead(bytes)
    } catch (error) {
      assert.ok(error instanceof Error && !(error instanceof TypeError), String(error))
    }
  }
})
