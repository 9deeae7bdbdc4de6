import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AnswerReport } from '../../../src/core/answer/answerer.ts'
import { createRedactor } from '../../../src/core/base/redact.ts'
import { NO_USAGE } from '../../../src/core/llm/model.ts'
import type { Verdict } from '../../../src/core/question-log.ts'
import { buildFeedback, buildGeneration, type EventContext } from '../../../src/core/trace/event.ts'
import { report } from '../../support/report.ts'

const KEY = 'canary-4711-configured'
const CONTEXT: EventContext = {
  content: 'full', redact: createRedactor([KEY]), uuid: '019ef0ff-ffff-7000-8000-000000000000',
  atMs: Date.parse('2026-11-20T08:29:14.541Z'), version: '1.2.3', tools: ['search', 'open'],
}

function propertiesOf(given: Partial<AnswerReport>, context: Partial<EventContext> = {}) {
  return buildGeneration(report(given), { ...CONTEXT, ...context }).properties
}

function bytesOf(value: unknown) {
  return new TextEncoder().encode(JSON.stringify(value)).length
}

/** Checks an event about the answer a1, with the properties that not every event has. */
function check(made: unknown, event: string, properties: object) {
  assert.deepEqual(made, {
    event, uuid: CONTEXT.uuid, distinct_id: CONTEXT.uuid, timestamp: '2026-11-20T08:29:14.541Z',
    properties: {
      $ai_trace_id: 'a1', $process_person_profile: false, $geoip_disable: true, $lib: 'ask-service',
      $lib_version: '1.2.3', ask_version: '1.2.3', ask_answer_id: 'a1', ...properties,
    },
  })
}

test('buildGeneration() describes an answer in the collector\'s format', () => {
  check(buildGeneration(report(), CONTEXT), '$ai_generation', {
    $ai_span_name: 'ask', $ai_stream: true,
    $ai_tools: [{ type: 'function', function: { name: 'search' } }, { type: 'function', function: { name: 'open' } }],
    $ai_model: 'small-model', $ai_provider: 'openai', $ai_base_url: 'https://api.openai.com/v1',
    $ai_input_tokens: 4_200, $ai_output_tokens: 180, $ai_reasoning_tokens: 60, $ai_cache_read_input_tokens: 1_024,
    $ai_cache_creation_input_tokens: 512, $ai_cache_reporting_exclusive: false, $ai_latency: 2.346,
    $ai_time_to_first_token: 1.234, $ai_stop_reason: 'stop', $ai_http_status: 200, $ai_is_error: false,
    ask_replayed: false, ask_tokens_estimated: false, ask_outcome: 'answered', ask_steps: 3, ask_sources: 4,
    ask_support: 'grounded', ask_unsupported_literals: 1,
    ask_tool_calls: [
      { name: 'search', arguments: { query: 'trailing slash' } },
      { name: 'open', arguments: { id: 'routing#trailing-slashes' } },
    ],
    $ai_input: [{ role: 'user', content: report().question }],
    $ai_output_choices: [{ role: 'assistant', content: report().answer }],
  })
})

test('buildGeneration() describes failed and cancelled answers by their code only', () => {
  const failed = propertiesOf({ outcome: 'error', error: 'model-quota', answer: '', finish: null, firstTokenMs: null, usage: NO_USAGE })
  assert.deepEqual([failed['$ai_is_error'], failed['$ai_error'], failed['ask_outcome']], [true, 'model-quota', 'error'])
  assert.deepEqual(failed['$ai_output_choices'], [])
  const absent = ['$ai_http_status', '$ai_stop_reason', '$ai_time_to_first_token', '$ai_input_tokens', '$ai_output_tokens', 'ask_truncated']
  assert.deepEqual(absent.filter((name) => name in failed), [])
  const cancelled = propertiesOf({ outcome: 'cancelled', error: 'cancelled' })
  assert.deepEqual([cancelled['$ai_is_error'], '$ai_error' in cancelled, cancelled['ask_outcome']], [false, false, 'cancelled'])
  assert.equal(propertiesOf({ outcome: 'not-covered' })['ask_outcome'], 'not_in_docs')
  assert.equal(propertiesOf({ finish: 'content-filter', outcome: 'refused' })['$ai_stop_reason'], 'content_filter')
})

test('buildGeneration() lets no secret through, in any mode and property', () => {
  const leaky = {
    question: `my key is ${KEY}`, answer: `${'x'.repeat(1_990)}${KEY} and sk-ant-api03-0123456789`,
    model: `model-${KEY}`, provider: KEY, baseUrl: `https://llm.test/${KEY}`,
    calls: [{ name: KEY, args: { [KEY]: `Bearer ${KEY}`, list: [KEY] } }],
  }
  for (const content of ['off', 'redacted', 'full'] as const) {
    const event = JSON.stringify(propertiesOf(leaky, { content }))
    assert.doesNotMatch(event, /canary|sk-ant/)
  }
})

