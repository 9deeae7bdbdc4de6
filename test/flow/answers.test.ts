/**
 * Answers of the whole service, from a model's server to a reader: one stream on every transport, with one last event, and
 * nothing left behind it. `test/core/llm/client/` has all ways in which a reply can fail, `test/core/answer/` all ends of an
 * answer.
 */
import assert from 'node:assert/strict'
import { getEventListeners } from 'node:events'
import { test } from 'node:test'
import type { Handler } from '../../src/core/http/wire/message.ts'
import { readAnswerStream } from '../support/answer-stream.ts'
import { ANSWERED, answeringService, callTurn } from '../support/answering-service.ts'
import { post, TRANSPORTS } from '../support/http.ts'
import { chatDelta } from '../support/model-client.ts'
import { refusal, repeat, type Scripted } from '../support/model-server.ts'
import { until } from '../support/until.ts'

const ASK = post({ query: 'Which port?', mode: 'agentic' })
/** Far below what any limit would end by itself: the shortest is 45 s. */
const BOUND = { timeout: 120_000 }
const BEGUN = chatDelta('ANSWER:\nIt listens on 4321 [1].')
const TEXT = 'It listens on 4321 [1](/guide/server/#port).'
const SEARCH: Scripted = { body: [callTurn(['search', { query: 'port' }])] }
const BUSY = refusal(429, {}, { 'retry-after-ms': '1' })
const FAILED = 'The answer failed. Please try again.'

interface Told {
  /** Words of the last event, null for `done`. */
  readonly error: string | null
  readonly text: string
  /** Searches besides the service's own. */
  readonly searches: readonly string[]
}

for (const [name, script, told] of [
  ['the model searches, is busy for a while, and answers', [SEARCH, BUSY, ANSWERED], { error: null, text: TEXT, searches: ['port'] }],
  ['the answer breaks off', [{ body: [BEGUN, 5], ending: 'reset' }], { error: FAILED, text: TEXT, searches: [] }],
] as const satisfies readonly (readonly [string, readonly Scripted[], Told])[]) {
  test(`an answer ends well where ${name}`, BOUND, async (t) => {
    for (const { open } of TRANSPORTS) {
      const { ask, model, log } = await answeringService(t, script, { model: { retries: 1 } })
      const signals: AbortSignal[] = []
      const handler: Handler = (request) => {
        signals.push(request.signal)
        return ask.handle(request)
      }
      const { error, text, searches } = readAnswerStream(await (await open(handler, ASK, t)).rest())
      assert.deepEqual({ error, text, searches }, { ...told, searches: ['Which port?', ...told.searches] }, log.join('\n'))
      assert.deepEqual([model.requests.length, log.length], [script.length, error === null ? 0 : 1])
      await until(() => model.underWay() === 0)
      assert.deepEqual(signals.map((signal) => getEventListeners(signal, 'abort').length), [0])
    }
  })
}

test('a reader who leaves while the answer is written ends it at once, and the next has the place', BOUND, async (t) => {
  for (const { open } of TRANSPORTS) {
    const limits = { answersAtOnce: 1, answersWaiting: 0 }
    const { ask, model, log } = await answeringService(t, [SEARCH, { body: repeat(BEGUN, 1) }, ANSWERED], { limits })
    const reader = await open(ask.handle, ASK, t)
    await reader.received('event: token')
    reader.leave()
    await until(() => model.underWay() === 0)
    assert.equal(readAnswerStream(await (await open(ask.handle, post({ query: 'next' }), t)).rest()).error, null)
    assert.deepEqual([model.requests.length, log], [3, []])
  }
})
