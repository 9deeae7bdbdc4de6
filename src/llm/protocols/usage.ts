/**
 * Token counts of providers -> `Usage`. Some providers don't count cached tokens as input or reasoning as output;
 * `Usage` includes both.
 */
import { isObject, type JsonObject } from '../../base/json.ts'
import type { Usage } from '../model.ts'

/** The usage in Chat Completions; null for a chunk without it. */
export function decodeChatUsage(value: unknown): Usage | null {
  if (!isObject(value)) return null
  const input = tokens(value['prompt_tokens'])
  const details = objectOf(value['prompt_tokens_details'])
  return {
    input,
    // Gemini and xAI count reasoning only in the total.
    output: Math.max(tokens(value['completion_tokens']), tokens(value['total_tokens']) - input),
    cached: tokens(details['cached_tokens'] ?? value['prompt_cache_hit_tokens']),
    cacheWrite: tokens(details['cache_write_tokens']),
    reasoning: tokens(objectOf(value['completion_tokens_details'])['reasoning_tokens']),
  }
}

/** The usage in OpenAI Responses; null for a response without it. */
export function decodeResponsesUsage(value: unknown): Usage | null {
  if (!isObject(value)) return null
  const details = objectOf(value['input_tokens_details'])
  return {
    input: tokens(value['input_tokens']),
    output: tokens(value['output_tokens']),
    cached: tokens(details['cached_tokens']),
    cacheWrite: tokens(details['cache_write_tokens']),
    reasoning: tokens(objectOf(value['output_tokens_details'])['reasoning_tokens']),
  }
}

/**
 * The usage in Anthropic Messages, whose input does not count tokens that were read from the cache or written to it.
 */
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

/** The sum of two usages. */
export function addUsage(one: Usage, other: Usage): Usage {
  return {
    input: one.input + other.input,
    output: one.output + other.output,
    cached: one.cached + other.cached,
    cacheWrite: one.cacheWrite + other.cacheWrite,
    reasoning: one.reasoning + other.reasoning,
  }
}
