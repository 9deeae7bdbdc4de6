import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decodeEvent, type EventFields } from '../../../src/answer/events/decode.ts'
import type { AnswerEvent } from '../../../src/answer/events/event.ts'

/** Fields that show which of them were read. */
const FIELDS: EventFields = { text: (name) => `a ${name}`, sources: (name) => [{ url: `/${name}/` }] }

function check(event: string, expected: AnswerEvent | null) {
  assert.deepEqual(decodeEvent({ event, data: '' }, () => FIELDS), expected)
}

test('decodeEvent() reads the fields of each event', () => {
  check('search', { type: 'search', query: 'a query' })
  check('sources', { type: 'sources', sources: [{ url: '/sources/' }], model: 'a model' })
  check('token', { type: 'token', text: 'a text' })
  check('error', { type: 'error', error: 'a error' })
  check('done', { type: 'done' })
})

test('decodeEvent() ignores events it does not know', () => {
  for (const event of ['message', '', 'usage', 'DONE', 'toString']) check(event, null)
})
