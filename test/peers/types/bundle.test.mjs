/** What a consumer's bundle holds and weighs when it imports one part of the package, by two bundlers. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { build as esbuild } from 'esbuild'
import { rolldown } from 'rolldown'

/** kB of 1,000 bytes after gzip, by bundler: rolldown (Vite's) puts small functions in place of their calls, esbuild doesn't. */
const LARGEST_SEARCHER = { esbuild: 40.5, rolldown: 38.5 }

const BUNDLERS = {
  async esbuild(source) {
    const stdin = { contents: source, resolveDir: '.' }
    const common = { bundle: true, minify: true, format: 'esm', platform: 'neutral', target: 'es2022', write: false }
    const { outputFiles, metafile } = await esbuild({ stdin, ...common, metafile: true, logLevel: 'silent' })
    const inputs = Object.entries(Object.values(metafile.outputs)[0].inputs)
    return { code: outputFiles[0].text, files: inputs.filter(([, { bytesInOutput }]) => bytesInOutput > 0).map(([file]) => file) }
  },
  async rolldown(source) {
    const entry = { name: 'entry', resolveId: (id) => (id === 'entry' ? id : null), load: (id) => (id === 'entry' ? source : null) }
    const bundle = await rolldown({ input: 'entry', cwd: process.cwd(), plugins: [entry], logLevel: 'silent' })
    const { output: [{ code, modules }] } = await bundle.generate({ format: 'esm', minify: true })
    await bundle.close()
    return { code, files: Object.entries(modules).filter(([, { renderedLength }]) => renderedLength > 0).map(([file]) => file) }
  },
}

/** kB after gzip, and the rooms that are in the bundle. */
async function measure(bundle, source) {
  const { code, files } = await bundle(source)
  const rooms = files.flatMap((file) => /ask-service\/dist\/(?:core\/)?([^/]+)/.exec(file)?.[1] ?? [])
  return { size: gzipSync(code, { level: 9 }).length / 1_000, rooms: new Set(rooms) }
}

for (const [name, bundle] of Object.entries(BUNDLERS)) {
  test(`createSearcher() alone holds search and text, and nothing of content, graph or MCP: ${name}`, async (t) => {
    const { size, rooms } = await measure(bundle, "export { createSearcher } from 'ask-service'")
    t.diagnostic(`${size.toFixed(1)} kB`)
    assert.deepEqual([...rooms].sort(), ['base', 'search', 'text'])
    assert.ok(size <= LARGEST_SEARCHER[name], `${size} kB`)
  })

  test(`an import for its side effects alone leaves nothing: ${name}`, async () => {
    const { size } = await measure(bundle, "import 'ask-service'")
    assert.ok(size < 0.1, `${size} kB`)
  })

  test(`the larger parts: ${name}`, async (t) => {
    for (const names of ['decodePrebuilt', 'createAsk', 'createAsk, readOptions, chunkPages, readSite, extractGraph']) {
      const { size, rooms } = await measure(bundle, `export { ${names} } from 'ask-service'`)
      t.diagnostic(`${names}: ${size.toFixed(1)} kB`)
      assert.ok(!rooms.has('node') && !rooms.has('cli'))
    }
  })
}
