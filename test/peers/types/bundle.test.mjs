/** What a consumer's bundle holds and weighs when it imports one part of the package. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'

/** kB of 1,000 bytes, after gzip. */
const LARGEST_SEARCHER = 27

async function bundle(source) {
  const { outputFiles, metafile } = await build({
    stdin: { contents: source, resolveDir: '.' },
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'neutral',
    target: 'es2022',
    write: false,
    metafile: true,
    logLevel: 'silent',
  })
  const inputs = Object.entries(Object.values(metafile.outputs)[0].inputs).filter(([, { bytesInOutput }]) => bytesInOutput > 0)
  return { size: gzipSync(outputFiles[0].contents).length / 1_000, rooms: new Set(inputs.map(([path]) => path.split('ask-service/dist/')[1]?.split('/')[0])) }
}

test('createSearcher() alone holds search and text, and nothing of content, graph or MCP', async (t) => {
  const { size, rooms } = await bundle("export { createSearcher } from 'ask-service'")
  t.diagnostic(`${size.toFixed(1)} kB`)
  for (const room of ['content', 'graph', 'graph-builder', 'mcp', 'http', 'answer', 'llm']) assert.ok(!rooms.has(room), room)
  assert.ok(size <= LARGEST_SEARCHER, `${size} kB`)
})

test('an import of nothing leaves nothing', async () => {
  const { size } = await bundle("import 'ask-service'")
  assert.ok(size < 0.1, `${size} kB`)
})

test('the parts have sizes that a consumer can plan with', async (t) => {
  for (const names of ['createSearcher', 'decodePrebuilt', 'createAsk', 'createAsk, readOptions, chunkPages, readSite, extractGraph']) {
    const { size } = await bundle(`export { ${names} } from 'ask-service'`)
    t.diagnostic(`${names}: ${size.toFixed(1)} kB`)
    assert.ok(size < 150)
  }
})
