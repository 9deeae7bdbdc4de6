import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createRedactor } from '../../src/base/redact.ts'
import type { Verdict } from '../../src/question-log/feedback.ts'
import type { EventContext } from '../../src/trace/event.ts'
import { buildFeedback } from '../../src/trace/feedback.ts'

const CONTEXT: EventContext = {
  content: 'full',
  redact: createRedactor(['canary-4711-configured']),
  uuid: '019ef0ff-ffff-7000-8000-000000000000',
  atMs: Date.parse('2026-11-20T08:29:14.541Z'),
  version: '1.2.3',
}
const DOWN: Verdict = { type: 'verdict', answer: 'a1', verdict: 'down', reason: 'outdated', note: 'mail ann@example.com canary-4711-configured' }

test('buildFeedback() describes a verdict in the collector\'s format, in the trace of its answer', () => {
  assert.deepEqual(buildFeedback({ ...DOWN, note: 'v2 removed it' }, CONTEXT), {
    event: '$ai_feedback',
    uuid: CONTEXT.uuid,
    distinct_id: CONTEXT.uuid,
    timestamp: '2026-11-20T08:29:14.541Z',
    properties: {
      $ai_trace_id: 'a1',
      $process_person_profile: false,
      $geoip_disable: true,
      $lib: 'ask-service',
      $lib_version: '1.2.3',
      ask_version: '1.2.3',
      $ai_feedback_text: 'v2 removed it',
      ask_answer_id: 'a1',
      ask_verdict: 'down',
      ask_reason: 'outdated',
    },
  })
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
