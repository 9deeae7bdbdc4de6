/** The budgets of what agents read, in tokens of a real tokenizer, over the documents of this repository. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { countSite } from './counts.mjs'

const DOCS = fileURLToPath(new URL('../../../docs', import.meta.url))
/** Bytes of the index, and tokens that these have at most: names and paths take more tokens than prose. */
const INDEX = { bytes: 8_000, tokens: 3_200 }
/** Tokens of one result: its limit of 40,000 bytes holds for both forms together. */
const MAX_RESULT_TOKENS = 10_000

test('index and results of tools keep their budgets', { timeout: 300_000 }, async (t) => {
  const counts = await countSite(DOCS, { query: 'behind a proxy', section: 'operation' })
  for (const [name, { bytes, tokens }] of counts) t.diagnostic(`${name}: ${bytes} bytes, ${tokens} tokens`)
  const index = counts.get('AGENTS.md index')
  assert.ok(index.bytes <= INDEX.bytes && index.tokens <= INDEX.tokens, JSON.stringify(index))
  for (const name of ['search', 'section_get', 'sections_list', 'overview', 'glossary_list']) {
    assert.ok(counts.get(name).tokens <= MAX_RESULT_TOKENS, `${name}: ${counts.get(name).tokens}`)
  }
})
