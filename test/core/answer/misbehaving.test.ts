import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AnswerReport } from '../../../src/core/answer/answerer.ts'
import { parseTextCalls } from '../../../src/core/answer/call-dialects.ts'
import { playAnswer } from '../../support/play-answer.ts'
import type { EveryTurn, Play, Turn } from '../../support/scripted-model.ts'

/** What a model does wrong, one row each; each answer is right all the same, or says honestly what it is. */
const LINKED = 'It is 4321 [1](/guide/server/#port).'
const ANSWER = 'ANSWER:\nIt is 4321 [1].'
const SEARCH = { call: 'search', args: { query: 'static' } } as const
const PREAMBLE = "I'll look this up in the docs. "
const LATER: Play = { until: new Promise((resolve) => setTimeout(resolve, 20)) }

type Wanted = Partial<Pick<AnswerReport, 'outcome' | 'support'>> & { readonly text?: string; readonly requests?: number; readonly searches?: number }

async function check(turns: readonly Turn[] | EveryTurn, { text = LINKED, outcome = 'answered', support = 'grounded', requests = 2, searches = 2 }: Wanted = {}) {
  const played = await playAnswer(turns)
  const types = played.events.map(({ type }) => type)
  assert.equal(played.text, text)
  assert.deepEqual([played.report.outcome, played.report.support, played.model.asked.length], [outcome, support, requests])
  assert.equal(types.filter((type) => type === 'search').length, searches)
  const [sources, token] = [types.indexOf('sources'), types.indexOf('token')]
  assert.ok(sources < token && types.lastIndexOf('search') < sources && types.lastIndexOf('sources') === sources, types.join(' '))
  return played
}

test('words before calls, and after them, are not shown, be they few or many', async () => {
  for (const length of [31, 400, 1_500]) {
    const preamble = PREAMBLE.repeat(50).slice(0, length)
    await check([[preamble, SEARCH], [ANSWER]])
    await check([[...preamble, SEARCH], [ANSWER]])
    await check([[`ANSWER:\n${preamble.slice(0, 60)}`, SEARCH], [ANSWER]])
  }
  await check([[SEARCH, `${PREAMBLE.repeat(8)}A route is a file, as a section says [1]. So far, so good.`], [ANSWER]])
})

test('a call is run that the server took for thinking', async () => {
  for (const call of ['<tool_call>\n{"name": "search", "arguments": {"query": "static"}}\n</tool_call>', '<|tool_calls_section_begin|> <|tool_call_begin|> functions.search:0 <|tool_call_argument_begin|> {"query": "static"} <|tool_call_end|>']) {
    await check([[{ reasoning: 'I should look. ' }, { reasoning: call }, '\n\n'], [ANSWER]])
  }
  await check([[{ reasoning: '<tool_call>{"name": "search", "arguments": {"query": "static"}}' }, ANSWER]], { requests: 1, searches: 1 })
})

test('slow arguments of a call, and several calls at once, are waited for', async () => {
  await check([[PREAMBLE, LATER, SEARCH, LATER, { call: 'open', args: { id: 'guide/routing' } }], [ANSWER]], { searches: 3 })
})

