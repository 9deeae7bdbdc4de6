/**
 * The whole service between a model's server that plays a script and a reader:
 * options, index, loop, grounding, guard and stream are the real ones.
 */
import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { type AskOptions, createAsk } from '../../src/core/ask.ts'
import { chunksOf } from './chunk.ts'
import { PAGES } from './library.ts'
import { chatTurn } from './model-client.ts'
import { frames, modelServer, type ReceivedRequest, type Scripted } from './model-server.ts'

/** What a model's server plays, or its one reply. */
export type Script = readonly Scripted[] | ((request: ReceivedRequest, ordinal: number) => Scripted) | Scripted

/** Waits no longer than a test should, and tries nothing twice, unless `options` say otherwise. */
export async function answeringService(t: TestContext, script: Script, options: Partial<AskOptions> = {}) {
  const model = await modelServer(t, (request, ordinal) => {
    return typeof script === 'function' ? script(request, ordinal) : ([script].flat()[ordinal] ?? assert.fail(`request ${ordinal + 1} was made`))
  })
  /** Lines for the site's owner. */
  const log: string[] = []
  const ask = createAsk({
    content: async () => chunksOf(...PAGES), answerCache: false, log: (line) => log.push(line), ...options,
    model: { apiKey: 'sk-test-0123456789', name: 'm-1', baseUrl: `${model.url}/v1`, retries: 0, ...options.model },
  })
  return { ask, model, log }
}

/** A turn that calls tools. Arguments are text as the model wrote it, or an object. */
export function callTurn(...calls: readonly (readonly [name: string, args: string | object])[]): string {
  const toolCalls = calls.map(([name, args], index) => {
    const text = typeof args === 'string' ? args : JSON.stringify(args)
    return { index, id: `call_${index}`, type: 'function', function: { name, arguments: text } }
  })
  return frames(
    { choices: [{ index: 0, delta: { tool_calls: toolCalls }, finish_reason: null }] },
    { choices: [{ index: 0, delta: {}, finish_reason: 'tool_calls' }] },
    '[DONE]',
  )
}

/** A whole answer that cites a source. */
export const ANSWERED: Scripted = { body: [chatTurn('ANSWER:\nIt listens on 4321 [1].')] }
