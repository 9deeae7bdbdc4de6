import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createEvidence, hasEvidence } from '../../../src/graph-builder/verify/evidence.ts'
import { chunksOf, page } from '../../support/chunk.ts'

const PAGE = page('ports', { '': 'The server listens.', 'Set a port': 'Pass `--port 80`.', 'Free ports': 'Any is taken.' })

test('createEvidence() gives the text of a chunk, and all headings of its page', () => {
  const [, chunk = assert.fail()] = chunksOf(PAGE)
  const evidence = createEvidence([PAGE])(chunk)
  assert.deepEqual(['--port\n80', 'Free ports', 'Any is taken'].map((text) => hasEvidence(evidence, text)), [true, true, false])
})

test('createEvidence() repeats the headings of a page in no chunk of it', () => {
  const large = page('large', Object.fromEntries(Array.from({ length: 1_000 }, (_, i) => [`Heading ${i}`, 'Text.'])))
  const evidenceOf = createEvidence([large])
  const lengths = chunksOf(large).map((chunk) => evidenceOf(chunk)[0]?.length ?? 0)
  assert.equal(lengths.length, 1_001)
  assert.ok(Math.max(...lengths) < 100)
})
