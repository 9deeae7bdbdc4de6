/** The lock of an alias, over a document in memory with the engine's sequence numbers. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { acquireLock, type LockDeps } from '../../../../src/addons/store/opensearch/lock.ts'
import { EngineFailure } from '../../../../src/addons/store/opensearch/reply.ts'
import type { EngineRequest } from '../../../../src/addons/store/opensearch/request.ts'

/** Looks after which who waits sees that a lock is abandoned. */
const LOOKS = 80

/** One document that several processes lock; `onWait` runs at each look of one who waits. */
function lockedEngine(onWait: () => Promise<void> | void = () => undefined) {
  let stored: { readonly source: unknown; readonly seqNo: number } | null = null
  let [seqNo, holders, waits] = [0, 0, 0]
  function replyTo({ method, path, body }: EngineRequest): { readonly status: number; readonly json: unknown } {
    if (!path.includes('/_doc/')) return { status: 200, json: {} }
    if (method === 'GET') {
      if (stored === null) return { status: 404, json: {} }
      return { status: 200, json: { _source: stored.source, _seq_no: stored.seqNo, _primary_term: 1 } }
    }
    const isMeant = path.endsWith('op_type=create') ? stored === null : path.includes(`if_seq_no=${stored?.seqNo}&`)
    if (!isMeant) throw new EngineFailure('failed', 'conflict', { status: 409, type: 'version_conflict_engine_exception' })
    stored = method === 'DELETE' ? null : { source: body, seqNo: (seqNo += 1) }
    return { status: 200, json: { _seq_no: seqNo, _primary_term: 1 } }
  }
  const deps: LockDeps = {
    request: async (sent, decode) => {
      const { json, status } = replyTo(sent)
      return decode(json, status)
    },
    wait: async () => {
      waits += 1
      await onWait()
    },
    every: () => () => undefined,
    random: () => (holders += 1),
  }
  return { acquire: (work: 'push' | 'page') => acquireLock('docs', work, deps), waits: () => waits }
}

test('acquireLock() waits for the replacement of a page, however often its lock is changed', async () => {
  let changes = 0
  const engine = lockedEngine(async () => {
    changes += 1
    await (changes === LOOKS ? page.release() : page.assertHeld())
  })
  const page = await engine.acquire('page')
  const next = await engine.acquire('page')
  assert.equal(engine.waits(), LOOKS)
  await next.assertHeld()
})

test('acquireLock() refuses while a push changes its lock', async () => {
  const engine = lockedEngine(() => push.assertHeld())
  const push = await engine.acquire('push')
  await assert.rejects(engine.acquire('page'), { code: 'locked', message: 'Another push to docs is running: wait for it' })
  assert.equal(engine.waits(), 1)
})

test('acquireLock() says that others replace pages where one after another does', async () => {
  const engine = lockedEngine(() => page.release().then(async () => void (page = await engine.acquire('page'))))
  let page = await engine.acquire('page')
  await assert.rejects(engine.acquire('page'), { code: 'locked', message: 'Others are still replacing pages of docs: try again' })
})

test('acquireLock() takes a lock that nobody changes for abandoned', async () => {
  const engine = lockedEngine()
  const gone = await engine.acquire('push')
  await engine.acquire('page')
  assert.equal(engine.waits(), LOOKS)
  await assert.rejects(gone.assertHeld(), { code: 'locked', message: 'Another push has taken over; nothing more is written' })
})
