import assert from 'node:assert/strict'
import { test } from 'node:test'
import { withNote } from '../../../src/core/llm/model.ts'

test('withNote() adds a note after the newest message, whatever that is', () => {
  const tools = { role: 'tools', results: [], note: 'Old.' } as const
  const assistant = { role: 'assistant', turn: { protocol: 'chat', content: [] } } as const
  const user = { role: 'user', text: 'Why?' } as const
  assert.deepEqual(withNote([user], 'Answer.'), [{ role: 'user', text: 'Why?\n\nAnswer.' }])
  assert.deepEqual(withNote([user, assistant, tools], 'Answer.'), [user, assistant, { ...tools, note: 'Answer.' }])
  assert.deepEqual(withNote([user, assistant], 'Answer.'), [user, assistant, { role: 'user', text: 'Answer.' }])
})
