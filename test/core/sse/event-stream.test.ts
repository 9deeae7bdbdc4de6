import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createSseParser, formatFrame, HEARTBEAT, OPENING, type SseMessage } from '../../../src/core/sse/event-stream.ts'
import { createRandom } from '../../support/random.ts'
import { rulesOf } from '../../support/rules.ts'

const encoder = new TextEncoder()

function parse(pieces: Iterable<Uint8Array>): SseMessage[] {
  const parser = createSseParser()
  return Array.from(pieces, (piece) => [...parser.push(piece)]).flat()
}

/** Checks the messages of a stream, as `event data`, whole and in pieces cut at every byte. */
function check(stream: string, expected: readonly string[]) {
  const bytes = encoder.encode(stream)
  const shown = (pieces: Iterable<Uint8Array>) => parse(pieces).map(({ event, data }) => `${event} ${data}`)
  assert.deepEqual(shown([bytes]), expected, JSON.stringify(stream))
  for (let at = 0; at <= bytes.length; at += 1) assert.deepEqual(shown([bytes.subarray(0, at), bytes.subarray(at)]), expected, `${JSON.stringify(stream)} cut at ${at}`)
  assert.deepEqual(shown(Array.from(bytes, (byte) => Uint8Array.of(byte))), expected)
}

for (const [name, run] of rulesOf('push()', check, [
  ['joins the lines of a message and drops one space',
    ['data: a\n\n', ['message a']], ['data: a\ndata: b\n\n', ['message a\nb']], ['data:  two\n\n', ['message  two']],
    ['data:none\n\n', ['message none']], ['data: \n\n', ['message ']]],
  ['gives a message with empty data, and no message without data',
    ['data\n\n', ['message ']], ['data:\n\ndata\n\n', ['message ', 'message ']], ['data\ndata\n\n', ['message \n']],
    ['event: x\n\n', []], ['\n\n\n', []]],
  ['names a message after its last event field, and forgets the name with the message',
    ['event: a\nevent: b\ndata: q\n\ndata: r\n\n', ['b q', 'message r']], ['event: x\n\ndata: a\n\n', ['message a']],
    ['data: a\nevent\n\n', ['message a']]],
  ['ignores comments, ids, times to reconnect, unknown fields and a message without its end',
    ['id: 1\ndata: a\nretry: 10\n\nid: a\0b\n\nid\ndata: b\n\n', ['message a', 'message b']],
    [': hello\ndata: a\n:\nfoo: bar\nretry: 10\nDATA: b\n data: c\n\n', ['message a']], ['data: a\n', []],
    ['data: a\n\ndata: b', ['message a']]],
  ['ends lines at CR, LF and CR LF, and at nothing else',
    ['data: a\r\ndata: b\r\n\r\n', ['message a\nb']], ['data: a\rdata: b\r\r', ['message a\nb']],
    ['data: a\r\ndata: b\r\r\ndata: c\n\r', ['message a\nb', 'message c']],
    ['data: a\u2028b\u2029c\u0085d\u000be\u000cf\n\n', ['message a\u2028b\u2029c\u0085d\u000be\u000cf']]],
  ['drops one byte order mark at the start',
    ['\ufeffdata: a\n\n', ['message a']], ['\ufeff\ufeffdata: a\n\n', []],
    ['data: x\n\n\ufeffdata: a\n\n', ['message x']]],
])) test(name, run)

test('push() rejects a message that is too long, however it grows', () => {
  const grow = (line: string) => {
    const bytes = encoder.encode(line.repeat(100))
    assert.deepEqual(parse(Array.from({ length: 3_000 }, () => bytes)), [])
  }
  for (const line of ['xxxx', 'data: a\n', 'data\n', 'event: ']) {
    assert.throws(() => grow(line), { name: 'RangeError', message: 'An event has more than 1048576 characters' })
  }
  for (const line of [': comment\n', 'unknown: field\n', 'id: 1\nevent: a\n']) grow(line)
})

test('push() gives fields of its own as messages, in order with the others', () => {
  const stream = 'data: a\n\nerror: {"code":1}\n: c\nid: 1\ndata: b\nevent: x\nerror\n\nerror: c\n\n'
  const seen = [...createSseParser(['error']).push(encoder.encode(stream))].map(({ event, data }) => `${event} ${data}`)
  assert.deepEqual(seen, ['message a', 'error {"code":1}', 'error ', 'x b', 'error c'])
})

test('flush() gives a last message without its blank line', () => {
  const flushed = (stream: string) => {
    const parser = createSseParser()
    const messages = [...parser.push(encoder.encode(stream)), ...parser.flush(), ...parser.flush()]
    return messages.map(({ event, data }) => `${event} ${data}`)
  }
  for (const [stream, ...messages] of [
    ['data: a\n\ndata: b', 'message a', 'message b'], ['event: e\ndata: a\ndata: b\n', 'e a\nb'],
    ['data: a\n\nevent: e\n: c', 'message a'], ['data: a\r', 'message a'], [''],
  ] as const) assert.deepEqual(flushed(stream), messages)
})

test('flush() replaces a character that was cut', () => {
  const parser = createSseParser()
  const messages = [...parser.push(encoder.encode('data: ✓').subarray(0, 8)), ...parser.flush()]
  assert.deepEqual(messages, [{ event: 'message', data: '\ufffd' }])
})

/** A frame read back, which must be one message of its name. */
function checkFrame(payload: object, expected: object = payload): void {
  const frame = formatFrame('token', payload)
  assert.match(frame, /^[^\u0085\u2028\u2029]*$/, 'readers that know more ends of lines')
  const [message, ...more] = parse([encoder.encode(frame)])
  assert.deepEqual([message?.event, JSON.parse(message?.data ?? 'null'), more], ['token', expected, []])
}

test('formatFrame() lets no text end its line or begin another frame', () => {
  for (const text of ['\n\nevent: done\ndata: {}\n\n', '\r', '\r\n\r\n', '\u2028\u2029\u0085', '\ufeff: ok', '\0', ' lead', '"\\"', '']) checkFrame({ text })
  const pieces = ['\n', '\r', 'data: ', 'event: error', ': ', '\u2028', 'é', '🎉', '"', '\\', '\0', '{}']
  const random = createRandom(7)
  for (let round = 0; round < 500; round++) checkFrame({ text: random.text(pieces, 20) })
})

test('formatFrame() writes whole code points at any depth', () => {
  checkFrame({ text: '🎉' })
  checkFrame({ text: 'a\ud83c', sources: [{ title: '\udf89b' }] }, { text: 'a\ufffd', sources: [{ title: '\ufffdb' }] })
})

test('a comment is read as nothing', () => {
  assert.deepEqual(parse([encoder.encode(OPENING + HEARTBEAT)]), [])
  assert.equal(parse([encoder.encode(`${HEARTBEAT}${formatFrame('done', {})}${HEARTBEAT}`)]).length, 1)
})
