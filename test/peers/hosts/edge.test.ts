/** The half of the package that runs anywhere: bundled as for an edge host, and run there on a prebuilt file. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { overSocket, post, type Sent } from '../../support/http.ts'
import { bundle } from './bundle.ts'
import { HOSTS } from './hosts.ts'
import { buildProject, createSite, startProject } from './project.ts'

/** Bytes, minified and compressed, of all that a mounted service needs, with room for some growth. */
const MAX_MOUNT_BYTES = 140 * 1024
const MOUNT = `export { chunkPages, createAsk, decodeGraph, readOptions } from 'ask-service'`
/** Far more than building and starting a worker takes. */
const WORKER_LIMIT = { timeout: 300_000 }

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

test('a worker built from a prebuilt file answers search, reads and sections of the graph', WORKER_LIMIT, async () => {
  const host = HOSTS.find(({ name }) => name === 'Worker')!
  await createSite()
  const { port, stop } = await startProject(host, buildProject(host), {})
  const ask = async (sent: Sent) => JSON.parse((await overSocket(port, sent)).text)
  const read = (path: string) => ask({ target: `/api/ask${path}` })
  try {
    assert.equal((await ask(post({ query: 'trailing slashes' }))).results[0].url, '/guides/routing/#trailing-slashes')
    assert.deepEqual((await read('/glossary')).terms.map(({ term }: { term: string }) => term), ['server-side rendering', 'static route'])
    assert.equal((await read('/sections/guides%2Frouting%23static-routes')).facts[0].literal, '--static')
    assert.match((await read('/overview')).overview, /Trailing slashes/)
  } finally {
    await stop()
  }
})
