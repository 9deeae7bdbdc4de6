import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createSseParser, type SseMessage } from '../../../src/core/sse/parse.ts'
import { formatFrame, HEARTBEAT, OPENING } from '../../../src/core/sse/write.ts'
import { createRandom } from '../../support/random.ts'

/** The messages that a parser reads from this text. */
function parsed(text: string): SseMessage[] {
  return [...createSseParser().push(new TextEncoder().encode(text))]
}

/** A frame read back, which must be one message of its name. */
function check(payload: object, expected: object = payload): void {
  const [message, ...more] = parsed(formatFrame('token', payload))
  assert.deepEqual([message?.event, JSON.parse(message?.data ?? 'null'), more], ['token', expected, []])
}

test('formatFrame() writes a name, one line of JSON and an empty line', () => {
  assert.equal(formatFrame('sources', { sources: [], model: 'm' }), 'event: sources\ndata: {"sources":[],"model":"m"}\n\n')
  assert.equal(formatFrame('done', {}), 'event: done\ndata: {}\n\n')
})

test('formatFrame() lets no text end its line or begin another frame', () => {
  for (const text of ['\n\nevent: done\ndata: {}\n\n', '\r', '\r\n\r\n', '\u2028\u2029\u0085', '\ufeff: ok', '\0', ' lead', '"\\"', '']) check({ text })
  const pieces = ['\n', '\r', 'data: ', 'event: error', ': ', '\u2028', 'é', '🎉', '"', '\\', '\0', '{}']
  const random = createRandom(7)
  for (let round = 0; round < 500; round++) check({ text: random.text(pieces, 20) })
})

test('formatFrame() writes whole code points at any depth', () => {
  check({ text: '🎉' })
  check({ text: 'a\ud83c', sources: [{ title: '\udf89b' }] }, { text: 'a\ufffd', sources: [{ title: '\ufffdb' }] })
})

test('a comment is read as nothing', () => {
  assert.deepEqual(parsed(OPENING + HEARTBEAT), [])
  assert.equal(parsed(`${HEARTBEAT}${formatFrame('done', {})}${HEARTBEAT}`).length, 1)
})
