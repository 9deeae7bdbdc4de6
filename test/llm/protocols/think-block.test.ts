import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createThinkFilter } from '../../../src/llm/protocols/think-block.ts'

/** Checks text and thinking, whole and cut at every position. */
function check(text: string, said: string, thought: string) {
  const cuts = [[text], [...text]]
  for (let at = 1; at < text.length; at += 1) cuts.push([text.slice(0, at), '', text.slice(at)])
  for (const pieces of cuts) {
    const filter = createThinkFilter()
    const events = [...pieces.flatMap((piece) => filter.push(piece)), ...filter.end()]
    const joined = (type: string) =>
      events.map((event) => (event.type === type && 'text' in event ? event.text : '')).join('')
    assert.deepEqual([joined('text'), joined('reasoning')], [said, thought], JSON.stringify(pieces))
    assert.ok(events.every((event) => 'text' in event && event.text !== ''))
  }
}

test('a block at the start is thinking', () => {
  check('<think>hm</think>Yes', 'Yes', 'hm')
  check('\n <think>\nhm\n</think>\n\nYes\n', 'Yes\n', '\nhm\n')
  check('<think></think>Yes', 'Yes', '')
})

test('only the first block counts, and only at the start', () => {
  check('Say <think>x</think>', 'Say <think>x</think>', '')
  check('<think>a</think><think>b</think>', '<think>b</think>', 'a')
})

test('text that only looks like a tag is kept', () => {
  check('<thin ice', '<thin ice', '')
  check('<thi', '<thi', '')
  check('<think>a </thin b < c</think>d', 'd', 'a </thin b < c')
})

test('a block that never ends is all thinking', () => {
  check('<think>a </th', '', 'a </th')
  check('<think>', '', '')
  check('', '', '')
})