test('buildGeneration() sends no text in mode off, but numbers and names of tools', () => {
  const calls = [{ name: 'search', args: { query: 'canary' } }, { name: 'tell_me_about_canary', args: null }]
  const properties = propertiesOf({ question: 'canary?', answer: 'canary!', calls }, { content: 'off' })
  assert.deepEqual(properties['ask_tool_calls'], [{ name: 'search' }, { name: '…' }])
  assert.deepEqual([properties['$ai_input'], properties['$ai_output_choices'], properties['ask_truncated']], [null, null, undefined])
  assert.equal(properties['$ai_input_tokens'], 4_200)
  assert.doesNotMatch(JSON.stringify(properties), /canary/)
})

test('buildGeneration() masks and cuts every text in mode redacted', () => {
  const calls = [{ name: 'search', args: { query: 'mail of ann@example.com', list: ['10.0.0.1'], from: 3 } }]
  const properties = propertiesOf({ question: 'I am ann@example.com', answer: 'é'.repeat(3_000), calls }, { content: 'redacted' })
  assert.deepEqual(properties['$ai_input'], [{ role: 'user', content: 'I am [email]' }])
  assert.deepEqual(properties['$ai_output_choices'], [{ role: 'assistant', content: 'é'.repeat(2_000) }])
  assert.deepEqual(properties['ask_tool_calls'], [{ name: 'search', arguments: { query: 'mail of [email]', list: '…', from: 3 } }])
  assert.equal(properties['ask_truncated'], true)
})

test('buildGeneration() bounds arguments and texts', () => {
  const args = Object.fromEntries(Array.from({ length: 100 }, (_, i) => [`\u0001${i}`.repeat(100), '\u0001'.repeat(1_000)]))
  const calls = Array.from({ length: 100 }, () => ({ name: 'search', args: { ['__proto__']: { a: 1 }, ...args } }))
  for (const long of ['\u0001', '😀', '"']) {
    const event = buildGeneration(report({ calls, question: long.repeat(200_000), answer: long.repeat(200_000) }), CONTEXT)
    assert.ok(bytesOf(event) < 524_288, `${bytesOf(event)} bytes`)
    assert.equal(event.properties['ask_truncated'], true)
    assert.ok(JSON.stringify(event).isWellFormed())
  }
  assert.deepEqual(propertiesOf({ calls: [{ name: 'open', args: null }] })['ask_tool_calls'], [{ name: 'open', arguments: null }])
  assert.equal(Object.hasOwn(Object.prototype, 'a'), false)
})

test('buildGeneration() counts the reasoning of Gemini models once, and no tokens of an answer that was replayed', () => {
  assert.equal('$ai_reasoning_tokens' in propertiesOf({ model: 'gemini-3.8-flash' }), false)
  const replayed = propertiesOf({ isReplayed: true, id: 'a2', usage: NO_USAGE, steps: 0, calls: [], finish: null })
  assert.deepEqual([replayed['ask_replayed'], replayed['ask_answer_id'], '$ai_input_tokens' in replayed], [true, 'a2', false])
})

const DOWN: Verdict = { type: 'verdict', answer: 'a1', verdict: 'down', reason: 'outdated', note: 'mail ann@example.com canary-4711-configured' }

test('buildFeedback() describes a verdict in the collector\'s format, in the trace of its answer', () => {
  const properties = { $ai_feedback_text: 'v2 removed it', ask_verdict: 'down', ask_reason: 'outdated' }
  check(buildFeedback({ ...DOWN, note: 'v2 removed it' }, CONTEXT), '$ai_feedback', properties)
})

for (const [content, verdict, text] of [
  ['full', DOWN, 'mail ann@example.com [redacted]'],
  ['redacted', DOWN, 'mail [email] [redacted]'],
  ['off', DOWN, 'down: outdated'],
  ['full', { type: 'verdict', answer: 'a1', verdict: 'up' }, 'up'],
  ['full', { ...DOWN, note: ' ' }, 'down: outdated'],
] as const satisfies readonly (readonly [EventContext['content'], Verdict, string])[]) {
  test(`buildFeedback() has the text ${JSON.stringify(text)} with content ${content}`, () => {
    assert.equal(buildFeedback(verdict, { ...CONTEXT, content }).properties['$ai_feedback_text'], text)
  })
}
