import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import type { Protocol, ToolCall, Usage } from '../../../../src/core/llm/model.ts'
import { CUTS, cuts } from '../../../support/cuts.ts'
import { rounds } from '../../../support/fuzz.ts'
import { createRandom, type Random } from '../../../support/random.ts'
import { serverProfile, FORMATS, nextRequest, type ReadReply, readReply } from '../../../support/wire.ts'

/** The expected content of a recorded reply; see `expected.json`. */
interface Expected {
  readonly name: string
  readonly protocol: Protocol
  readonly text: string | { readonly repeat: string; readonly times: number }
  readonly reasoning?: string
  /** An id of null: any, but unlike the others. */
  readonly calls?: readonly (Omit<ToolCall, 'id'> & { readonly id: string | null })[]
  readonly finish?: string
  readonly usage?: Usage
  /** The turn as it goes back; for Chat Completions, the extra content of each call. */
  readonly echo?: unknown
  readonly error?: { readonly code: string; readonly says: string }
}

const encoder = new TextEncoder()
const data = new URL('../../../data/', import.meta.url)
const expected = JSON.parse(readFileSync(new URL('llm/expected.json', data), 'utf8')) as readonly Expected[]

function bytesOf({ name }: Expected): Uint8Array {
  return new Uint8Array(readFileSync(new URL(`${name.startsWith('sse') ? 'sse' : 'llm'}/${name}.sse`, data)))
}

function check({ name, protocol, text, reasoning, calls, finish, usage, error }: Expected, reply: ReadReply) {
  assert.equal(reply.text, typeof text === 'string' ? text : text.repeat.repeat(text.times), name)
  assert.equal(reply.reasoning, reasoning ?? '', name)
  if (error !== undefined) {
    assert.equal(reply.end, null, name)
    assert.equal(reply.error?.code, error.code, name)
    assert.ok(reply.error?.message.includes(error.says), `${name}: ${reply.error?.message}`)
    return
  }
  assert.equal(reply.error, null, name)
  assert.equal(reply.end?.finish, finish, name)
  assert.equal(reply.end?.turn.protocol, protocol, name)
  assert.deepEqual(reply.calls, calls?.map((call, i) => ({ ...call, id: call.id ?? reply.calls[i]?.id })), name)
  assert.equal(new Set(reply.calls.map(({ id }) => id)).size, calls?.length, name)
  if (usage !== undefined) assert.deepEqual(reply.end?.usage, usage, name)
}

for (const protocol of ['chat', 'responses', 'anthropic'] as const) {
  test(`recorded replies of ${protocol} are read alike, however they are cut`, () => {
    const mine = expected.filter((vector) => vector.protocol === protocol)
    assert.ok(mine.length > 5)
    for (const vector of mine) {
      let count = 0
      for (const pieces of cuts(bytesOf(vector))) {
        check(vector, readReply(FORMATS[protocol], pieces))
        count += 1
      }
      assert.equal(count, CUTS)
    }
  })
}

test('every recorded reply is expected to hold something', () => {
  const files = [...readdirSync(new URL('llm/', data)), ...readdirSync(new URL('sse/', data))].filter((file) =>
    file.endsWith('.sse'),
  )
  assert.deepEqual(files.sort(), expected.map(({ name }) => `${name}.sse`).sort())
})

test('a turn that was read goes back as it came, with a result for each call', () => {
  for (const vector of expected.filter(({ error }) => error === undefined)) {
    const { end, calls } = readReply(FORMATS[vector.protocol], [bytesOf(vector)])
    assert.ok(end !== null)
    const body = FORMATS[vector.protocol].body(nextRequest(end.turn, calls), serverProfile({ protocol: vector.protocol }))
    const written = JSON.stringify(body)
    for (const { id } of calls) assert.equal(written.split(`"${id}"`).length, 3, `${vector.name}: ${written}`)
    if (vector.protocol === 'chat')
      assert.deepEqual(echoedExtras(body), vector.echo === undefined ? [] : [vector.echo], vector.name)
    else if (vector.echo !== undefined)
      assert.ok(written.includes(JSON.stringify(vector.echo).slice(1, -1)), `${vector.name}: ${written}`)
  }
})

function echoedExtras({ messages }: Record<string, unknown>): unknown[] {
  const turn = (messages as { tool_calls?: Record<string, unknown>[] }[]).find(
    ({ tool_calls: calls }) => calls !== undefined,
  )
  return (turn?.tool_calls ?? []).flatMap(({ extra_content }) =>extra_content === undefined ? [] : [{ extra_content }])
}

/** A reply has an end or an error of one line, whatever its bytes are. */
function checkAny(protocol: Protocol, bytes: Uint8Array) {
  const { end, error } = readReply(FORMATS[protocol], [bytes])
  assert.ok((end === null) !== (error === null))
  if (error !== null) assert.match(error.message, /^[^\n\r]{1,900}$/)
  if (error !== null) assert.match(error.code, /^model/)
  if (end !== null) JSON.stringify(FORMATS[protocol].body(nextRequest(end.turn, []), serverProfile({ protocol })))
}

const PROTOCOLS = ['chat', 'responses', 'anthropic'] as const
const MARKS = [...encoder.encode('"\\{}[]:,0\nn'), 255]

test('damaged replies end or fail, and never in another way', () => {
  const random = createRandom(11)
  for (const vector of expected.filter(({ name }) => name !== 'sse-13-giant')) {
    const bytes = bytesOf(vector)
    for (let round = 0; round < rounds(150); round += 1) {
      const damaged = bytes.slice(0, bytes.length - random.below(3) * random.below(bytes.length / 2))
      for (let hit = random.below(6); hit > 0; hit -= 1) damaged[random.below(damaged.length)] = random.pick(MARKS)
      checkAny(round % 3 < 2 ? vector.protocol : random.pick(PROTOCOLS), damaged)
    }
  }
})

const FIELDS = `type object error choices delta message content tool_calls function arguments usage index id item response
  output content_block status finish_reason __proto__ reasoning_details name text code`.split(/\s+/)
const WORDS = `text error tool_use function_call message response.completed response.output_item.done content_block_start
  content_block_stop message_stop completed stop search`.split(/\s+/)

/** Any JSON value of the words that replies are made of. */
function anyValue(random: Random, depth: number): unknown {
  const kind = random.below(depth === 0 ? 4 : 7)
  if (kind < 2) return random.pick(WORDS)
  if (kind === 2) return random.pick([null, true, -1, 1e300, ''])
  if (kind === 3) return random.below(3)
  const parts = Array.from({ length: random.below(4) }, () => anyValue(random, depth - 1))
  return kind === 4 ? parts : Object.fromEntries(parts.map((part) => [random.pick(FIELDS), part]))
}

test('random bytes and JSON of any shape end or fail, and never in another way', () => {
  const random = createRandom(12)
  for (let round = 0; round < rounds(4_000); round += 1) {
    const json = Array.from({ length: 1 + random.below(5) }, () => JSON.stringify(anyValue(random, 5)))
    for (const protocol of PROTOCOLS) {
      checkAny(protocol, encoder.encode(json.map((value) => `data: ${value}\n\n`).join('')))
      checkAny(protocol, encoder.encode(json[0]))
      checkAny(protocol, Uint8Array.from({ length: random.below(60) }, () => random.below(256)))
    }
  }
})
