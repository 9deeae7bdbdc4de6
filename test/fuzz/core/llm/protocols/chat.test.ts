import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createCallAssembly } from '../../../../../src/core/llm/protocols/chat.ts'
import { checkGrowth } from '../../../../support/fuzz.ts'

test('a name in every piece of long arguments costs time in proportion', () => {
  checkGrowth(60_000, (count) => {
    const assembly = createCallAssembly()
    for (let i = 0; i < count; i += 1) {
      assembly.add({ index: 0, function: { name: 'f', arguments: i === 0 ? '{' : '"' } })
    }
    assert.equal(assembly.calls()[0]?.text.length, count)
  })
})
