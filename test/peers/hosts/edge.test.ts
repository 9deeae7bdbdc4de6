/** The half of the package that runs anywhere, bundled as for an edge host. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { bundle } from './bundle.ts'

/** Bytes, minified and compressed, of all that a mounted service needs; room for little more than there is. */
const MAX_MOUNT_BYTES = 96 * 1024
const MOUNT = `export { chunkPages, createAsk, decodeGraph, readOptions } from 'ask-service'`

for (const platform of ['neutral', 'browser'] as const) {
  test(`the main export bundles for ${platform} without a module of Node`, async () => {
    assert.deepEqual((await bundle(`export * from 'ask-service'`, platform)).external, [])
  })
}

test('a module of Node would be seen', async () => {
  assert.notDeepEqual((await bundle(`export * from 'ask-service/node'`, 'neutral')).external, [])
})

test(`a mounted service takes at most ${MAX_MOUNT_BYTES / 1024} KiB on its way`, async () => {
  const { code } = await bundle(MOUNT, 'neutral')
  const bytes = gzipSync(code).length
  assert.ok(bytes <= MAX_MOUNT_BYTES, `${bytes} bytes`)
})
