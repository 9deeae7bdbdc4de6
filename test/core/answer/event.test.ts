import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type AnswerEvent, collapseAnswer } from '../../../src/core/answer/event.ts'

async function* stream(events: readonly AnswerEvent[]) {
  yield* events
}

test('collapseAnswer() joins tokens, keeps sources, and links to nothing else', async () => {
  const events: readonly AnswerEvent[] = [
    { type: 'search', query: 'a' }, { type: 'sources', sources: [{ url: '/a/' }], model: 'm' },
    { type: 'token', text: '[1](/a' }, { type: 'token', text: '/) [2](/b/)' }, { type: 'done' },
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
