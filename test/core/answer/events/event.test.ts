import assert from 'node:assert/strict'
import { test } from 'node:test'
import { collapseAnswer } from '../../../../src/core/answer/events/collapse.ts'
import { type AnswerEvent, decodeEvent, type EventFields } from '../../../../src/core/answer/events/event.ts'

/** Fields that show which of them were read. */
const FIELDS: EventFields = {
  text: (name) => ({ outcome: 'answered', support: 'weak' })[name] ?? `a ${name}`,
  texts: (name) => [name],
  sources: (name) => [{ url: `/${name}/` }],
  has: (name) => name === 'contact',
}

function check(event: string, expected: AnswerEvent | null) {
  assert.deepEqual(decodeEvent({ event, data: '' }, () => FIELDS), expected)
}

test('decodeEvent() reads the fields of each event', () => {
  check('search', { type: 'search', query: 'a query' })
  check('sources', { type: 'sources', sources: [{ url: '/sources/' }], model: 'a model' })
  check('token', { type: 'token', text: 'a text' })
  check('error', { type: 'error', error: 'a error' })
  check('outcome', { type: 'outcome', id: 'a id', outcome: 'answered', support: 'weak', cited: ['cited'], opened: ['opened'], contact: 'a contact' })
  check('done', { type: 'done' })
})

test('decodeEvent() ignores events it does not know', () => {
  for (const event of ['message', '', 'usage', 'DONE', 'toString']) check(event, null)
})

async function* stream(events: readonly AnswerEvent[]) {
  yield* events
}

test('collapseAnswer() joins tokens, keeps sources, and links to nothing else', async () => {
  const events: readonly AnswerEvent[] = [
    { type: 'search', query: 'a' },
    { type: 'sources', sources: [{ url: '/a/' }], model: 'm' },
    { type: 'token', text: '[1](/a' },
    { type: 'token', text: '/) [2](/b/)' },
    { type: 'done' },
    { type: 'token', text: 'never' },
  ]
  const seen: string[] = []
  const answer = await collapseAnswer(stream(events), ({ type }) => seen.push(type))
  assert.deepEqual(answer, { answer: '[1](/a/) 2', sources: [{ url: '/a/' }], searches: ['a'], model: 'm', mode: 'agentic' })
  assert.deepEqual(seen, ['search', 'sources', 'token', 'token', 'done'])
})

test('collapseAnswer() rejects with the words of an error event', async () => {
  await assert.rejects(collapseAnswer(stream([{ type: 'error', error: 'no model' }]), () => undefined), { code: 'endpoint', message: 'no model' })
})
