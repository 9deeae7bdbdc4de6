/**
 * Readers who leave, whatever the answer is waiting for: the model's server sees
 * it at once, and the next reader has the place.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AskOptions } from '../../src/core/ask.ts'
import { ANSWERED, answeringService, callTurn } from '../support/answering-service.ts'
import { readAnswerStream } from '../support/answer-stream.ts'
import { collectGarbage } from '../support/garbage.ts'
import { post, TRANSPORTS } from '../support/http.ts'
import { startFor } from '../support/loopback.ts'
import { chatDelta } from '../support/model-client.ts'
import { refusal, repeat, type Scripted } from '../support/model-server.ts'
import { rawClient } from '../support/raw.ts'
import { gate } from '../support/scripted-answerer.ts'
import { until } from '../support/until.ts'

/** One answer at once, nobody waits for it, and what fails is tried again. */
const ALONE: Partial<AskOptions> = { limits: { answersAtOnce: 1, answersWaiting: 0 }, model: { retries: 1 } }
const FIRST = post({ query: 'first', mode: 'agentic' })
const NEXT = post({ query: 'next', mode: 'agentic' })
const BEGUN = chatDelta('ANSWER:\nIt listens on 4321 [1].')
/** Far below what any limit would end by itself: the shortest is 45 s. */
const BOUND = { timeout: 120_000 }

/** `replies` are played to one who leaves when all of them have begun and the stream holds `seen`. */
function check(name: string, replies: () => readonly Scripted[], seen: string) {
  test(`a reader who leaves while ${name} ends the answer at once`, BOUND, async (t) => {
    for (const { open } of TRANSPORTS) {
      const played = replies()
      let isNext = false
      const { ask, model, log } = await answeringService(t, (_, ordinal) => (isNext ? ANSWERED : (played[ordinal] ?? assert.fail('asked again'))), ALONE)
      const reader = await open(ask.handle, FIRST, t)
      await reader.received(seen)
      void reader.rest()
      await until(() => model.requests.length === played.length)
      await collectGarbage()
      reader.leave()
      await until(() => model.underWay() === 0)
      isNext = true
      assert.equal(readAnswerStream(await (await open(ask.handle, NEXT, t)).rest()).error, null)
      assert.deepEqual([model.requests.length, log], [played.length + 1, []])
    }
  })
}

const SEARCH: Scripted = { body: [callTurn(['search', { query: 'port' }])] }

check('the model has not answered', () => ['silent'], 'event: search')
check('the model searches', () => [SEARCH, 'silent'], '"port"')
check('the answer is written', () => [{ body: repeat(BEGUN, 1) }], 'event: token')
check('the next try is waited for', () => [refusal(429, {}, { 'retry-after': '30' })], 'event: search')

test('a reader who leaves before the content is read asks no model', BOUND, async (t) => {
  const { wait, open: goOn } = gate()
  let isRead = false
  const { ask, model } = await answeringService(t, [ANSWERED], {
    ...ALONE,
    content: async () => {
      isRead = true
      await wait()
      return []
    },
  })
  const server = await startFor(t, ask.handle)
  const { body } = FIRST
  const reader = await rawClient(server.port, `POST /api/ask HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: ${body!.length}\r\n\r\n${body}`)
  await until(() => isRead)
  reader.leave()
  goOn()
  await reader.rest()
  const text = await (await TRANSPORTS[0]!.open(ask.handle, NEXT, t)).rest()
  assert.deepEqual([readAnswerStream(text).error, model.requests.length], [null, 1])
})
