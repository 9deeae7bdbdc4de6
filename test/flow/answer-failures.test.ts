/**
 * What a model's server may do wrong, and what a reader sees of it: one whole stream, with one last event, and nothing
 * left behind it. `test/core/llm/client/client-failure.test.ts` has all ways in which a reply can fail.
 */
import assert from 'node:assert/strict'
import { getEventListeners } from 'node:events'
import { test } from 'node:test'
import type { AskOptions } from '../../src/core/ask.ts'
import type { Handler } from '../../src/core/http/wire/message.ts'
import { ANSWERED, answeringService, callTurn, emptyTurn, type Script } from '../support/answering-service.ts'
import { readAnswerStream } from '../support/answer-stream.ts'
import { post, TRANSPORTS, wholeOf } from '../support/http.ts'
import { chatDelta } from '../support/model-client.ts'
import { frames, refusal, repeat, type Scripted } from '../support/model-server.ts'
import { until } from '../support/until.ts'

const ASK = post({ query: 'Which port?', mode: 'agentic' })

const FAILED = 'The answer failed. Please try again.'
const UNAVAILABLE = 'Answers are not available at the moment. Search still works.'
const BUSY = 'Too many questions at the moment. Please try again in a minute.'
const TOO_LONG = 'The answer took too long. Please try again.'
const REFUSED = 'No answer can be given to this question.'

/** The model wrote no answer. */
const NOTHING = { error: null, text: 'No answer was written. The sections that were found may help.', lines: 1 } as const

const CITED = '[1](/guide/server/#port)'
const HALF = chatDelta('ANSWER:\nIt listens on 4321 [1].')
const HALF_TEXT = `It listens on 4321 ${CITED}.`
const SEARCH = callTurn(['search', { query: 'port' }])
const OVERLOADED = { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } }
const SOON = { 'retry-after-ms': '1' }

interface Expected extends Partial<AskOptions> {
  /** Words of the last event, null for `done`. Default: the answer failed. */
  readonly error?: string | null
  /** All tokens. Default none. */
  readonly text?: string | RegExp
  /** Requests that the model's server gets. Default 1. */
  readonly requests?: number
  /** Lines for the owner. Default 1 for a failure. */
  readonly lines?: number
  /** Searches besides the service's own. */
  readonly searches?: readonly string[]
}

const isList = (played: unknown): played is readonly Scripted[] => Array.isArray(played)

/** What is open in this process, except servers. */
const resources = () => process.getActiveResourcesInfo().filter((name) => name !== 'TCPServerWrap')

/** Names of `now` beyond those of `before`, each as often as it was added. */
function added(before: readonly string[], now: readonly string[]): readonly string[] {
  const rest = [...before]
  return now.filter((name) => {
    const index = rest.indexOf(name)
    if (index !== -1) rest.splice(index, 1)
    return index === -1
  })
}

/** Plays a script to a reader of each transport: all see the same stream, and nothing is left behind it. */
function check(name: string, played: Script | Scripted, expected: Expected = {}) {
  const { error = FAILED, text = '', requests = 1, searches = [], lines = error === null ? 0 : 1, ...options } = expected
  const script = typeof played === 'function' || isList(played) ? played : [played]
  test(`an answer ends well where ${name}`, { timeout: 120_000 }, async (t) => {
    const before = resources()
    for (const { open, name: transport } of TRANSPORTS) {
      const { ask, model, log } = await answeringService(t, script, options)
      await ask.service.warm()
      const signals: AbortSignal[] = []
      const handler: Handler = (request) => {
        signals.push(request.signal)
        return ask.handle(request)
      }
      const stream = readAnswerStream(await (await open(handler, ASK, t)).rest())
      // On a slow machine a time limit may be reached before the request arrives.
      const asked = error === TOO_LONG ? Math.max(requests, model.requests.length) : model.requests.length
      assert.deepEqual([stream.error, stream.searches, asked], [error, ['Which port?', ...searches], requests], log.join('\n'))
      if (typeof text === 'string') assert.equal(stream.text, text)
      else assert.match(stream.text, text)
      assert.equal(log.length, lines, log.join('\n'))
      await until(() => model.underWay() === 0)
      await until(() => {
        model.closeIdle()
        return added(before, resources()).length === 0
      })
      assert.deepEqual(signals.map((signal) => getEventListeners(signal, 'abort').length), [0], transport)
    }
  })
}

// A row for each way in which an answer ends; `client-failure` and `endings` have all that lead to it.
check('the body is reset', { body: [HALF, 5], ending: 'reset' }, { text: HALF_TEXT })
check('the server falls silent in the middle', { body: [HALF], ending: 'stall' }, { model: { idleMs: 100 }, error: TOO_LONG, text: HALF_TEXT })
check('the answer has no end', () => ({ body: repeat(chatDelta('\nANSWER:\nIt goes on and on [1]. '), 1) }), { limits: { answer: { maxAnswerLength: 500 } }, error: null, text: /^It goes on[^]{400,}…\n\n\*Parts of this answer have no source\. .*\*$/ })
check('thinking has no end', () => ({ body: repeat(frames({ choices: [{ delta: { reasoning_content: 'x'.repeat(65_536) } }] })) }), { requests: 2, ...NOTHING })
check('there are too many requests', () => refusal(429, { error: { message: 'Slow down' } }, SOON), { model: { retries: 2 }, requests: 3, error: BUSY })
check('a storm passes', [refusal(429, {}, SOON), refusal(529, OVERLOADED, SOON), ANSWERED], { model: { retries: 2 }, requests: 3, error: null, text: HALF_TEXT })
check('an event is an error', { body: [HALF, frames(['error', OVERLOADED])] }, { text: HALF_TEXT, error: BUSY })
check('every call is garbage', () => ({ body: [callTurn(['search', '{"q'], ['', '[]'], ['rm -rf', {}], ['open', { id: { a: 1 } }])] }), { requests: 5, ...NOTHING })
check('the second request fails', [{ body: [SEARCH] }, 'reset'], { requests: 2, searches: ['port'] })
check('the model refuses in the middle', { body: [HALF, emptyTurn('content_filter')] }, { error: null, text: `${HALF_TEXT}\n\n${REFUSED}` })

test('a spent quota shows keywords to those who ask next', async (t) => {
  const { ask, model } = await answeringService(t, [refusal(402, { error: { message: 'Insufficient credits' } })])
  const send = async () => (await wholeOf(await TRANSPORTS[0]!.open(ask.handle, ASK, t))).text
  assert.equal(readAnswerStream(await send()).error, UNAVAILABLE)
  const { mode, warning, results } = JSON.parse(await send())
  assert.deepEqual([mode, model.requests.length, results[0]?.url], ['keyword', 1, '/guide/server/#port'])
  assert.match(warning, /showing keyword results\.$/)
})
