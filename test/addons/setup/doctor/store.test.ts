import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkStore } from '../../../../src/addons/setup/doctor/store.ts'
import { resolveConnection } from '../../../../src/addons/store/opensearch/address.ts'
import { STORE_FORMAT, type StoreMeta } from '../../../../src/addons/store/store.ts'
import { EMPTY_TALLY } from '../../../../src/addons/store/document.ts'

const META: StoreMeta = {
  ...EMPTY_TALLY, format: STORE_FORMAT, generation: '20260101t000000000z-00000000', revision: 0, graphHash: EMPTY_TALLY.contentHash,
  counts: { ...EMPTY_TALLY.counts, sections: 4_098 }, builtBy: 'extractive', glossary: [], suggestions: [], overview: '', context: '',
}
const REFUSED = Response.json({ error: { type: 'security_exception', reason: 'no permissions' }, status: 403 }, { status: 403 })
const FINE = /^ok ask-docs: 4,098 sections, written by the push 20260101t000000000z-00000000 \| $/

/** Replies of an engine by the path of a request; those of a whole index where nothing else is given. */
interface Engine {
  readonly root?: Response
  readonly meta?: Response
  readonly sections?: number
}

/** Checks the findings of an index on these engines by port, null for one that is gone: `status message | remedy`. */
async function check(engines: Readonly<Record<string, Engine | null>>, expected: readonly RegExp[]): Promise<void> {
  const fetch = async (input: string | URL | Request) => {
    const { port, pathname } = new URL(String(input instanceof Request ? input.url : input))
    const engine = engines[port] ?? null
    if (engine === null) throw new TypeError('fetch failed')
    const { root, meta, sections = 4_098 } = engine
    if (pathname === '/') return (root ?? Response.json({ version: { distribution: 'opensearch', number: '2.19.5' } })).clone()
    if (pathname.endsWith('/_count')) return Response.json({ count: sections, _shards: { total: 2, successful: sections === 0 ? 1 : 2, failed: 0 } })
    return (meta ?? Response.json({ found: true, _seq_no: 1, _primary_term: 1, _source: META })).clone()
  }
  const url = Object.keys(engines).map((port) => `http://127.0.0.1:${port}`).join()
  const findings = await checkStore(resolveConnection({ url, index: 'ask-docs', fetch }), { now: () => 0, random: () => 0 })
  assert.equal(findings.length, expected.length, JSON.stringify(findings))
  for (const [i, { name, status, message, remedy = '' }] of findings.entries()) {
    assert.equal(name, 'store')
    assert.match(`${status} ${message} | ${remedy}`, expected[i]!)
  }
}

test('checkStore() names the index and its size, also to a user of this index alone', async () => {
  for (const engine of [{}, { root: REFUSED }]) await check({ 9200: engine }, [FINE])
})

test('checkStore() finds an engine that can not be reached, and asks the others for the index', async () => {
  await check({ 9200: null }, [/^fail http:\/\/127\.0\.0\.1:9200: The search engine can't be reached: GET http:\/\/127\.0\.0\.1:9200\/: .* \| Start the engine, or correct the address/])
  await check({ 9201: null, 9200: {} }, [FINE, /^warn http:\/\/127\.0\.0\.1:9201: .* \| Start/])
  const page = new Response('<html>', { headers: { 'content-type': 'text/html' } })
  await check({ 9200: { root: page } }, [/^fail http:\/\/127\.0\.0\.1:9200: The search engine can't be used: .*text\/html, not with JSON/])
})

test('checkStore() says why an index can not be read', async () => {
  await check({ 9200: { meta: REFUSED } }, [/^fail .*403/])
  await check({ 9200: { meta: Response.json({ found: true, _seq_no: 1, _primary_term: 1, _source: { ...META, format: 'x' } }) } }, [/^fail .* it has the format x, .*write it again with `ask index push` \| $/])
})

test('checkStore() finds an index that is not whole, and a graph of other content', async () => {
  await check({ 9200: { sections: 4_000 } }, [FINE, /^warn ask-docs has 4,000 sections, its own record says 4098 \| .*`ask index push`/])
  await check({ 9200: { sections: 0 } }, [FINE, /^fail A part of the search index is missing: /])
  const meta = Response.json({ found: true, _seq_no: 1, _primary_term: 1, _source: { ...META, graphHash: 'sha256:1' } })
  await check({ 9200: { meta } }, [FINE, /^warn The graph in ask-docs is older than its content \| Run `ask kg build`, then `ask index push`$/])
})
