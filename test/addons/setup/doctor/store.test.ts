import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  checkStore, checkStoreOptions, type IndexState, type NodeState, noStore, probeStore,
} from '../../../../src/addons/setup/doctor/store.ts'
import { resolveConnection } from '../../../../src/addons/store/opensearch/address.ts'
import { EngineFailure } from '../../../../src/addons/store/opensearch/failure.ts'
import { STORE_FORMAT } from '../../../../src/addons/store/store.ts'
import { EMPTY_TALLY } from '../../../../src/addons/store/tally.ts'

const NODE: NodeState = { address: 'http://127.0.0.1:9200', failure: null, version: 'opensearch 2.19.5' }
const GONE = new EngineFailure('unreachable', 'GET /: connection refused')
const INDEX: IndexState = {
  meta: {
    ...EMPTY_TALLY, format: STORE_FORMAT, generation: '20260101t000000000z-00000000', revision: 0, graphHash: EMPTY_TALLY.contentHash,
    counts: { ...EMPTY_TALLY.counts, sections: 4_098 }, builtBy: 'extractive', glossary: [], suggestions: [], overview: '', context: '',
  },
  sections: 4_098,
  health: { status: 'green', unassignedShards: 0 },
}
const FINE = /^ok ask-docs in opensearch 2\.19\.5: 4,098 sections, generation 20260101t000000000z-00000000 \| $/

/** Checks the findings of an index, each as `status message | remedy`. */
function check(index: Partial<IndexState> | EngineFailure | null, expected: readonly RegExp[], nodes: readonly NodeState[] = [NODE]): void {
  const state = index === null || index instanceof EngineFailure ? index : { ...INDEX, ...index }
  const findings = checkStore({ alias: 'ask-docs', nodes, index: state })
  assert.equal(findings.length, expected.length, JSON.stringify(findings))
  for (const [i, { name, status, message, remedy = '' }] of findings.entries()) {
    assert.equal(name, 'store')
    assert.match(`${status} ${message} | ${remedy}`, expected[i]!)
  }
}

test('checkStore() names the engine, the index and its size', () => {
  check({}, [FINE])
  check({ sections: 4_098, health: null }, [/^ok ask-docs in the search engine: 4,098 sections/], [{ ...NODE, version: null }])
})

test('checkStore() finds an engine that can not be reached', () => {
  const gone = { ...NODE, failure: GONE, version: null }
  check(null, [/^fail http:\/\/127\.0\.0\.1:9200: The search engine can't be reached: GET \/: connection refused \| Start the engine, or correct the address/], [gone])
  check({}, [FINE, /^warn http:\/\/127\.0\.0\.1:9200: .*connection refused \| Start/], [gone, NODE])
})

test('checkStore() says why an index can not be read', () => {
  const failure = new EngineFailure('no-index', 'GET /ask-docs/_doc/%23meta: status 404. Write it with `ask index push`', { status: 404 })
  check(failure, [/^fail The search index is not there: GET .* Write it with `ask index push` \| $/])
})

test('checkStore() finds an index that is not whole', () => {
  check({ sections: 4_000 }, [FINE, /^warn ask-docs has 4,000 sections, its meta document says 4098 \| .*`ask index check`/])
  check({ health: { status: 'red', unassignedShards: 1 } }, [FINE, /^fail The health of ask-docs is red: .*, 1 shard without a node \| Restart the node/])
  check({ health: { status: 'yellow', unassignedShards: 2 } }, [FINE, /^warn The health of ask-docs is yellow: 2 shards without a node, .* \| Add a node, or push with `--replicas 0`/])
})

test('checkStore() finds a graph of other content', () => {
  check({ meta: { ...INDEX.meta, graphHash: 'sha256:1' } }, [FINE, /^warn The graph is older than the content \| Run `ask kg build`, then `ask index push`$/])
})

test('noStore() and checkStoreOptions() speak of flags and variables', () => {
  assert.match(noStore().message, /--search-url.*ASK_SEARCH_URL/)
  assert.deepEqual([noStore().status, checkStoreOptions('Which index?').status], ['skip', 'fail'])
})

const NODES = ['http://127.0.0.1:9201', 'http://127.0.0.1:9202', 'http://127.0.0.1:9203']
const DEPS = { now: () => 0, random: () => 0 }

test('probeStore() asks each node, and only those that reply for the index', async () => {
  const asked: string[] = []
  const fetch = async (input: string | URL | Request) => {
    const { port, pathname } = new URL(String(input instanceof Request ? input.url : input))
    asked.push(`${port}${pathname}`)
    if (port === '9201') throw new TypeError('fetch failed')
    if (port === '9202') return new Response('<html>', { headers: { 'content-type': 'text/html' } })
    return Response.json({ error: { type: 'security_exception', reason: 'no permissions' }, status: 403 }, { status: 403 })
  }
  const { nodes, index } = await probeStore(resolveConnection({ url: NODES.join(), index: 'ask-docs', fetch }), DEPS)
  assert.deepEqual(nodes.map(({ failure }) => failure?.message ?? null), ["The search engine can't be reached.", "The search engine can't be used.", null])
  assert.match(nodes[1]?.failure?.details ?? '', /text\/html, not with JSON/)
  assert.ok(index instanceof EngineFailure && index.status === 403, 'a user who may not ask for the version may yet read the index')
  assert.deepEqual(asked.filter((path) => !/\/$/.test(path)), ['9203/ask-docs/_doc/%23meta'])
})

test('probeStore() gives no index where no node replies', async () => {
  const fetch = async () => Promise.reject(new TypeError('fetch failed'))
  const { index } = await probeStore(resolveConnection({ url: NODES.join(), index: 'ask-docs', fetch }), DEPS)
  assert.equal(index, null)
})
