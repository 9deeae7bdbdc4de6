import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  costAfter, costOf, countEvent, countFailure, createMeter, type Meter, startRequest,
} from '../../../src/core/answer/meter.ts'
import { AskError } from '../../../src/core/base/errors.ts'
import { type Model, type ModelRequest, NO_USAGE, type Usage } from '../../../src/core/llm/model.ts'
import { createScriptedModel, FOREVER, type Turn } from '../../support/scripted-model.ts'

/** 3,000 bytes as JSON: a thousand tokens by the service's own count. */
const REQUEST: ModelRequest = { system: 'x'.repeat(2_990), messages: [], tools: [], mayCall: true, noteWithoutTools: '', maxOutputTokens: 500 }
const WORDS = 'y'.repeat(300)
const usage = (input: number, output: number): Usage => ({ ...NO_USAGE, input, output })

/** A meter with a turn that was read, up to `most` events; and whether the model kept to its limit. */
async function metered(turn: Turn, most = Infinity) {
  const meter = createMeter(0)
  return { meter, isWithinLimit: await read(meter, createScriptedModel([turn]), most) }
}

/** Reads a turn until its end or limit; false for the limit. */
async function read(meter: Meter, model: Pick<Model, 'stream'>, most = Infinity, signal = new AbortController().signal): Promise<boolean> {
  const request = startRequest(meter, REQUEST)
  let count = 0
  try {
    for await (const event of model.stream(REQUEST, { signal, timeoutMs: 1_000 })) {
      if (!countEvent(request, event)) return false
      if ((count += 1) >= most) break
    }
  } catch (error) {
    countFailure(request, error)
  }
  return true
}

test('createMeter() takes the provider\'s usage where it is possible, otherwise bytes divided by 3', async () => {
  for (const [name, reported, tokens, isEstimated] of [
    ['a usage', usage(900, 90), 990, false],
    ['a usage of a generous tokenizer', usage(2_900, 150), 3_050, false],
    ['none', NO_USAGE, 1_100, true],
    ['an input alone', usage(800, 0), 900, true],
    ['an absurd input', usage(1_000_000_000, 90), 1_090, true],
    ['an absurd output', usage(900, 1e15), 1_000, true],
    ['one that is far too small', usage(1, 1), 1_100, false],
  ] as const) {
    const cost = costOf((await metered([WORDS, { finish: 'stop', usage: reported }])).meter)
    assert.deepEqual([cost.tokens, cost.isEstimated], [tokens, isEstimated], name)
  }
})

test('countEvent() allows as many characters of three bytes as of one', async () => {
  for (const char of ['a', '字']) {
    assert.equal((await metered([char.repeat(3_000)])).isWithinLimit, true)
    assert.equal((await metered([char.repeat(3_001)])).isWithinLimit, false)
  }
  const twice = await metered([{ reasoning: 'a'.repeat(3_000) }, { again: true }, { reasoning: 'a'.repeat(3_000) }, { finish: 'stop', usage: NO_USAGE }])
  assert.deepEqual([twice.isWithinLimit, costOf(twice.meter).usage.output], [true, 1_000], 'a reply that is repeated costs twice, up to the limit')
})

test('createMeter() counts bytes of UTF-8', async () => {
  const { meter } = await metered(['é€😀'.repeat(100), { finish: 'stop', usage: NO_USAGE }])
  assert.equal(costOf(meter).usage.output, 300)
})

test('createMeter() counts a turn that is cut, fails or is abandoned with what is known of it', async () => {
  const cut = await metered([WORDS, WORDS, WORDS], 2)
  assert.equal(costOf(cut.meter).tokens, 1_200)
  const broken = await metered([WORDS, { fail: new AskError('model', 'broken') }])
  assert.equal(costOf(broken.meter).tokens, 1_100)
  const gone = new AbortController()
  const abandoned = createMeter(0)
  const reading = read(abandoned, createScriptedModel([[WORDS, { until: FOREVER }]]), Infinity, gone.signal)
  await new Promise(setImmediate)
  assert.equal(costOf(abandoned).tokens, 1_100, 'while it is under way')
  gone.abort()
  await reading
  assert.equal(costOf(abandoned).tokens, 1_100)
})

test('createMeter() charges nothing for a request that the provider refused', async () => {
  for (const code of ['model-key', 'model-quota', 'model-busy', 'model-request'] as const) {
    assert.equal(costOf((await metered([{ fail: new AskError(code, 'no') }])).meter).tokens, 0, code)
  }
  assert.equal(costOf((await metered([WORDS, { fail: new AskError('model-busy', 'no') }])).meter).tokens, 1_100)
})

test('createMeter() counts a piece that is larger than the whole reply may be with what a budget has reserved', async () => {
  const { meter } = await metered(['y'.repeat(60_000), { finish: 'stop', usage: NO_USAGE }])
  assert.equal(costOf(meter).tokens, 2_000)
  assert.ok(costOf(meter).tokens <= costAfter(createMeter(0), REQUEST, true))
})

test('createMeter() says what an answer may cost at most after its next request', async () => {
  const meter = createMeter(3_000)
  assert.equal(costAfter(meter, REQUEST, true), 4_000)
  assert.equal(costAfter(meter, REQUEST, false), 6_500)
  await read(meter, createScriptedModel([[WORDS, { finish: 'stop', usage: usage(900, 90) }]]))
  assert.equal(costAfter(meter, REQUEST, true), 4_990)
})
