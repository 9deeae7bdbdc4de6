import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createReplyDecoder } from '../../../../src/core/llm/client/attempt.ts'
import { chat } from '../../../../src/core/llm/protocols/chat.ts'
import { responses } from '../../../../src/core/llm/protocols/responses.ts'
import { cuts } from '../../../support/cuts.ts'
import { readReply } from '../../../support/wire.ts'

const encoder = new TextEncoder()
const HALLO = '{"choices":[{"index":0,"message":{"role":"assistant","content":"Hallo ✓"},"finish_reason":"stop"}]}'

/** Checks the text of a body of any form, however it is cut, or the code of its error. */
function check(body: string, expected: string) {
  for (const pieces of cuts(encoder.encode(body))) {
    const { text, error } = readReply(chat, pieces)
    assert.equal(error === null ? text : `${text}${error.code}`, expected, body.slice(0, 80))
  }
}

test('a body that is one JSON value is read as a whole, whatever was requested', () => {
  check(HALLO, 'Hallo ✓')
  check(`\ufeff\r\n ${HALLO}\n`, 'Hallo ✓')
  check(`{"result":${HALLO},"success":true,"errors":[],"messages":[]}`, 'Hallo ✓')
  check('{"result":{"response":"Hallo ✓","usage":{}},"success":true,"errors":[],"messages":[]}', 'Hallo ✓')
  check(`{"choices":[{"delta":{"content":"Hallo "}}]}\n{"choices":[{"delta":{"content":"✓"},"finish_reason":"stop"}]}\n`, 'Hallo ✓')
  check('{"choices":[{"delta":{"content":"a"}}]}\n{"error":"overloaded"}\n', 'model-busy')
  check('\n <!doctype html>', 'model')
  check('[{"error":{"code":429,"message":"x","status":"RESOURCE_EXHAUSTED"}}]', 'model-busy')
  check('{"error":{"message":"x","type":"insufficient_quota"}}', 'model-quota')
})

test('keep-alives in words are skipped, and objects may end with one line feed, or have their type in the event', () => {
  check(`data: heartbeat\n\ndata: ${HALLO}\n\n`, 'Hallo ✓')
  check(`data: {"choices":[{"delta":{"content":"a\u0000"}}]}\ndata: {"choices":[{"delta":{"content":"b\\u0000\\u202e\\udb40\\udc41\\n"},"finish_reason":"stop"}]}\ndata: [DONE]\n`.replace('\u0000', ''), 'ab\n')
  const delta = 'event: response.output_text.delta\ndata: {"delta":"Hi"}\n\n'
  const { text, error } = readReply(responses, [encoder.encode(`${delta}event: response.completed\ndata: {"response":{}}\n\n`)])
  assert.deepEqual([text, error], ['Hi', null])
})

test('a body that is cut short, or of no known format, is an error', () => {
  const deep = '{"a":'.repeat(100) + '1' + '}'.repeat(100)
  for (const body of [
    '', '\n\n', HALLO.slice(0, -9), '{}', '[]', 'upstream failed', 'data: {"choices"', 'data: 7\n\n', 'data: [1]\n\n', ': ping\n\n',
    // It could not be written again.
    deep, `data: ${deep}\n\n`,
  ]) check(body, 'model')
})

test('an error in a field of its own counts in its order', () => {
  check(
    'data: {"choices":[{"delta":{"content":"a"}}]}\n\nerror: {"code":401,"message":"x"}\n\ndata: [DONE]\n\n',
    'amodel-key',
  )
  check('data: [DONE]\n\nerror: {"code":401}\n\n', '')
})

test('an event that is too long is an error after the earlier events', () => {
  const body = `data: {"choices":[{"delta":{"content":"a"}}]}\n\ndata: "${'x'.repeat(1_048_576)}`
  for (const bytes of [[encoder.encode(body)], [encoder.encode(body.slice(0, 99)), encoder.encode(body.slice(99))]]) {
    const { text, error } = readReply(chat, bytes)
    assert.deepEqual([text, error?.code], ['a', 'model'])
  }
  assert.equal(readReply(chat, [encoder.encode('{"a":"'), encoder.encode('x'.repeat(1_048_576))]).error?.code, 'model')
})

test('a defect of a reader is no failure of the reply', () => {
  const reader = {
    ...chat.createReader({ system: '', messages: [], tools: [], mayCall: true, noteWithoutTools: '', maxOutputTokens: 1 }),
    read: () => assert.fail('defect'),
  }
  assert.throws(() => [...createReplyDecoder(reader, 'localhost').push(encoder.encode('data: {}\n\n'))], { message: 'defect' })
})
