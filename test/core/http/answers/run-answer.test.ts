import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AnswerEvent } from '../../../../src/core/answer/event.ts'
import { framesOf } from '../../../../src/core/http/answers/run-answer.ts'
import { DONE, gate, token } from '../../../support/scripted-answerer.ts'

const SILENT = {
  detail: false, keepsVerdicts: false, signal: new AbortController().signal, now: () => 0, log: (line: string) => assert.fail(line),
}

/** Name and payload of each frame. */
async function shown(frames: AsyncIterable<string>): Promise<unknown[]> {
  const all: unknown[] = []
  for await (const frame of frames) {
    const [, name, data] = /^event: (\w+)\ndata: (.*)\n\n$/.exec(frame) ?? assert.fail(frame)
    all.push([name, JSON.parse(data!)])
  }
  return all
}

async function* eventsOf(...events: readonly AnswerEvent[]): AsyncGenerator<AnswerEvent> {
  yield* events
}

test('framesOf() sends a frame once enough text is buffered', async () => {
  const tokens = Array.from({ length: 60 }, () => token('0123456789'))
  const frames = await shown(framesOf(eventsOf(...tokens, DONE), SILENT))
  const lengths = frames.slice(0, -1).map((frame) => JSON.stringify(frame).length - '["token",{"text":""}]'.length)
  assert.deepEqual(lengths, [10, 260, 260, 70])
})

test('framesOf() sends buffered text when no more comes, and a token after a pause at once', async () => {
  let atMs = 0
  const { wait, open } = gate()
  async function* events() {
    yield* ['a', 'b'].map(token)
    await wait()
    yield token('c')
    yield DONE
  }
  const frames = framesOf(events(), { ...SILENT, now: () => atMs })
  const texts = [(await frames.next()).value, (await frames.next()).value]
  atMs = 1_000
  open()
  texts.push((await frames.next()).value)
  assert.deepEqual(texts.map((frame) => /"text":"(.*)"/.exec(frame ?? '')?.[1]), ['a', 'b', 'c'])
  await frames.return(undefined)
})

test('framesOf() ends an answer that breaks with an error without detail, and logs it', async () => {
  const lines: string[] = []
  async function* events() {
    yield token('Set')
    throw new Error('secret')
  }
  const frames = await shown(framesOf(events(), { ...SILENT, log: (line) => lines.push(line) }))
  assert.deepEqual(frames, [['token', { text: 'Set' }], ['error', { error: 'The answer broke off; ask again.' }]])
  assert.deepEqual(lines, ['An answer failed: secret'])
})

test('framesOf() ends with an error when the service stops in the middle, whatever the source does', async () => {
  const end = new AbortController()
  async function* events() {
    yield token('Set')
    await new Promise(() => undefined)
  }
  const frames = framesOf(events(), { ...SILENT, signal: end.signal })
  await frames.next()
  const last = frames.next()
  end.abort()
  assert.match((await last).value ?? '', /event: error\ndata: {"error":"The service stopped before/)
  assert.equal((await frames.next()).done, true)
})

test('framesOf() ends the answer when its reader returns', async () => {
  let isReturned = false
  async function* events() {
    try {
      yield token('Set')
      yield token('more')
    } finally {
      isReturned = true
    }
  }
  const frames = framesOf(events(), SILENT)
  await frames.next()
  await frames.return(undefined)
  assert.equal(isReturned, true)
})
