/**
 * Tool calls that a model writes as text -> calls that can be run. Servers without a parser for a model pass the calls
 * on in the dialect of its training.
 */
import { isObject } from '../base/json.ts'
import { firstObject, parseArguments, toolNamed } from '../llm/arguments.ts'
import type { ToolCall } from '../llm/model.ts'

/** A call without an id. */
export type TextCall = Pick<ToolCall, 'name' | 'args'>

/** Calls that are read from one turn's text. */
const MAX_TEXT_CALLS = 8
/** Objects of JSON that are looked at for them. */
const MAX_TRIED = 32
/** The name of a tool before its arguments, and UTF-16 units in which it is looked for. */
const NAME_BEFORE = /(?<![a-z])(search|open)(?![a-z])[^{]{0,80}$/
const MAX_NAMED_LENGTH = 90
/** UTF-16 units of a line that decide whether it opens a call. */
export const MAX_OPENING_LENGTH = 96

const NAMES = ['search', 'open']
/** Ways of writing a call as JSON that names its tool. */
const NAMED_JSON = NAMES.flatMap((name) => {
  const keys = ['"name"', '"tool"', '"tool_name"', '"action"', '"function"', '"type":"function","name"']
  const forms = keys.map((key) => `{${key}:"${name}"`)
  return [...forms, ...forms.map((form) => `[${form}`), `{"type":"function","function":{"name":"${name}"`]
})

/** Dialects with marks of their own, which open a call anywhere: beginnings of lines, in lower case, without space. */
const MARKS: readonly string[] = [
  '<tool_call', '<toolcall', '<tool_use', // Hermes, Qwen, GLM, Nemotron: <tool_call>{"name": "search", …}
  '<longcat_tool_call', // LongCat: <longcat_tool_call>{"name": "search", …}
  '✿function✿', // Qwen-Agent: ✿FUNCTION✿: search ✿ARGS✿: {…}
  '<minimax:tool_call', '<seed:tool_call', // MiniMax, Seed-OSS: <minimax:tool_call><invoke name="search">
  ']<]minimax[>[', // MiniMax M3, before each tag: ]<]minimax[>[<invoke name="search">]<]minimax[>[<query>
  '<function=', '<function(', // Llama, Qwen Coder: <function=search>{"query": …}; <function(search){…}
  '<function_call', '<functioncall', '<invoke', // Claude: <function_calls><invoke name="search">
  '<|python_', // Llama: <|python_tag|>{"name": "search", …}; <|python_start|>[search(…)]
  '<|tool', // Phi, Granite, Gemma: <|tool_call|>[{…}]; DeepSeek, Step: <｜tool▁calls▁begin｜>…search; Apertus
  '<|dsml|', // DeepSeek: <｜DSML｜invoke name="search">, with one or two bars of any kind
  '<start_function_call', // FunctionGemma: <start_function_call>call:search{query:<escape>…<escape>}
  '<|channel|>commentary', 'to=functions.', // gpt-oss: <|channel|>commentary to=functions.search, or to nobody
  '<|channel|>analysisto=', 'commentaryto=functions.', // gpt-oss in a wrong channel, and without its marks
  '[tool_call', // Mistral: [TOOL_CALLS]search[ARGS]{"query": …}
  '[tool_request', // LM Studio: [TOOL_REQUEST]{"name": "search", …}
  '<|start_action|>', // Command R: <|START_ACTION|>[{"tool_name": "search", …}]
  '<|action_start|>', // InternLM: <|action_start|><|plugin|>
  ...NAMED_JSON, // small models: JSON alone that names the tool
]
/** Dialects in words that docs may have as well, as they are written. They open a call where no answer has begun. */
const WORDS: readonly string[] = [
  'search[ARGS]', 'open[ARGS]', 'search{"', 'open{"', // Mistral: search[ARGS]{"query": …}
  '>>>search', '>>>open', 'functools[{', // Functionary, Phi: >>>search; functools[{"name": "search", …}]
  // Prompts of agents, Command R: Action: search, Action Input: …; <search><query>…
  'Action:search', 'Action:open', 'Action:```json[{', '<search><query>', '<open><id>',
  '{"search":{', '{"open":{', '{"tool_calls":[{', '{"function_call":{', // small models: JSON in other forms
  '{"id":"call', '[{"id":"call', // models that write what their server would
  // Gemini, Llama: calls as in Python.
  'search(query', 'search("', 'open(id', 'open("', 'functions.search(', 'functions.open(', '[search(', '[open(',
  'print(search(', 'print(open(', 'print(default_api.', 'default_api.', 'call:search{', 'call:open{',
  '[Callingtool', // models that repeat what an agent showed: [Calling tool: search({"query": …})]
]
/** Dialects whose calls begin within a line as well, each with the beginning of what it calls. */
export const CALL_WITHIN = new RegExp(
  '<[|｜]{1,2}(?:(?:tool|python)[^<>]{0,30}>\\s*(?:[[{<]|call:)|dsml[|｜])|to=functions\\.(?:search|open)' +
    '|<(?:\\w{1,12}:)?(?:invoke\\s+name=|function=(?:search|open)|(?:tool_?|function_)calls?>\\s*(?:\\w+\\s*)?[[{<])' +
    '|\\[TOOL_CALLS\\]\\s*(?:[[{]|search|open)|\\]<\\]minimax\\[>\\[<',
  'i',
)
/** The bars of a mark: DeepSeek's own are wide, and models write two, or spaces beside them. */
const BARS = /[|｜‖]+/g
const SPACED_BARS = /(?<=<\/?)[ \t]{0,4}[|｜‖]+[ \t]{0,4}(\w{1,12})[ \t]{0,4}[|｜‖]+[ \t]{0,4}/g
/** Gemma's values without their marks: `call:search{query:static}`. */
const BARE_VALUE = /(?<=\{(?:query|id):)(?!\s{0,4}")([^{}"\n]{1,400}?)(?=\}|,\s?from)/g
/** The prefix of a vendor's tag: `antml:`, `steptml:`, `|DSML|`. */
const VENDOR = '(?:\\w{1,12}:|\\|\\w{1,12}\\|)?'
/** A tag that begins a call and names its tool: `<function=search>`, `<invoke name="search">`, `<tool_call>search`. */
const CALL_TAG = new RegExp(
  `<${VENDOR}(?:function=|(?:invoke|function)\\s+name=)"?[\\w.-]+"?\\s*>` +
    '|<tool_call>\\s*[\\w.-]+\\s*(?=<arg_key>)|<(?:search|open)>\\s*(?=<(?:query|id)>)',
  'g',
)
const CALL_END = new RegExp(`</${VENDOR}(?:function|invoke|tool_call|search|open)\\b`)
const ARGUMENTS = [
  new RegExp(`<${VENDOR}parameter(?:=|\\s+name=)"?(\\w{1,80})"?[^<>]{0,200}>([^]*?)(?:</${VENDOR}parameter>|$)`, 'g'),
  /<arg_key>\s*(\w+)\s*<\/arg_key>\s*<arg_value>([^]*?)(?:<\/arg_value>|$)/g,
  /<(query|id)>([^<]*)/g,
]
/** Languages of blocks of code in which calls are written. */
const BLOCKS = ['json', 'tool_code', 'tool_calls', 'python', 'xml']
const FENCE = /^`{3,}(?:json|tool_code|tool_calls?|python|xml)?/

/**
 * `search(query="…")`, `open(id="…", from=120)`, `search.call(query="…")`, `call:search{query:"…"}`,
 * `<search query="…" />`; and `Action: search` with `Action Input: …` on the next line.
 */
const WORDED = new RegExp(
  '\\b(search|open)(?:(?:\\.call)?[({]|\\s(?=query=|id=))\\s{0,9}(?:(?:query|id)\\s?[=:]\\s?)?' +
    `(["'])(.{0,400}?)\\2\\s{0,9}(?:,\\s{0,9}from_?\\s?[=:]\\s?(\\d{1,9}))?\\s{0,9}[)}/>]` +
    '|^action:[ \\t]*(search|open)[ \\t]*\\n[ \\t]*action input:[ \\t]*(\\S[^\\n]*)',
  'gim',
)

/** The kind of a line by its beginning, null for words. Within an answer code and words are those of docs. */
export function readOpening(line: string, isAnswer: boolean): 'call' | 'begun' | null {
  const folded = line.slice(0, MAX_OPENING_LENGTH).replace(/\s+/g, '').replaceAll("'", '"').replace(BARS, '|')
  if (folded === '') return null
  const bare = folded.replace(FENCE, '')
  const marks = isAnswer && bare !== folded ? NAMED_JSON : MARKS
  const words = isAnswer ? [] : WORDS
  const lower = bare.toLowerCase()
  if (marks.some((mark) => lower.startsWith(mark)) || words.some((word) => bare.startsWith(word))) return 'call'
  if (line.length >= MAX_OPENING_LENGTH) return null
  const fence = /^(`+)([a-z_]*)$/.exec(folded)
  const isFenceBegun = fence !== null && (folded.length < 3 || BLOCKS.some((name) => name.startsWith(fence[2] ?? '')))
  const isBegun = marks.some((mark) => mark.startsWith(lower)) || words.some((word) => word.startsWith(bare))
  return isFenceBegun || isBegun ? 'begun' : null
}

/** The calls in a text, in their order; empty if there is none that can be read. */
export function parseTextCalls(text: string): readonly TextCall[] {
  const readers = [readTagged, readJson, readWorded]
  // Gemma quotes with marks of its own, and small models write JSON as Python does.
  const plain = text.replaceAll(']<]minimax[>[', '').replace(/<\|"\|>|<escape>/g, '"')
  const quoted = plain.replace(SPACED_BARS, '|$1|').replace(BARE_VALUE, '"$1"')
  for (const read of readers) {
    const calls = read(quoted.includes('"') ? quoted : quoted.replaceAll("'", '"'))
    if (calls.length > 0) return calls.slice(0, MAX_TEXT_CALLS)
  }
  return []
}

/** `<function=search><parameter=query>…`, `<invoke name="search">…`, `search <arg_key>query…`. */
function readTagged(text: string): readonly TextCall[] {
  const calls: TextCall[] = []
  for (const { index, 0: tag } of [...text.matchAll(CALL_TAG)].slice(0, MAX_TEXT_CALLS)) {
    const [body = ''] = text.slice(index + tag.length).split(CALL_END, 1)
    const pairs = ARGUMENTS.flatMap((pattern) => [...body.matchAll(pattern)])
    const args =
      pairs.length > 0
        ? Object.fromEntries(pairs.map(([, key = '', value = '']) => [key, value.trim()]))
        : firstObject(body)?.value
    calls.push({ name: toolNamed(tag, NAMES), args: isObject(args) ? args : null })
  }
  return calls
}

/**
 * `{"name": "search", "arguments": {"query": …}}`, alone, in a list or between tags; or a name, then its arguments alone:
 * `search[ARGS]{"query": …}`, `to=functions.search <|message|>{…}`.
 */
function readJson(text: string): readonly TextCall[] {
  const calls: TextCall[] = []
  for (let [from, tried] = [0, 0]; calls.length < MAX_TEXT_CALLS && tried < MAX_TRIED; tried += 1) {
    const json = firstObject(text, from)
    if (json === null) break
    const { value, start, end } = json
    const [, name = ''] = NAME_BEFORE.exec(text.slice(Math.max(from, start - MAX_NAMED_LENGTH), start)) ?? []
    const isNamed = name !== '' && ('query' in value || 'id' in value)
    const call = toCall(value) ?? (isNamed ? { name, args: value } : null)
    if (call !== null) calls.push(call)
    from = call === null ? start + 1 : end
  }
  return calls
}

function toCall(value: unknown): TextCall | null {
  if (!isObject(value)) return null
  const inner = isObject(value['function']) ? value['function'] : value
  // `{"search": {"query": …}}`, not the settings of a site.
  const own = NAMES.find((each) => isObject(inner[each]) && ('query' in inner[each] || 'id' in inner[each]))
  const names = [inner['name'], inner['tool'], inner['tool_name'], inner['action'], inner['function'], own]
  const name = names.find((each) => typeof each === 'string')
  const fields = ['arguments', 'parameters', 'args', 'input', 'action_input', own ?? '']
  const bare = 'query' in inner || 'id' in inner ? inner : undefined
  const given = fields.map((field) => inner[field]).find((value) => (value ?? null) !== null) ?? bare
  if (typeof name !== 'string' || given === undefined) return null
  const args = typeof given === 'string' ? (parseArguments(given) ?? parseArguments(JSON.stringify(given))) : given
  return { name: toolNamed(name, NAMES), args: isObject(args) ? args : null }
}

function readWorded(text: string): readonly TextCall[] {
  return [...text.matchAll(WORDED)].map(([, called, , quoted, from, action = '', input = '']) => {
    const [name, value] = [(called ?? action).toLowerCase(), quoted ?? input]
    if (name === 'search') return { name, args: { query: value } }
    return { name, args: { id: value, ...(from === undefined ? {} : { from: Number(from) }) } }
  })
}
