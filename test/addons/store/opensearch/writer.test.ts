import assert from 'node:assert/strict'
import { test } from 'node:test'
import { resolveConnection } from '../../../../src/addons/store/opensearch/address.ts'
import { createWriter } from '../../../../src/addons/store/opensearch/writer.ts'
import { replay, SCENES, sceneDeps, sectionsOf } from '../../../support/recorded-engine.ts'

for (const name of ['push', 'page', 'failures'] as const) {
  test(`a writer goes through the scene "${name}" with the replies of a real engine`, async () => {
    const { fetch, left } = await replay(name)
    const connection = resolveConnection({ url: 'http://127.0.0.1:1', index: 'ask-recorded', fetch })
    await SCENES[name](createWriter(connection, { shards: 1, replicas: 0 }, sceneDeps()))
    assert.deepEqual(left(), [])
  })
}

/** A writer of the scene `name`; from the given one of the requests `refuse` on, the engine fails to do them. */
async function writerWithout(name: 'push' | 'page', refuse: RegExp, from = 1) {
  let matching = 0
  const { fetch: replayed } = await replay(name)
  const fetch: typeof replayed = async (input, init) => {
    const reply = await replayed(input, init)
    const isRefused = refuse.test(`${init?.method} ${String(input)}`) && (matching += 1) >= from
    return isRefused ? Response.json({ error: { type: 'x', reason: 'y' } }, { status: 500 }) : reply
  }
  const connection = resolveConnection({ url: 'http://127.0.0.1:1', index: 'ask-recorded', fetch })
  return createWriter(connection, { shards: 1, replicas: 0 }, sceneDeps())
}

test('a push is done once the alias has moved, even if the old generation can\'t be deleted', async () => {
  await SCENES.push(await writerWithout('push', /^DELETE \S+000z-\w+$/))
})

test('a page that is written without its meta document asks for a push of all pages', async () => {
  for (const [refuse, from] of [[/^PUT \S+%23meta$/, 2], [/_refresh$/, 3]] as const) {
    const writer = await writerWithout('page', refuse, from)
    const push = await writer.begin()
    await push.add(sectionsOf('First.'))
    await push.finish({ graphHash: '', builtBy: 'rules', glossary: [], suggestions: ['How?'], overview: '', context: '' })
    const details = /status 500, x: y; the page is written, the meta document is not: write all pages with `ask index push`$/
    await assert.rejects(writer.replacePage('guides/routing', sectionsOf('Second.')), { kind: 'failed', details })
  }
})
