import assert from 'node:assert/strict'
import { test } from 'node:test'
import { resolveConnection } from '../../../../src/addons/store/opensearch/address.ts'
import { createWriter } from '../../../../src/addons/store/opensearch/writer.ts'
import { replay, SCENES, sceneDeps } from '../../../support/recorded-engine.ts'

for (const name of ['push', 'page', 'failures'] as const) {
  test(`a writer goes through the scene "${name}" with the replies of a real engine`, async () => {
    const { fetch, left } = await replay(name)
    const connection = resolveConnection({ url: 'http://127.0.0.1:1', index: 'ask-recorded', fetch })
    await SCENES[name](createWriter(connection, { shards: 1, replicas: 0 }, sceneDeps()))
    assert.deepEqual(left(), [])
  })
}
