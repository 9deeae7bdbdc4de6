/** The requests we send, judged by the types that the providers' own libraries publish. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { TOOLS } from '../../../src/core/answer/tools/toolbox.ts'
import { anthropic } from '../../../src/core/llm/protocols/anthropic.ts'
import { chat } from '../../../src/core/llm/protocols/chat.ts'
import type { Message, ModelRequest } from '../../../src/core/llm/model.ts'
import type { ServerProfile, WireFormat } from '../../../src/core/llm/protocols/protocol.ts'
import { createReplyDecoder } from '../../../src/core/llm/client/attempt.ts'
import { responses } from '../../../src/core/llm/protocols/responses.ts'

const here = fileURLToPath(new URL('.', import.meta.url))
/** Inside of the suite, so that the libraries are found. */
const folder = await mkdtemp(join(here, 'generated-'))
after(() => rm(folder, { recursive: true, force: true }))

const PROFILE: Omit<ServerProfile, 'protocol'> = { unsupported: new Set(), limitField: 'max_completion_tokens', maxOutputTokens: Infinity }

interface Judge {
  readonly name: string
  readonly format: WireFormat
  readonly protocol: ServerProfile['protocol']
  /** A turn with tool calls, from the project's vectors. */
  readonly vector: string
  readonly types: string
  readonly type: string
}

const JUDGES: readonly Judge[] = [
  { name: 'Chat Completions', format: chat, protocol: 'chat', vector: 'cc-02-tools-parallel', types: "import type { ChatCompletionCreateParamsStreaming } from 'openai/resources/chat/completions'", type: 'ChatCompletionCreateParamsStreaming' },
  { name: 'Responses', format: responses, protocol: 'responses', vector: 're-02-tool', types: "import type { ResponseCreateParamsStreaming } from 'openai/resources/responses/responses'", type: 'ResponseCreateParamsStreaming' },
  { name: 'Messages', format: anthropic, protocol: 'anthropic', vector: 'an-02-thinking-tools', types: "import type { MessageCreateParamsStreaming } from '@anthropic-ai/sdk/resources/messages'", type: 'MessageCreateParamsStreaming' },
]

const FIRST: ModelRequest = { system: 'Rules.', messages: [{ role: 'user', text: 'What is a route?' }], tools: TOOLS, mayCall: true, maxOutputTokens: 2_048 }

/** The request after that turn: its calls answered, one of them with an error, and the search closed. */
async function second({ format, vector }: Judge): Promise<ModelRequest> {
  const reader = format.createReader(FIRST)
  const decoder = createReplyDecoder(reader, 'localhost')
  const bytes = await readFile(new URL(`../../data/llm/${vector}.sse`, import.meta.url))
  const events = [...decoder.push(bytes), ...decoder.end(), ...reader.finish()]
  const end = events.at(-1)
  assert.ok(end?.type === 'end')
  const calls = events.flatMap((event) => (event.type === 'tool-call' ? [event.call] : []))
  assert.ok(calls.length > 0)
  const results = calls.map(({ id }, i) => ({ callId: id, text: `Result ${i}.`, isError: i > 0 }))
  const messages: Message[] = [...FIRST.messages, { role: 'assistant', turn: end.turn }, { role: 'tools', results, note: 'No more searches.' }]
  return { ...FIRST, messages, mayCall: false }
}

/** What the compiler has to say to a body as a value of that type. */
async function judge({ types, type }: Judge, body: unknown, name: string): Promise<string> {
  const file = join(folder, `${name}.ts`)
  await writeFile(file, `${types}\nexport const body: ${type} = ${JSON.stringify(body, null, 2)}\n`)
  const config = join(folder, `${name}.json`)
  await writeFile(config, JSON.stringify({ extends: '../tsconfig.json', files: [`${name}.ts`] }))
  const { stdout } = spawnSync(process.execPath, [join(here, 'node_modules/typescript/bin/tsc'), '-p', config], { encoding: 'utf8', timeout: 120_000 })
  return stdout
}

for (const [i, one] of JUDGES.entries()) {
  const body = (request: ModelRequest) => ({ model: 'm', ...one.format.body(request, { ...PROFILE, protocol: one.protocol }) })

  test(`${one.name}: the first request and the one after tool calls fit the library's types`, async () => {
    assert.equal(await judge(one, body(FIRST), `first-${i}`), '')
    assert.equal(await judge(one, body(await second(one)), `second-${i}`), '')
  })

  test(`${one.name}: the judge sees a wrong field`, async () => {
    assert.match(await judge(one, { ...body(FIRST), tools: 'none', stream: true }, `wrong-${i}`), /TS\d+/)
  })
}
