import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createThinkFilter } from '../../../../src/core/llm/client/thinking.ts'
import { rulesOf } from '../../../support/rules.ts'

/** Checks text and thinking, whole and cut at every position; text before a late closing mark is thinking, too. */
function check(text: string, said: string, thought: string) {
  const cuts = [[text], [...text]]
  for (let at = 1; at < text.length; at += 1) cuts.push([text.slice(0, at), '', text.slice(at)])
  for (const pieces of cuts) {
    const filter = createThinkFilter()
    let [shown, hidden] = ['', '']
    for (const event of [...pieces.flatMap((piece) => filter.push(piece)), ...filter.end()]) {
      if (event.type === 'retract') [shown, hidden] = ['', hidden + shown]
      else if ('text' in event && event.text !== '') event.type === 'text' ? (shown += event.text) : (hidden += event.text)
      else assert.fail(JSON.stringify(event))
    }
    assert.deepEqual([shown, hidden], [said, thought], JSON.stringify(pieces))
  }
}

for (const [name, run] of rulesOf('createThinkFilter()', check, [
  ['takes a block at the start for thinking',
    ['<think>hm</think>Yes', 'Yes', 'hm'], ['\n <think>\nhm\n</think>\n\nYes\n', 'Yes\n', '\nhm\n'],
    ['<think></think>Yes', 'Yes', ''], ['<think>a</think><think>b</think>c', 'c', 'ab'],
    ['Say <think>x', 'Say <think>x', ''], ['Say <reason>x', 'Say <reason>x', '']],
  ['takes a block within a line for thinking if it ends', ['So, <thinking>hm</thinking> no', ' no', '<thinking>hmSo, ']],
  ['ends a block at its own closing mark',
    ['<think>uses </analysis> and </thoughts>, <|end|> too</think>Yes', 'Yes', 'uses </analysis> and </thoughts>, <|end|> too'],
    ['<seed:think>a</think>Yes', 'Yes', 'a'],
    ['Write `<p:reason>`:\n<docs:analysis>x</foo:think>', 'Write `<p:reason>`:\n<docs:analysis>x</foo:think>', ''],
    ['<|channel|>analysis<|message|>a </think> b<|end|>Yes', 'Yes', 'a </think> b']],
  ['takes a block at the start of a line, and each late end, for thinking',
    ['ANSWER:\n<think>hm</think>\nYes', 'ANSWER:\nYes', 'hm'], ['a</think>b</think>c', 'c', 'ab'],
    ['<think>a</think>b</think>c', 'c', 'ab'], ['a</think><answer>b</answer>', 'b', 'a'],
    ['<think>İİ hm</think>Yes', 'Yes', 'İİ hm']],
  ['drops the end of a tag around an answer only where the tag began it',
    ['<output>It is so.</output>', 'It is so.', ''], ['<analysis>a</analysis>\n<final>b</final>', 'b', 'a'], ['Use <output>x</output>', 'Use <output>x</output>', '']],
  ['keeps text that only looks like a mark',
    ['<thin ice', '<thin ice', ''], ['<thi', '<thi', ''], ['<think>a </thin b < c</think>d', 'd', 'a </thin b < c'],
    ['An a', 'An a', '']],
  ['takes a block that never ends for thinking', ['<think>a </th', '', 'a </th'], ['<think>', '', ''], ['', '', '']],
])) test(name, run)

test('createThinkFilter() passes on what only begins like a tag', () => {
  const filter = createThinkFilter()
  const text = (events: ReturnType<typeof filter.push>) => events.map((event) => ('text' in event ? event.text : event.type)).join('')
  assert.equal(text(filter.push(`<${'x'.repeat(40)}`)), `<${'x'.repeat(40)}`)
})

test('createThinkFilter() takes folded thinking for such, and other folded text for text', () => {
  check('<details type="reasoning" done="true">\n<summary>Thought for 2 s</summary>\nhm</details>\n\nYes', 'Yes', ' done="true">\n<summary>Thought for 2 s</summary>\nhm')
  check('<details>\n<summary>Thinking</summary>\nhm\n</details>\nYes', 'Yes', 'ing</summary>\nhm\n')
  for (const text of ['<details>\n<summary>More</summary>\na\n</details>\nb', 'a</details>b']) check(text, text, '')
})

test('createThinkFilter() takes marks in code for text', () => {
  for (const text of ['It ends with `</think>`.', 'See `a </think> b` and `<think>`', 'Template:\n```\n<think>\n</think>\n```\nDone.', '~~~ xml\n</think>', 'new AssistantFinal()']) check(text, text, '')
  check('See `x`.\n```\ny\n```\nhm</think>Yes', 'Yes', 'See `x`.\n```\ny\n```\nhm')
})

