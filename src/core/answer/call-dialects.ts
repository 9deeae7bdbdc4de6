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
/** UTF-16 units of a line that decide whether it opens a call. */
export const MAX_OPENING_LENGTH = 96

const NAMES = ['search', 'open']
/** Ways of writing a call as JSON that names its tool. */
const NAMED_JSON = NAMES.flatMap((name) => {
  const keys = ['"name"', '"tool"', '"function"', '"type":"function","name"']
  const forms = keys.map((key) => `{${key}:"${name}"`)
  return [...forms, ...forms.map((form) => `[${form}`), `{"type":"function","function":{"name":"${name}"`]
})

/** Each dialect with the models that write it, and the beginnings of lines that open a call, without white space. */
const DIALECTS: readonly (readonly [source: string, openings: readonly string[]])[] = [
  ['Hermes, Qwen, GLM: <tool_call>{"name": "search", …}', ['<tool_call', '<toolcall']],
  ['Llama, Qwen Coder: <function=search>{"query": …}', ['<function=']],
  ['Claude: <function_calls><invoke name="search">', ['<function_call', '<invoke']],
  ['Llama: <|python_tag|>{"name": "search", …}', ['<|python_tag|>']],
  ['Phi, Granite: <|tool_call|>[{"name": "search", …}]', ['<|tool_call']],
  ['DeepSeek: <｜tool▁calls▁begin｜>…search', ['<｜tool']],
  ['gpt-oss: <|channel|>commentary to=functions.search', ['<|channel|>commentary']],
  ['Mistral: [TOOL_CALLS]search[ARGS]{"query": …}', ['[TOOL_CALL']],
  ['small models: JSON alone, also in a block of code', NAMED_JSON],
  ['Gemini, Llama: calls as in Python', [
    'search(query', 'open(id', '[search(', '[open(', 'print(search(', 'print(open(',
  ]],
]
const OPENINGS = DIALECTS.flatMap(([, openings]) => openings)
/** A tag that begins a call and names its tool: `<function=search>`, `<invoke name="search">`, `<tool_call>search`. */
const CALL_TAG = new RegExp(
  '<(?:antml:)?(?:function=|(?:invoke|function)\\s+name=)"?([\\w.-]+)"?\\s*>' +
    '|<tool_call>\\s*([\\w.-]+)\\s*(?=<arg_key>)',
  'g',
)
/** Languages of blocks of code in which calls are written. */
const BLOCKS = ['json', 'tool_code', 'tool_calls', 'python', 'xml']
const FENCE = /^`{3,}(?:json|tool_code|tool_calls?|python|xml)?/

/** The kind of a line by its beginning: `'begun'` while it may become a call, null if it is none. */
export function readOpening(line: string): 'call' | 'begun' | null {
  const folded = line.slice(0, MAX_OPENING_LENGTH).replace(/\s+/g, '')
  if (folded === '') return null
  const bare = folded.replace(FENCE, '')
  if (OPENINGS.some((opening) => bare.startsWith(opening))) return 'call'
  if (line.length >= MAX_OPENING_LENGTH) return null
  const fence = /^(`+)([a-z_]*)$/.exec(folded)
  const isFenceBegun = fence !== null && (folded.length < 3 || BLOCKS.some((name) => name.startsWith(fence[2] ?? '')))
  return isFenceBegun || OPENINGS.some((opening) => opening.startsWith(bare)) ? 'begun' : null
}

/** The calls in a text, in their order; empty if there is none that can be read. */
export function parseTextCalls(text: string): readonly TextCall[] {
  const readers = [readTagged, readNamedJson, readNameThenJson, readPython]
  for (const read of readers) {
    const calls = read(text)
    if (calls.length > 0) return calls.slice(0, MAX_TEXT_CALLS)
  }
  return []
}

/**
 * `<function=search><parameter=query>…`, `<invoke name="search"><parameter name="query">…`, `search <arg_key>query…`.
 */
function readTagged(text: string): readonly TextCall[] {
  const calls: TextCall[] = []
  for (const { index, 0: tag, 1: name, 2: bare } of text.matchAll(CALL_TAG)) {
    const body = text.slice(index + tag.length).split(/<\/(?:antml:)?(?:function|invoke|tool_call)\b/, 1)[0] ?? ''
    const pairs = [
      ...body.matchAll(/<(?:antml:)?parameter(?:=|\s+name=)"?(\w+)"?[^>]*>([^]*?)(?:<\/(?:antml:)?parameter>|$)/g),
      ...body.matchAll(/<arg_key>\s*(\w+)\s*<\/arg_key>\s*<arg_value>([^]*?)(?:<\/arg_value>|$)/g),
    ]
    const args =
      pairs.length > 0
        ? Object.fromEntries(pairs.map(([, key = '', value = '']) => [key, value.trim()]))
        : firstObject(body)?.value
    calls.push({ name: toolNamed(name ?? bare ?? '', NAMES), args: isObject(args) ? args : null })
  }
  return calls
}

/** `{"name": "search", "arguments": {"query": …}}`, alone, in a list or between tags. */
function readNamedJson(text: string): readonly TextCall[] {
  const calls: TextCall[] = []
  for (let [from, tried] = [0, 0]; calls.length < MAX_TEXT_CALLS && tried < MAX_TRIED; tried += 1) {
    const json = firstObject(text, from)
    if (json === null) break
    const call = toCall(json.value)
    if (call !== null) calls.push(call)
    from = call === null ? json.start + 1 : json.end
  }
  return calls
}

function toCall(value: unknown): TextCall | null {
  if (!isObject(value)) return null
  const inner = isObject(value['function']) ? value['function'] : value
  const name = [inner['name'], inner['tool'], inner['function']].find((each) => typeof each === 'string')
  const given = inner['arguments'] ?? inner['parameters'] ?? inner['args'] ?? inner['input']
  if (typeof name !== 'string' || given === undefined) return null
  const args = typeof given === 'string' ? parseArguments(given) : given
  return { name: toolNamed(name, NAMES), args: isObject(args) ? args : null }
}

/** A name, then its arguments alone: `search[ARGS]{"query": …}`, `to=functions.search <|message|>{…}`. */
function readNameThenJson(text: string): readonly TextCall[] {
  const calls: TextCall[] = []
  for (const { index, 0: head, 1: name = '' } of text.matchAll(/\b(search|open)\b[^{]{0,80}(?=\{)/g)) {
    const found = firstObject(text, index + head.length)
    // No text behind has one either.
    if (found === null || calls.length >= MAX_TEXT_CALLS) break
    const { value: args } = found
    if ('query' in args || 'id' in args) calls.push({ name, args })
  }
  return calls
}

/** `search(query="…")`, `open(id="…", from=120)`. */
function readPython(text: string): readonly TextCall[] {
  const pattern =
    /\b(search|open)\(\s*(?:(?:query|id)\s*[=:]\s*)?(["'])(.*?)\2\s*(?:,\s*from_?\s*[=:]\s*(\d{1,9}))?\s*\)/g
  return [...text.matchAll(pattern)].map(([, name = '', , value = '', from]) => {
    if (name === 'search') return { name, args: { query: value } }
    return { name, args: { id: value, ...(from === undefined ? {} : { from: Number(from) }) } }
  })
}
