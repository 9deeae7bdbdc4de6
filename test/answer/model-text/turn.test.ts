import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createAnswerGate } from '../../../src/answer/model-text/answer-gate.ts'
import { createMarkHabit } from '../../../src/answer/model-text/mark-habit.ts'
import { readTurn } from '../../../src/answer/model-text/turn.ts'
import type { ModelEvent } from '../../../src/llm/model.ts'
import { AskError } from '../../../src/base/errors.ts'
import { FOREVER, USAGE } from '../../support/scripted-model.ts'

/** What is shown of these events, and then the end. */
async function read(events: AsyncIterable<ModelEvent>, signal = new AbortController().signal) {
  const parts: unknown[] = []
  const options = { gate: createAnswerGate(), hold: createMarkHabit().bounds(), mayCall: true, signal, now: () => 0 }
  for await (const part of readTurn(events, options)) if (part !== '') parts.push(part)
  return parts
}

async function* streamOf(...events: readonly ModelEvent[]): AsyncGenerator<ModelEvent> {
  yield* events
}

test('readTurn() gives what may be shown, then how the turn ended', async () => {
  const call = { id: 'c', name: 'search', args: {} }
  const end = { finish: 'tool-calls', turn: { protocol: 'chat', content: [] }, usage: USAGE } as const
  const events = streamOf({ type: 'text', text: 'ANSWER: Yes [1]' }, { type: 'tool-call', call }, { type: 'end', ...end })
  assert.deepEqual(await read(events), ['Yes [1]', { ...end, calls: [call], areText: false, unreadable: null, hasPreamble: false }])
})

test('readTurn() rejects for a stream that ends without an end', async () => {
  await assert.rejects(read(streamOf({ type: 'text', text: 'Yes' })), /ended its reply without saying why/)
})

test('readTurn() does not wait for a stream that hears of no abort', async () => {
  const reader = new AbortController()
  const deaf: AsyncIterable<ModelEvent> = { [Symbol.asyncIterator]: () => ({ next: () => FOREVER, return: () => FOREVER }) }
  const reading = read(deaf, reader.signal)
  reader.abort(new AskError('cancelled', 'The reader has left'))
  await assert.rejects(reading, /The reader has left/)
})