test('calls that are written as text are run', async () => {
  const json = '{"name": "search", "arguments": {"query": "static"}}'
  const dialects = [
    `<tool_call>\n${json}\n</tool_call>`,
    `[TOOL_CALLS][${json}]`,
    '[TOOL_CALLS]search[ARGS]{"query": "static"}',
    '<function=search>{"query": "static"}</function>',
    '<|python_tag|>{"name": "search", "parameters": {"query": "static"}}',
    '<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>search\n```json\n{"query": "static"}\n```<｜tool▁call▁end｜>',
    '<function_calls>\n<invoke name="search">\n<parameter name="query">static</parameter>\n</invoke>\n</function_calls>',
    '<tool_call>search\n<arg_key>query</arg_key>\n<arg_value>static</arg_value>\n</tool_call>',
    '<tool_call>\n<function=search>\n<parameter=query>\nstatic\n</parameter>\n</function>\n</tool_call>',
    `\`\`\`json\n${json}\n\`\`\``,
    json,
    '<|channel|>commentary to=functions.search <|message|>{"query": "static"}<|call|>',
    '<|channel|>analysis to=functions.search code<|message|>{"query": "static"}<|call|>', 'commentary to=functions.search json{"query": "static"}',
    '{"id": "call_1", "type": "function", "function": {"name": "search", "arguments": "{\\"query\\": \\"static\\"}"}}',
    '[search(query="static")]',
    '```tool_code\nprint(search(query="static"))\n```',
    '```tool_code\nprint(default_api.search(query="static"))\n```',
    `<TOOLCALL>[${json}]</TOOLCALL>`,
    `<tool_use>\n<name>search</name>\n<arguments>{"query": "static"}</arguments>\n</tool_use>`,
    '<｜DSML｜function_calls>\n<｜DSML｜invoke name="search">\n<｜DSML｜parameter name="query" string="true">static</｜DSML｜parameter>\n</｜DSML｜invoke>',
    '<‖DSML‖tool_calls>\n<‖DSML‖invoke name="search">\n<‖DSML‖parameter name="query" string="true">static</‖DSML‖parameter>\n</‖DSML‖invoke>',
    '<｜｜DSML｜｜invoke name="search">\n<｜｜DSML｜｜parameter name="query">static</｜｜DSML｜｜parameter>\n</｜｜DSML｜｜invoke>',
    '< | DSML | tool_calls>\n< | DSML | invoke name="search">\n< | DSML | parameter name="query">static</ | DSML | parameter>\n</ | DSML | invoke>',
    '<minimax:tool_call>\n<invoke name="search">\n<parameter name="query">static</parameter>\n</invoke>\n</minimax:tool_call>',
    '<｜tool_calls_begin｜><｜tool_call_begin｜>function<｜tool_sep｜><steptml:invoke name="search"><steptml:parameter name="query">static</steptml:parameter></steptml:invoke>',
    '<|START_ACTION|>[\n{"tool_call_id": "0", "tool_name": "search", "parameters": {"query": "static"}}\n]<|END_ACTION|>',
    'Action: ```json\n[\n{"tool_name": "search", "parameters": {"query": "static"}}\n]```',
    `<|action_start|><|plugin|>\n${json}<|action_end|>`,
    '<|tools_prefix|>[{"search": {"query": "static"}}]<|tools_suffix|>',
    '>>>search\n{"query": "static"}',
    `functools[${json}]`,
    'search{"query": "static"}',
    'Action: search\nAction Input: {"query": "static"}',
    'Action: search\nAction Input: static\nObservation:',
    '<search>\n<query>static</query>\n</search>',
    '{"action": "search", "action_input": {"query": "static"}}',
    `{"tool_calls": [{"id": "a", "type": "function", "function": {"name": "search", "arguments": "{\\"query\\": \\"static\\"}"}}]}`,
    "{'name': 'search', 'arguments': {'query': 'static'}}",
    '<|tool_call>call:search{query:<|"|>static<|"|>}<tool_call|>',
    '<|python_tag|>search.call(query="static")',
    '<function(search){"query": "static"}</function>',
    '<|tool_calls_section_begin|><|tool_call_begin|>functions_search_1<|tool_call_argument_begin|>{"query": "static"}<|tool_call_end|>',
    ']<]minimax[>[<tool_call>\n]<]minimax[>[<invoke name="search">]<]minimax[>[<query>static]<]minimax[>[</query>]<]minimax[>[</invoke>\n]<]minimax[>[</tool_call>',
    'call:search{query:static}', '<tool_calls>\n<search query="static" />\n</tool_calls>',
    `[TOOL_REQUEST]${json}[END_TOOL_REQUEST]`,
    '[Calling tool: search({"query": "static"})]',
    `<longcat_tool_call>${json}</longcat_tool_call>`,
    '✿FUNCTION✿: search\n✿ARGS✿: {"query": "static"}\n✿RESULT✿',
    '{"action": "search", "action_input": "static"}',
    '{"name": "search", "query": "static"}',
    'search("static")',
    'functions.search({"query": "static"})',
    '<|python_start|>[search(query="static")]<|python_end|>',
    '<start_function_call>call:search{query:<escape>static<escape>}<end_function_call>',
    '<|channel|>commentary<|message|>I search.<|end|><|start|>assistant<|channel|>commentary to=functions.search <|message|>{"query": "static"}',
  ]
  for (const dialect of dialects) {
    for (const turn of [[dialect], [...dialect], [`${PREAMBLE}\n\n${dialect}`], [`ANSWER:\n${dialect}`]]) {
      const { model } = await check([turn, [ANSWER]])
      const newest = model.asked[1]!.messages.at(-1)!
      assert.match(newest.role === 'user' ? newest.text : '', /^Result of search:\n<<doc/, dialect)
    }
  }
})

test('calls that are written as text within a line are run, those that are told of are words', async () => {
  const json = '{"name": "search", "arguments": {"query": "static"}}'
  for (const call of [`<tool_call>${json}</tool_call>`, `<tool_call>\n${json}`, '<|tool_call_start|>[search(query="static")]<|tool_call_end|>I look.', '<function=search>{"query": "static"}</function>', `[TOOL_CALLS][${json}]`, ']<]minimax[>[<invoke name="search">]<]minimax[>[<query>static', '<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>search<｜tool▁sep｜>{"query": "static"}', '<|channel|>commentary to=functions.search <|message|>{"query": "static"}', '<minimax:tool_call><invoke name="search"><parameter name="query">static</parameter></invoke>', '<|tool_call>call:search{query:<|"|>static<|"|>}', `<|python_tag|>${json}`, '[TOOL_CALLS]search{"query": "static"}']) {
    for (const turn of [[PREAMBLE + call], [...PREAMBLE, ...call], [`I use \`search\`. ${call}`]]) await check([turn, [ANSWER]])
  }
  for (const words of ['It takes <tool_call> as it is', 'It takes <|tool|> or <|python_tag|> as it is', 'It takes [TOOL_CALLS] as it is', 'It takes `<function=search>{` as it is']) {
    const { text } = await playAnswer([[...`${words} [1].`]])
    assert.ok(text.includes('as it is [1]('), text)
  }
})

test('arguments alone are a search, where they are all that the model writes', async () => {
  for (const turn of ['{"query": "static"}', '\n{ "query" : "static" }\n']) {
    await check([[turn], [ANSWER]])
    await check([[...turn], [ANSWER]])
  }
  const { text } = await playAnswer([['Send `{"query": "static"}` [1].']])
  assert.ok(text.startsWith('Send `{"query": "static"}` [1]('), text)
})

test('after a call as text that can not be read the model is asked for its answer', async () => {
  for (const call of ['<tool_call>search for static</tool_call>', '<|channel|>commentary<|message|>{"path": "/", "pattern": "*"}<|end|>']) {
    await check([[call], [ANSWER]], { searches: 1 })
  }
})

test('parseTextCalls() reads at most eight calls of a text of beginnings of calls', () => {
  for (const unit of ['<search> <query>', '<function=search>', 'search("', 'search("x"          ', '>>>search ']) {
    assert.ok(parseTextCalls(unit.repeat(20_000)).length <= 8, unit)
  }
})
