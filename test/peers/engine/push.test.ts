/** `ask index push` against a real OpenSearch: what is written is read back, and no reader sees half of it. */
import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { isDeepStrictEqual } from 'node:util'
import { createAsk } from '../../../src/index.ts'
import { main } from '../../../src/cli/main.ts'
import { openSearch } from '../../../src/store.ts'
import type { Store } from '../../../src/addons/store/store.ts'
import { type Connection, resolveConnection } from '../../../src/addons/store/opensearch/address.ts'
import { checkIndex } from '../../../src/addons/store/opensearch/check.ts'
import { createOpenSearch } from '../../../src/addons/store/opensearch/opensearch.ts'
import { createWriter, type StoreWriter, type WriterDeps } from '../../../src/addons/store/opensearch/writer.ts'
import { page } from '../../support/chunk.ts'
import { fakeIo } from '../../support/io.ts'
import { type Engine, needsEngine } from './engine.ts'
import { eventually } from './eventually.ts'
import { PATIENT_MS, shareEngine } from './shared-engine.ts'
import { pushSite, readDocs, siteOf, type TestSite } from './site.ts'

const DEPS = { now: Date.now, random: Math.random }
/** Waits are shorter, so that an abandoned lock is known in a second; the engine needs as long as ever. */
const HASTY: WriterDeps = { ...DEPS, wait: (ms) => sleep(ms / 20) }

interface Trial {
  readonly connection: Connection
  readonly store: Store
  readonly writer: StoreWriter
}

