/**
 * What providers say that a reply has cost -> `Usage`. Whether input includes
 * what a cache held, and output what was thought, differs; here both do.
 */
import { isObject, type JsonObject } from '../../base/json.ts'
import type { Usage } from '../model.ts'

/** Chat Completions; null where a chunk tells none. */
export function decodeChatUsage(value: unknown): Usage | null {
  if (!isObject(value)) return null
  const input = tokens(value['prompt_tokens'])
  const of = objectOf(value['prompt_tokens_details'])
  return {
    input,
    // Gemini and xAI count what was thought in the total alone.
    output: Math.max(tokens(value['completion_tokens']), tokens(value['total_tokens']) - input),
    cached: tokens(of['cached_tokens'] ?? value['prompt_cache_hit_tokens']),
    cacheWrite: tokens(of['cache_write_tokens']),
    reasoning: tokens(objectOf(value['completion_tokens_details'])['reasoning_tokens']),
  }
}

/** OpenAI Responses; null where a response tells none. */
export function decodeResponsesUsage(value: unknown): Usage | null {
  if (!isObject(value)) return null
  const of = objectOf(value['input_tokens_details'])
  return {
    input: tokens(value['input_tokens']),
    output: tokens(value['output_tokens']),
    cached: tokens(of['cached_tokens']),
    cacheWrite: tokens(of['cache_write_tokens']),
    reasoning: tokens(objectOf(value['output_tokens_details'])['reasoning_tokens']),
  }
}

/** Anthropic Messages, whose input is what no cache was involved in. */
export function decodeAnthropicUsage(value: JsonObject): Usage {
  const cached = tokens(value['cache_read_input_tokens'])
  const cacheWrite = tokens(value['cache_creation_input_tokens'])
  return {
    input: tokens(value['input_tokens']) + cached + cacheWrite,
    output: tokens(value['output_tokens']),
    cached,
    cacheWrite,
    reasoning: tokens(objectOf(value['output_tokens_details'])['thinking_tokens']),
  }
}

function tokens(value: unknown): number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : 0
}

function objectOf(value: unknown): JsonObject {
  return isObject(value) ? value : {}
}

/** The sum of two. */
export function addUsage(one: Usage, other: Usage): Usage {
  return {
    input: one.input + other.input,
    output: one.output + other.output,
    cached: one.cached + other.cached,
    cacheWrite: one.cacheWrite + other.cacheWrite,
    reasoning: one.reasoning + other.reasoning,
  }
}
