/** Batches that a real engine refuses for now, or that come back in another shape. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { resolveConnection } from '../../../../src/addons/store/opensearch/address.ts'
import { sendBulk } from '../../../../src/addons/store/opensearch/bulk.ts'
import { createRequestEngine } from '../../../../src/addons/store/opensearch/request.ts'
import { readRecorded } from '../../../support/recorded-engine.ts'

interface RecordedReply {
  readonly status: number
  readonly json: unknown
}

const ITEMS = ['a', 'b'].map((section) => ({ section, lines: `{"index":{"_id":"${section}"}}\n{}\n` }))
const WRITTEN: RecordedReply = { status: 200, json: { items: ITEMS.map(() => ({ index: { status: 201 } })) } }

/** Sends the items to an engine that gives these replies one after another, the last one for ever. */
async function sent(replies: readonly RecordedReply[]): Promise<{ readonly done: Promise<void>; readonly waits: readonly number[] }> {
  const waits: number[] = []
  let count = 0
  const fetch = async () => {
    const { status, json } = replies[Math.min(count, replies.length - 1)] ?? assert.fail()
    count += 1
    return new Response(JSON.stringify(json), { status })
  }
  const connection = resolveConnection({ url: 'http://127.0.0.1:1', index: 'ask', fetch, log: () => undefined })
  const request = createRequestEngine(connection, { now: () => 0, random: () => 0, breaker: null })
  const done = sendBulk('/ask', ITEMS, { request, random: () => 0.5, wait: async (ms) => void waits.push(ms) })
  await done.catch(() => undefined)
  return { done, waits }
}

test('a batch that an overloaded engine refuses is sent again, with pauses that double', async () => {
  const { 'queue full': full = assert.fail() } = await readRecorded<Readonly<Record<string, RecordedReply>>>('replies')
  const { done, waits } = await sent([full, full, WRITTEN])
  await done
  assert.deepEqual(waits, [500, 1_000])
  const never = await sent([full])
  await assert.rejects(never.done, { kind: 'overloaded', details: 'the section a was refused 6 times with the whole batch' })
  assert.deepEqual(never.waits, [500, 1_000, 2_000, 4_000, 8_000])
})

test('a batch with a reply of another shape, or to another index, ends', async () => {
  const { 'no index': missing = assert.fail() } = await readRecorded<Readonly<Record<string, RecordedReply>>>('replies')
  await assert.rejects((await sent([{ status: 200, json: { items: [] } }])).done, { kind: 'reply' })
  await assert.rejects((await sent([missing])).done, { kind: 'no-index' })
})