test('createThinkFilter() knows the marks of all models', () => {
  for (const [open, close] of [
    ['<Think>', '</Think>'], ['<thinking>', '</thinking>'], ['<thought>', '</thought>'], ['<reasoning>', '</reasoning>'], ['<thoughts>', '</thoughts>'], ['<scratchpad>', '</scratchpad>'],
    ['[THINK]', '[/THINK]'], ['◁think▷', '◁/think▷'], ['<seed:think>', '</seed:think>'], ['<mm:think>', '</mm:think>'],
    ['<longcat_think>', '</longcat_think>'], ['<|START_THINKING|>', '<|END_THINKING|>'],
    ['<antThinking>', '</antThinking>'], ['Here is my thought process:', 'Here is my response:'], ['<chain_of_thought>', '</chain_of_thought>'], ['<|inner_prefix|>', '<|inner_suffix|>'], ['<|open|>think<|sep|>', '<|close|>think<|sep|>'],
    ['<|begin_of_thought|>', '<|end_of_thought|>'], ['<|channel>thought', '<channel|>'], ['<unused94>thought', '<unused95>'],
  ]) {
    check(`${open}hm, ANSWER: no${close}\nANSWER: yes`, 'ANSWER: yes', 'hm, ANSWER: no')
    // Words are a mark only after those that open.
    if (/^[A-Z]/.test(`${close}`)) check(`hm, no. ${close} x`, `hm, no. ${close} x`, '')
    else check(`hm, no${close}\nANSWER: yes`, 'ANSWER: yes', 'hm, no')
    check(`${open}hm`, '', 'hm')
  }
})

test('createThinkFilter() shows the final channel of Harmony alone', () => {
  const final = '<|start|>assistant<|channel|>final<|message|>ANSWER: yes'
  check(`<|channel|>analysis<|message|>hm<|end|>${final}<|return|>`, 'ANSWER: yes', 'hm')
  check(`hm<|end|>${final}<|return|>`, 'ANSWER: yes', 'hm<|end|><|start|>assistant')
  check(`<|channel|>final<|message|>ANSWER: yes<|end|>\n`, 'ANSWER: yes', '')
  for (const more of ['', '<|channel|>analysis<|message|>hm<|end|><|start|>assistant']) {
    check(`<|channel|>final<|message|>ANSWER: yes<|end|><|start|>assistant${more}<|channel|>final<|message|>ANSWER: yes`, 'ANSWER: yes', `${more}<|channel|>final<|message|>ANSWER: yes`)
  }
  check('analysisWe think.assistantfinalANSWER: yes', 'ANSWER: yes', 'analysisWe think.')
  check('analysisWe look.assistantcommentary to=functions.search json{"query":"x"}', 'to=functions.search json{"query":"x"}', 'analysisWe look.')
  const call = '<|channel|>commentary to=functions.search <|constrain|>json<|message|>{"query":"x"}'
  check(`<|channel|>analysis<|message|>hm<|end|><|start|>assistant${call}`, call, 'hm')
})

test('createThinkFilter() drops marks that end a turn, at its end alone', () => {
  for (const end of ['<|im_end|>', '<|eot_id|>', '</s>', '<end_of_turn>', '<|END_OF_TURN_TOKEN|>', '[/INST]', '<|user|>', '<turn|>', '</s></s>', '<|im_end|>\n<|endoftext|>\n', '<|im_end|>\n<|im_start|>', '<|eom_id|>', '[e~[']) check(`Yes.${end}`, 'Yes.', '')
  check('Use </s> here.', 'Use </s> here.', '')
  for (const [open, close] of [['<answer>', '</answer>'], ['<response>\n', '</response>'], ['<|START_RESPONSE|>', '<|END_RESPONSE|>'], ['<|open|>response<|sep|>', '<|close|>response<|sep|>'], ['<|begin_of_box|>', '<|end_of_box|>'], ['<|begin_of_solution|>\n', '<|end_of_solution|>']]) {
    check(`<think>a</think>${open}Yes${close}`, 'Yes', 'a')
  }
  check('<|think|>a<|end|><|begin|>assistant<|content|>Yes<|end|>', 'Yes', 'a')
  for (const start of ['assistant\n', '<s>', '<|begin_of_text|>', '[/INST] ', '<start_of_turn>model\n', '[gMASK]<sop>', '<｜Assistant｜>', 'Assistant: ']) check(`${start}Yes<｜end▁of▁sentence｜>`, 'Yes', '')
  check('<|start_header_id|>assistant<|end_header_id|>\n\nYes[|endofturn|]', 'Yes', '')
})

test('createThinkFilter() hides what a model that does not stop invents of its user', () => {
  for (const user of ['<|im_end|>\n<|im_start|>user', '<|eot_id|><|start_header_id|>user', '</s> [INST]', '<end_of_turn>\n<start_of_turn>user', '<|eot_id|><|start_header_id|>assistant']) {
    check(`Yes.${user} And?`, 'Yes.', ' And?')
    check(`Write \`${user}\`.`, `Write \`${user}\`.`, '')
  }
})
