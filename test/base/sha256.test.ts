import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatSha256, sha256, SHA256_BYTES } from '../../src/base/sha256.ts'

const bytes = (text: string) => new TextEncoder().encode(text)

test('sha256() hashes its parts one after another (FIPS 180-2, B.1)', async () => {
  const expected = 'sha256:ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'
  assert.equal(formatSha256(await sha256(bytes('abc'))), expected)
  assert.equal(formatSha256(await sha256(bytes('a'), new Uint8Array(), bytes('bc'))), expected)
  assert.equal((await sha256()).length, SHA256_BYTES)
})
