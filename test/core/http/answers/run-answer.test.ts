import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AnswerEvent } from '../../../../src/core/answer/events/event.ts'
import { cacheKey, createAnswerCache, framesOf } from '../../../../src/core/http/answers/run-answer.ts'
import type { Filter } from '../../../../src/core/search/index/filter.ts'
import { ANSWER as EVENTS, DONE, gate, REPORT, token } from '../../../support/scripted-answerer.ts'

const given = (...events: readonly AnswerEvent[]) => ({ events, report: { ...REPORT, answer: '' } })
const ANSWER = given(...EVENTS)

function clocked() {
  let atMs = 1_000_000
  return { cache: createAnswerCache(() => atMs), passTime: (ms: number) => (atMs += ms) }
}

test('createAnswerCache() gives a stored answer for ten minutes, and the later of two, with an age of its own', () => {
  const { cache, passTime } = clocked()
  assert.equal(cache.get('a', null), null)
  cache.set('a', null, ANSWER)
  passTime(599_999)
  assert.deepEqual([cache.get('a', null), cache.get('__proto__', null)], [ANSWER, null])
  const later = given(token('new'))
  cache.set('a', null, later)
  passTime(599_999)
  assert.equal(cache.get('a', null), later)
  passTime(1)
  assert.equal(cache.get('a', null), null)
})

/** Which of these questions a cache has an answer to, after answers to so many. */
function keptOf(count: number, answer: typeof ANSWER, asked: readonly number[]) {
  const { cache } = clocked()
  for (let at = 0; at < count; at++) cache.set(`question ${at}`, null, answer)
  return asked.map((at) => cache.get(`question ${at}`, null) !== null)
}

test('createAnswerCache() drops the oldest of too many answers, or of too large ones, and stores no giant', () => {
  assert.deepEqual(keptOf(501, ANSWER, [0, 1, 500]), [false, true, true])
  assert.deepEqual(keptOf(21, given(token('x'.repeat(200_000))), [0, 1, 20]), [false, true, true])
  assert.deepEqual(keptOf(1, given(token('x'.repeat(300_000))), [0]), [false])
})

test('createAnswerCache() copes with a clock that is set back', () => {
  const { cache, passTime } = clocked()
  cache.set('a', null, ANSWER)
  passTime(-10_000_000)
  assert.equal(cache.get('a', null), null)
  cache.set('b', null, ANSWER)
  assert.equal(cache.get('b', null), ANSWER)
})

for (const [where, from, to, isShared] of [
  ['on a page that it does not rest on, from one', '/other/', '/third/', true],
  ['on a page that it does not rest on, from none', null, '/other/', true],
  ['without a page, from one that it does not rest on', '/other/', null, true],
  ['on the page that it rests on, from there', '/graph', '/graph', true],
  ['on the page that it rests on, from elsewhere', '/other/', '/graph', false],
  ['elsewhere, from the page that it rests on', '/graph', '/other/', false],
  ['on a page that is named by its id', 'other', 'other', true],
  ['elsewhere, from a page that is named by its id', 'other', '/other/', false],
] as const) {
  test(`createAnswerCache() ${isShared ? 'gives' : 'keeps back'} an answer ${where}`, () => {
    const { cache } = clocked()
    const answer = given({ type: 'sources', sources: [{ url: '/graph/#facts' }], model: 'm' })
    cache.set('a', from, answer)
    assert.equal(cache.get('a', to), isShared ? answer : null)
  })
}

function keyOf(content: string, query: string, filter: Filter = {}): string {
  return cacheKey(content, { query, filter, history: [] })
}

test('cacheKey() is the same for questions that differ in blanks and in the case of plain words', () => {
  const key = keyOf('content', 'how do I deploy?')
  for (const same of ['How do I deploy?', '  how\tdo  I\n\u00a0deploy? ', 'How Do i Deploy?']) assert.equal(keyOf('content', same), key)
  assert.equal(keyOf('content', 'Gro\u0308\u00dfe'), keyOf('content', 'gr\u00f6\u00dfe'))
})

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
