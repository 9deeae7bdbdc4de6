/**
 * Records what a real engine replies to a writer and to reads, for the fast tests: `npm run record`. Clock and
 * randomness stand still, so that a replay asks for the same names.
 */
import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Connection, resolveConnection } from '../../../src/addons/store/opensearch/address.ts'
import { createOpenSearch } from '../../../src/addons/store/opensearch/opensearch.ts'
import { META_ID } from '../../../src/addons/store/opensearch/generations.ts'
import { searchBody } from '../../../src/addons/store/opensearch/query.ts'
import { createWriter } from '../../../src/addons/store/opensearch/writer.ts'
import { type Exchange, pushReadSite, READ_DEPS, READS, RECORDED, SCENES, sceneDeps, storeQuery } from '../../support/recorded-engine.ts'
import { type Engine, type EngineOptions, startEngine } from './engine.ts'

/** Searches that wait: one of two shards fits into the queue, and a rush does not. */
const QUEUE = 4
/** Searches at once. */
const RUSH = 60

const deps = sceneDeps()
await withEngine({ settings: ['thread_pool.search.size: 1', `thread_pool.search.queue_size: ${QUEUE}`] }, async ({ url }) => {
  for (const [name, play] of Object.entries(SCENES)) {
    const { connection, exchanges } = recorder(url)
    await play(createWriter(connection, { shards: 1, replicas: 0 }, sceneDeps()))
    await save(name, exchanges)
    await fetch(`${url}/ask-recorded-*`, { method: 'DELETE' })
  }
  await pushReadSite(createWriter(recorder(url).connection, { shards: 2, replicas: 0 }, deps))
  await recordReads('reads', url)
  await save('replies', await recordReplies(url))
})
await withEngine({ nodes: 2 }, async ({ url, processes }) => {
  await pushReadSite(createWriter(recorder(url).connection, { shards: 2, replicas: 0 }, deps))
  await keepMeta(url)
  await fetch(`${url}/_cluster/health?wait_for_no_relocating_shards=true&wait_for_no_initializing_shards=true`)
  processes[1]?.kill('SIGKILL')
  await fetch(`${url}/_cluster/health?wait_for_nodes=1`)
  await recordReads('missing-shard', url)
})

/** Has the node at an address hold the shard of the meta document, without which no read begins, and the other node the other shard. */
async function keepMeta(url: string): Promise<void> {
  const [first = assert.fail()] = Object.keys((await (await fetch(`${url}/_nodes/_local`)).json()).nodes)
  const { shards } = await (await fetch(`${url}/ask-recorded/_search_shards?routing=${encodeURIComponent(META_ID)}`)).json()
  const [{ index, shard, node } = assert.fail()] = shards[0]
  if (node === first) return
  const move = (number: number, from: string, to: string) => ({ move: { index, shard: number, from_node: from, to_node: to } })
  const commands = [move(shard, node, first), move(1 - shard, first, node)]
  await fetch(`${url}/_cluster/reroute`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ commands }) })
}

async function withEngine(options: EngineOptions, record: (engine: Engine & { readonly url: string }) => Promise<void>): Promise<void> {
  const engine = await startEngine(options)
  try {
    await record({ ...engine, url: engine.urls[0] ?? '' })
  } finally {
    await engine.stop()
  }
}

function recorder(url: string, { withBodies = false } = {}): { readonly connection: Connection; readonly exchanges: readonly Exchange[] } {
  const exchanges: Exchange[] = []
  const recording: typeof fetch = async (input, init) => {
    const { pathname, search } = new URL(String(input))
    const reply = await fetch(input, init)
    const json = JSON.parse((await reply.clone().text()) || 'null') as unknown
    const body = withBodies && typeof init?.body === 'string' ? { body: JSON.parse(init.body) as unknown } : {}
    exchanges.push({ request: `${init?.method} ${pathname}${search}`, ...body, status: reply.status, json })
    return reply
  }
  return { connection: resolveConnection({ url, index: 'ask-recorded', fetch: recording, log: () => undefined }), exchanges }
}

async function recordReads(name: keyof typeof READS, url: string): Promise<void> {
  const { connection, exchanges } = recorder(url, { withBodies: true })
  console.log(name, await READS[name](createOpenSearch(connection, READ_DEPS)))
  await save(name, exchanges)
}

/** Replies to requests that fail, each by its name. */
async function recordReplies(url: string): Promise<Readonly<Record<string, unknown>>> {
  const send = async (path: string, body: object, method = 'POST') => {
    const reply = await fetch(url + path, { method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })
    return { status: reply.status, json: (await reply.json()) as unknown }
  }
  const query = searchBody(storeQuery(), { isWeighted: false })
  const replies: Record<string, unknown> = {
    'no index': await send('/ask-nothing/_search', query),
    'unknown query': await send('/ask-recorded/_search', { query: { nosuchquery: {} } }),
    'time is over': await send('/ask-recorded/_search', { ...query, timeout: '1nanos' }),
  }
  await send('/ask-recorded/_settings', { 'index.blocks.read': true }, 'PUT')
  replies['blocked'] = await send('/ask-recorded/_search', query)
  await send('/ask-recorded/_settings', { 'index.blocks.read': null }, 'PUT')
  for (let tries = 0; tries < 50 && !(replies['queue full'] && replies['queue partly full']); tries += 1) {
    const rush = await Promise.all(Array.from({ length: RUSH }, () => send('/ask-recorded/_search', query)))
    replies['queue full'] ??= rush.find(({ status }) => status === 429)
    replies['queue partly full'] ??= rush.find(({ status, json }) => status === 200 && (json as { _shards: { failed: number } })._shards.failed > 0)
    await sleep(50)
  }
  return replies
}

async function save(name: string, value: unknown): Promise<void> {
  await writeFile(new URL(`${name}.json`, RECORDED), `${JSON.stringify(value, null, 1)}\n`)
}
