/** The stream of an answer while it is under way, on every way to reach a handler. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Changes, createTestHandler, neutral, post, TRANSPORTS } from '../support/http.ts'
import { ANSWER, DONE, gate, SEARCH, scriptedAnswering, SOURCES, token } from '../support/scripted-answerer.ts'
import { until } from '../support/until.ts'
import type { Subject } from './case.ts'

const ASK = post({ query: 'slashes', mode: 'agentic' })
/** Long after what is awaited must have come: a bound for a broken build, not a measure. */
const BOUND = { timeout: 120_000 }

/** Runs the suite. */
export function testStreams({ name, serviceWith }: Subject): void {
  const handlerOf = (changes: Changes) => createTestHandler(changes, serviceWith)
  for (const { name: transport, open } of TRANSPORTS) {
    describe(`an answer over ${name} through ${transport}`, BOUND, () => {
      test('tells of each thing as it happens', async (t) => {
        const gates = [gate(), gate(), gate()]
        const answering = scriptedAnswering(() => [gates[0]!.wait, SEARCH, gates[1]!.wait, SOURCES, token('Set'), gates[2]!.wait, DONE])
        const reader = await open(handlerOf({ answering }), ASK, t)
        assert.equal(await reader.received(': ok\n\n'), ': ok\n\n')
        gates[0]!.open()
        assert.doesNotMatch(await reader.received('slashes"}\n\n'), /sources/)
        gates[1]!.open()
        assert.doesNotMatch(await reader.received('"Set"}\n\n'), /done/)
        gates[2]!.open()
        assert.match(await reader.rest(), /event: done\ndata: {}\n\n$/)
        assert.deepEqual(answering.reports.map(({ outcome }) => outcome), ['answered'])
      })

      test('says that it is alive while nothing happens', async (t) => {
        const { wait, open: goOn } = gate()
        const answering = scriptedAnswering(() => [SEARCH, wait, ...ANSWER])
        const reader = await open(handlerOf({ answering, settings: { heartbeatMs: 10 } }), ASK, t)
        await reader.received('}\n\n: hb\n\n: hb\n\n')
        goOn()
        await reader.received('event: done')
      })

      test('ends at once when its reader leaves, and makes room for the next', async (t) => {
        const { wait } = gate()
        const answering = scriptedAnswering((question) => (question === 'slashes' ? [SEARCH, wait, DONE] : ANSWER))
        const handler = handlerOf({ answering, answers: { atOnce: 1, maxWaiting: 0 } })
        const reader = await open(handler, ASK, t)
        await reader.received('event: search')
        reader.leave()
        await until(() => answering.reports.length === 1)
        assert.equal(answering.reports[0]!.outcome, 'cancelled')
        assert.match(await (await open(handler, post({ query: 'next' }), t)).rest(), /done/)
      })

      test('ends when its reader leaves before anything is read', async (t) => {
        const answering = scriptedAnswering()
        const handler = handlerOf({ answering, answers: { atOnce: 1, maxWaiting: 0 } })
        const reader = await open(handler, ASK, t)
        reader.leave()
        await sleep(20)
        await until(() => answering.reports.length === answering.asked.length)
        assert.match(await (await open(handler, post({ query: 'next' }), t)).rest(), /done/)
      })

      test('is written no further than its reader reads', async (t) => {
        let written = 0
        async function* endless() {
          yield SOURCES
          for (; written < 100_000; written++) yield token('x'.repeat(10_000))
        }
        const answering = scriptedAnswering(endless)
        const reader = await open(handlerOf({ answering }), ASK, t)
        await reader.received('xxx')
        await sleep(100)
        assert.ok(written < 2_000, `${written} pieces of 10 kB were written for a reader who reads none`)
        reader.leave()
        await until(() => answering.reports.length === 1)
      })
    })
  }

  test('HEAD and OPTIONS begin no answer', async () => {
    const answering = scriptedAnswering()
    const handler = handlerOf({ answering })
    const { status } = await handler(neutral({ ...ASK, method: 'HEAD' }))
    const { allow } = (await handler(neutral({ ...ASK, method: 'OPTIONS' }))).headers
    assert.deepEqual([status, allow, answering.asked], [200, 'GET, HEAD, POST, OPTIONS', []])
  })

  test('a reply that is never read begins no answer', async () => {
    const answering = scriptedAnswering()
    const gone = new AbortController()
    await handlerOf({ answering })({ ...neutral(ASK), signal: gone.signal })
    gone.abort()
    await sleep(5)
    assert.deepEqual([answering.asked, answering.reports], [[], []])
  })
}
