import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createMeter, type Meter } from '../../src/answer/meter.ts'
import { AskError } from '../../src/base/errors.ts'
import { NO_USAGE, type ModelRequest, type Usage } from '../../src/llm/model.ts'
import { createScriptedModel, FOREVER, type Turn } from '../support/scripted-model.ts'

/** 3,000 bytes as JSON: a thousand tokens by the service's own count. */
const REQUEST: ModelRequest = { system: 'x'.repeat(2_990), messages: [], tools: [], mayCall: true, maxOutputTokens: 500 }
const WORDS = 'y'.repeat(300)
const usage = (input: number, output: number): Usage => ({ ...NO_USAGE, input, output })

function metered(...turns: readonly Turn[]): Meter {
  return createMeter(createScriptedModel(turns), 0)
}

/** Reads a turn, up to `most` events. */
async function read(meter: Meter, most = Infinity, signal = new AbortController().signal): Promise<number> {
  let count = 0
  for await (const _ of meter.stream(REQUEST, { signal, timeoutMs: 1_000 })) if ((count += 1) >= most) break
  return count
}

test('createMeter() takes the provider\'s usage where it is possible, otherwise bytes divided by 3', async () => {
  for (const [name, reported, tokens, isEstimated] of [
    ['a usage', usage(900, 90), 990, false],
    ['a usage of a generous tokenizer', usage(2_900, 150), 3_050, false],
    ['none', NO_USAGE, 1_100, true],
    ['an input alone', usage(800, 0), 900, true],
    ['an absurd input', usage(1_000_000_000, 90), 1_090, true],
    ['an absurd output', usage(900, 1e15), 1_000, true],
    ['a fraction', usage(900.5, 90), 1_090, true],
    ['a negative one', usage(-5, -5), 1_100, true],
    ['one that is far too small', usage(1, 1), 1_100, false],
  ] as const) {
    const meter = metered([WORDS, { finish: 'stop', usage: reported }])
    await read(meter)
    const cost = meter.cost()
    assert.deepEqual([cost.tokens, cost.isEstimated], [tokens, isEstimated], name)
  }
})

test('createMeter() counts bytes of UTF-8', async () => {
  const meter = metered(['é€😀'.repeat(100), { finish: 'stop', usage: NO_USAGE }])
  await read(meter)
  assert.equal(meter.cost().usage.output, 300)
})

test('createMeter() counts a turn that is cut, fails or is abandoned with what is known of it', async () => {
  const cut = metered([WORDS, WORDS, WORDS])
  await read(cut, 2)
  assert.equal(cut.cost().tokens, 1_200)
  const broken = metered([WORDS, { fail: new AskError('model', 'broken') }])
  await assert.rejects(read(broken))
  assert.equal(broken.cost().tokens, 1_100)
  const gone = new AbortController()
  const abandoned = metered([WORDS, { until: FOREVER }])
  const reading = read(abandoned, Infinity, gone.signal)
  await new Promise(setImmediate)
  assert.equal(abandoned.cost().tokens, 1_100, 'while it is under way')
  gone.abort()
  await assert.rejects(reading)
  assert.equal(abandoned.cost().tokens, 1_100)
})

test('createMeter() charges nothing for a request that the provider refused', async () => {
  for (const code of ['model-key', 'model-quota', 'model-busy', 'model-request'] as const) {
    const meter = metered([{ fail: new AskError(code, 'no') }])
    await assert.rejects(read(meter))
    assert.equal(meter.cost().tokens, 0, code)
  }
  const late = metered([WORDS, { fail: new AskError('model-busy', 'no') }])
  await assert.rejects(read(late))
  assert.equal(late.cost().tokens, 1_100)
})

test('createMeter() ends a turn of a model that never stops, and refuses calls that come with it', async () => {
  function* endless(): Generator<string> {
    for (;;) yield WORDS
  }
  const text = createMeter({ stream: async function* () { for (const words of endless()) yield { type: 'text', text: words } } }, 0)
  assert.equal(await read(text), 12, 'eleven pieces, of a hundred tokens each, and the end')
  assert.equal(text.cost().tokens, 2_100)
  const call = { id: '1', name: 'search', args: { query: WORDS } }
  const calls = createMeter({ stream: async function* () { for (;;) yield { type: 'tool-call', call } } }, 0)
  await assert.rejects(read(calls), { code: 'model', message: 'The model wrote far more than it was allowed' })
})

test('createMeter() says what an answer may cost at most after its next request', async () => {
  const meter = createMeter(createScriptedModel([[WORDS, { finish: 'stop', usage: usage(900, 90) }]]), 3_000)
  assert.equal(meter.costAfter(REQUEST, true), 4_000)
  assert.equal(meter.costAfter(REQUEST, false), 6_500)
  await read(meter)
  assert.equal(meter.costAfter(REQUEST, true), 4_990)
})
