import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkModern, negotiate, readEra } from '../../../src/core/mcp/protocol.ts'
import { MODERN } from '../../support/mcp.ts'

const VERSION = 'io.modelcontextprotocol/protocolVersion'

/** Checks the era of a `_meta`, or the code of the failure where it is malformed. */
function check(meta: unknown, expected: 'legacy' | 'modern' | number) {
  const era = readEra({ _meta: meta })
  assert.equal(era.type === 'malformed' ? era.failure.code : era.type, expected)
}

test('readEra() is legacy for a _meta without a revision', () => {
  check(undefined, 'legacy')
  check({}, 'legacy')
  check({ progressToken: 1 }, 'legacy')
  assert.deepEqual(readEra({}), { type: 'legacy' })
})

test('readEra() is modern for a _meta with any revision', () => {
  check(MODERN, 'modern')
  check({ [VERSION]: '2099-01-01' }, 'modern')
  check({ [VERSION]: '' }, 'modern')
})

test('readEra() is malformed for a _meta that is no object, and a revision that is no string', () => {
  for (const meta of [null, [], 'a', 1]) check(meta, -32602)
  for (const version of [null, 1, {}]) check({ [VERSION]: version }, -32602)
})

test('checkModern() refuses revisions that are not modern, and names those that are', () => {
  for (const version of ['2099-01-01', '2025-11-25', '', 'x'.repeat(1_000)]) {
    const failure = checkModern({ type: 'modern', version, meta: MODERN })
    assert.equal(failure?.code, -32022)
    assert.deepEqual(failure?.data, { supported: ['2026-07-28'], requested: version.slice(0, 100) })
  }
})

test('checkModern() demands capabilities, which may be empty', () => {
  assert.equal(checkModern({ type: 'modern', version: '2026-07-28', meta: MODERN }), null)
  for (const capabilities of [undefined, null, [], 'x']) {
    const meta = { ...MODERN, 'io.modelcontextprotocol/clientCapabilities': capabilities }
    assert.equal(checkModern({ type: 'modern', version: '2026-07-28', meta })?.code, -32602)
  }
})

test('negotiate() agrees to a known revision, and offers its newest with a handshake for any other', () => {
  for (const version of ['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25']) assert.equal(negotiate(version), version)
  for (const version of ['2026-07-28', '2099-01-01', '2024-11-5', '', 'latest']) assert.equal(negotiate(version), '2025-11-25')
})
