/** A model client asked one question at a scripted server, and what came of it. */
import assert from 'node:assert/strict'
import { AskError } from '../../src/core/base/errors.ts'
import { createModel } from '../../src/core/llm/client/client.ts'
import type { Model, ModelEvent, ModelRequest } from '../../src/core/llm/model.ts'
import { type ModelOptions, type ModelSettings, resolveModel } from '../../src/core/llm/settings.ts'
import { frames } from './model-server.ts'

/** Must occur in nothing that is shown. */
export const CANARY_KEY = 'sk-canary-0123456789abcdef'

export const QUESTION: ModelRequest = {
  system: 'Answer.', messages: [{ role: 'user', text: 'Why?' }],
  tools: [{ name: 'search', description: 'Searches.', parameters: { type: 'object', properties: {} } }],
  mayCall: true, noteWithoutTools: '', maxOutputTokens: 512,
}

/** A whole turn of Chat Completions that says `text`. */
export function chatTurn(text: string): string {
  return chatDelta(text) + frames({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] }, '[DONE]')
}

/** The beginning of one. */
export function chatDelta(text: string): string {
  return frames({ choices: [{ index: 0, delta: { content: text }, finish_reason: null }] })
}

/** Beside the options. */
export interface Changes extends Partial<ModelSettings> {
  readonly fetch?: typeof fetch
  readonly date?: () => number
}

/** A model at an address, with hardly a wait between its retries, and the lines that it logs. */
export function modelAt(
  baseUrl: string,
  options: ModelOptions = {},
  { fetch = globalThis.fetch, date = Date.now, ...changes }: Changes = {},
): Model & { readonly lines: readonly string[] } {
  const settings = resolveModel({ apiKey: CANARY_KEY, name: 'm-1', baseUrl, retries: 0, ...options })
  assert.ok(settings !== null)
  const lines: string[] = []
  const io = { fetch, date, random: () => 0, log: (line: string) => void lines.push(line) }
  return { ...createModel({ ...settings, retryMs: 1, ...changes }, io), lines }
}

/** What a turn gave before it ended or failed. */
export interface Asked {
  readonly events: readonly ModelEvent[]
  readonly text: string
  /** Null where the turn was whole. */
  readonly error: AskError | null
}

/** Takes one turn to its end. Whatever it fails with is an `AskError` that shows no key. */
export async function ask(
  model: Model,
  { request = QUESTION, signal = new AbortController().signal, timeoutMs = 60_000 } = {},
): Promise<Asked> {
  const events: ModelEvent[] = []
  let error: AskError | null = null
  try {
    for await (const event of model.stream(request, { signal, timeoutMs })) events.push(event)
    assert.equal(events.at(-1)?.type, 'end')
  } catch (failure) {
    if (!(failure instanceof AskError)) throw failure
    assert.doesNotMatch(`${failure.stack} ${JSON.stringify(failure)} ${String(failure.cause)}`, /canary/)
    error = failure
  }
  assert.equal(events.filter(({ type }) => type === 'end').length, error === null ? 1 : 0)
  return { events, error, text: events.map((event) => (event.type === 'text' ? event.text : '')).join('') }
}
