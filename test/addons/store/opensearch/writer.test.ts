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

/** A writer of the scene `name`, to whose requests `refuse` is answered that the engine fails. */
async function writerWithout(name: 'push' | 'page', refuse: RegExp) {
  const { fetch: replayed } = await replay(name)
  const fetch: typeof replayed = async (input, init) => {
    const reply = await replayed(input, init)
    return refuse.test(`${init?.method} ${String(input)}`) ? Response.json({ error: { type: 'x', reason: 'y' } }, { status: 500 }) : reply
  }
  const connection = resolveConnection({ url: 'http://127.0.0.1:1', index: 'ask-recorded', fetch })
  return createWriter(connection, { shards: 1, replicas: 0 }, sceneDeps())
}

test('a push is done once the alias has moved, even if the old generation can\'t be deleted', async () => {
  await SCENES.push(await writerWithout('push', /^DELETE \S+000z-\w+$/))
})
