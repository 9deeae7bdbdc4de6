/**
 * A conversation with a model -> the JSON of its reply, and a cache of replies under a key of the whole question: the
 * same question to the same model is sent only once. Models wrap JSON into fences and words, so the text from the first
 * `{` to the last `}` counts.
 */
import { sha256, toHex } from '../../base/bytes.ts'
import { AskError } from '../../base/errors.ts'
import { parseJson } from '../../base/json.ts'
import type { AssistantTurn, Finish, Message, Model, Usage } from '../../llm/model.ts'

/** UTF-16 units of one reply. */
const MAX_REPLY_LENGTH = 400_000

/** The bounds of one request. */
export interface JsonCall {
  readonly signal: AbortSignal
  readonly timeoutMs: number
  /** Tokens of the reply. */
  readonly maxOutputTokens: number
}

/** A complete reply. */
export interface JsonReply {
  /** Null for a reply without a JSON object. */
  readonly json: unknown
  readonly finish: Finish
  /** The reply as the next message of the conversation. */
  readonly turn: AssistantTurn
  readonly usage: Usage
}

/** Asks without tools. Rejects as `Model.stream` does. */
export async function askForJson(
  model: Model,
  { system, messages }: { readonly system: string; readonly messages: readonly Message[] },
  { signal, timeoutMs, maxOutputTokens }: JsonCall,
): Promise<JsonReply> {
  const parts: string[] = []
  let length = 0
  const request = { system, messages, tools: [], mayCall: false, noteWithoutTools: '', maxOutputTokens }
  for await (const event of model.stream(request, { signal, timeoutMs })) {
    if (event.type === 'text' && length <= MAX_REPLY_LENGTH) {
      parts.push(event.text)
      length += event.text.length
    } else if (event.type === 'retract') {
      parts.length = length = 0
    } else if (event.type === 'end') {
      return { json: parseObject(parts.join('')), finish: event.finish, turn: event.turn, usage: event.usage }
    }
  }
  throw new AskError('model', 'The model ended its reply without saying so')
}

function parseObject(text: string): unknown {
  return parseJson(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1)) ?? null
}

/** Values by key; `put` resolves when the value is stored. */
export interface RecordCache {
  readonly get: (key: string) => unknown
  readonly put: (key: string, value: unknown) => Promise<void>
}

const encoder = new TextEncoder()

/** SHA-256, in hex, of the parts as JSON. */
export async function cacheKey(parts: readonly unknown[]): Promise<string> {
  return toHex(await sha256(encoder.encode(JSON.stringify(parts))))
}