describe('a push to a real engine', needsEngine, () => {
  let engine: Engine
  let small: TestSite

  before(async () => {
    small = await siteOf([
      page('guides/routing', { 'Static routes': 'Files are routes.', 'Dynamic routes': 'Names in brackets.' }),
      page('index', { Start: 'Run the program.' }),
    ])
    engine = await shareEngine()
  })

  /** An alias of the test's own. */
  function trial(name: string, deps: WriterDeps = DEPS): Trial {
    // An engine that ran before has the indexes of earlier runs.
    const index = `ask-${name}-${process.pid}`
    const connection = resolveConnection({ url: engine.urls.join(), index, searchMs: PATIENT_MS, log: () => undefined })
    return { connection, store: createOpenSearch(connection, DEPS), writer: createWriter(connection, { shards: 2, replicas: 0 }, deps) }
  }

  const indexes = async ({ connection }: Trial): Promise<readonly string[]> => {
    const reply = await fetch(`${engine.urls[0]}/${connection.index}-*/_alias`)
    return Object.keys((await reply.json()) as object).filter((name) => !name.endsWith('-lock'))
  }

  const send = (method: string, path: string, body: object | null) =>
    fetch(engine.urls[0] + path, { method, headers: { 'content-type': 'application/json' }, body: body && JSON.stringify(body) })

  async function checkWhole({ connection }: Trial): Promise<void> {
    await eventually(async () => (await checkIndex(connection, DEPS)).findings.length === 0)
  }

  test('gives back every section and node of a site', async () => {
    const site = await readDocs()
    const { store, writer, connection } = trial('docs')
    const meta = await pushSite(writer, site)
    for (const [slug, sections] of site.pages) assert.deepEqual(await store.page(slug), sections, slug)
    const { glossary, suggestions, overview } = site.graph
    const read = await store.meta()
    assert.deepEqual(read, meta)
    assert.deepEqual([read.glossary, read.suggestions, read.overview], [glossary, suggestions, overview])
    assert.equal(read.contentHash, read.graphHash)
    assert.deepEqual((await checkIndex(connection, DEPS)).findings, [])
  })

  test('a page is added, replaced and removed in place, and the hash of the site follows', async () => {
    const some = trial('page', HASTY)
    const { store, writer } = some
    const before = await pushSite(writer, small)
    const [slug, sections] = ['guides/routing', small.pages.get('guides/routing') ?? []]
    const changed = sections.slice(0, 2).map(({ chunk, node }) => ({ chunk: { ...chunk, text: 'Another text.' }, node }))
    const added = [...(await siteOf([page('added', { New: 'A new page.' })])).pages.values()][0] ?? []
    assert.equal(await writer.replacePage('added', added), 'added')
    assert.equal(await writer.replacePage(slug, changed), 'replaced')
    assert.equal(await writer.replacePage(slug, changed), 'unchanged')
    await eventually(async () => (await store.page(slug)).length === 2)
    assert.deepEqual([await store.page(slug), await store.page('added')], [changed, added])
    await checkWhole(some)
    assert.equal(await writer.replacePage('added', []), 'removed')
    assert.equal(await writer.replacePage('added', []), 'missing')
    assert.equal(await writer.replacePage(slug, sections), 'replaced')
    await eventually(async () => (await store.page('added')).length === 0 && (await store.page(slug)).length === sections.length)
    await checkWhole(some)
    const { meta } = await checkIndex(some.connection, DEPS)
    assert.deepEqual([meta.contentHash, meta.counts, meta.revision], [before.contentHash, before.counts, 4])
    assert.equal(meta.graphHash, meta.contentHash)
  })

  test('of several writers of one page the last one wins, with all of its sections', async () => {
    // A lock is taken over after its time, so its time is as long as ever.
    const some = trial('writers')
    await pushSite(some.writer, small)
    const sections = small.pages.get('guides/routing') ?? []
    const versions = [1, 2, 3, 4].map((version) =>
      sections.slice(0, 1 + (version % 3)).map(({ chunk, node }) => ({ chunk: { ...chunk, text: `Version ${version}.` }, node })))
    await Promise.all(versions.map((version) => some.writer.replacePage('guides/routing', version)))
    await checkWhole(some)
    const read = await some.store.page('guides/routing')
    assert.ok(versions.some((version) => isDeepStrictEqual(version, read)), JSON.stringify(read))
    assert.equal((await checkIndex(some.connection, DEPS)).meta.revision, 4)
  })

  test('no search and no read fails while generations take turns', async () => {
    const { store, writer, connection } = trial('swap', HASTY)
    await pushSite(writer, small)
    const ask = createAsk({ store: openSearch({ url: engine.urls.join(), index: connection.index, searchMs: PATIENT_MS }) })
    const state = { isDone: false, searches: 0 }
    async function search(): Promise<void> {
      while (!state.isDone) {
        const { results } = await ask.service.search('dynamic routes', 5)
        assert.equal(results[0]?.id, 'guides/routing#dynamic-routes')
        assert.equal((await store.page('guides/routing')).length, 3)
        assert.equal((await store.section('index'))?.chunk.page, 'index')
        state.searches += 1
      }
    }
    const searching = [search(), search()]
    const failed = Promise.all(searching)
    try {
      for (let push = 0; push < 3; push += 1) await Promise.race([pushSite(writer, small), failed])
    } finally {
      state.isDone = true
    }
    await failed
    assert.ok(state.searches > 0)
  })

  test('two processes see a new generation', async (t) => {
    const some = trial('processes', HASTY)
    const first = await pushSite(some.writer, small)
    const program = fileURLToPath(new URL('generation.ts', import.meta.url))
    const start = () => spawn(process.execPath, ['--import', 'tsx', program, engine.urls[0] ?? '', some.connection.index], { stdio: ['ignore', 'pipe', 'inherit'] })
    const readers = [start(), start()]
    t.after(() => readers.forEach((reader) => reader.kill()))
    const seen = readers.map(linesOf)
    await eventually(() => seen.every((lines) => lines.includes(first.generation)))
    const swapped = await pushSite(some.writer, small)
    const since = Date.now()
    await eventually(() => seen.every((lines) => lines.includes(swapped.generation)))
    t.diagnostic(`seen ${Date.now() - since} ms after the push`)
  })

  test('a push that fails leaves the old generation, and none of its own', async () => {
    const some = trial('failed', HASTY)
    const { generation } = await pushSite(some.writer, small)
    const twice = new Map([...small.pages].flatMap(([slug, sections]) => [[slug, sections], [`${slug}-again`, sections]] as const))
    await assert.rejects(pushSite(some.writer, { ...small, pages: twice }), /has 5 of 10 sections: two of them may have one id/)
    assert.deepEqual(await indexes(some), [`${some.connection.index}-${generation}`])
    assert.equal((await some.store.page('index')).length, 2)
  })

  test('a section that the engine does not take ends the push with its id', async () => {
    const some = trial('section', HASTY)
    const push = await some.writer.begin()
    const [{ chunk, node } = assert.fail()] = small.pages.get('index') ?? []
    // A document is routed by its page, and an empty routing is none.
    await push.add([{ chunk, node }, { chunk: { ...chunk, id: 'index#b', page: '' }, node }])
    const graph = { graphHash: '', builtBy: 'x', glossary: [], suggestions: [], overview: '', context: '' }
    await assert.rejects(push.finish(graph), /does not take the section index#b \(status 400, routing_missing_exception/)
    await push.abandon()
    assert.deepEqual(await indexes(some), [])
  })

  test('the lock and the index of a push that was killed are taken over', async () => {
    const some = trial('killed', HASTY)
    await pushSite(some.writer, small)
    await send('PUT', `/${some.connection.index}-20200101t000000000z-00000000`, {})
    await send('PUT', `/${some.connection.index}-lock/_doc/push`, { holder: 'gone' })
    assert.equal(await some.writer.replacePage('index', small.pages.get('index') ?? []), 'unchanged')
    await send('PUT', `/${some.connection.index}-lock/_doc/push`, { holder: 'gone' })
    const { generation } = await pushSite(some.writer, small)
    assert.deepEqual(await indexes(some), [`${some.connection.index}-${generation}`])
  })

  test('one push runs at a time, and no page is replaced meanwhile', async () => {
    const { writer } = trial('lock')
    await pushSite(writer, small)
    const push = await writer.begin()
    await assert.rejects(writer.begin(), { code: 'locked' })
    await assert.rejects(writer.replacePage('index', []), { code: 'locked' })
    await push.abandon()
    await (await writer.begin()).abandon()
  })

  test('the command line says what is wrong with an index', async () => {
    const some = trial('wrong', HASTY)
    const run = async (...argv: readonly string[]) => {
      const io = fakeIo({ fetch: globalThis.fetch, env: { ASK_SEARCH_URL: engine.urls[0], ASK_SEARCH_INDEX: some.connection.index } })
      return { code: await main(['index', ...argv], io), ...io.written }
    }
    assert.match((await run('check')).err, /^ask: There is no index \S+: `ask index push` writes it\n$/)
    const { generation } = await pushSite(some.writer, small)
    assert.deepEqual((await run('check')).code, 0)
    const index = `${some.connection.index}-${generation}`
    await send('DELETE', `/${index}/_doc/index%23start?routing=index&refresh=true`, null)
    const faulty = await run('check')
    assert.equal(faulty.code, 1)
    assert.match(faulty.out, /^It has 4 sections, its own record says 5\. .* write all pages again with `ask index push`\n$/)
    await send('PUT', `/${index}/_doc/%23meta?routing=%23meta`, { kind: 'meta', format: '0.0' })
    assert.match((await run('check')).err, /it has the format 0\.0, this version of ask reads \S+: write it again with `ask index push`\n$/)
    assert.match((await run('check', '--index', index)).err, /it is an index, which `ask index push` did not make/)
    assert.match((await run('push', '--index', index)).err, /it is an index, which `ask index push` did not make|No pages/)
  })
})

/** The lines of a program's output, as they come. */
function linesOf({ stdout }: ChildProcess): readonly string[] {
  const lines: string[] = []
  if (stdout !== null) createInterface({ input: stdout }).on('line', (line) => lines.push(line))
  return lines
}
