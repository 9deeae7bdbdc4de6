/**
 * Environment variables -> options. No other module reads them. Values are never
 * shown: a key may be set in the wrong variable.
 */
import { AskError } from './base/errors.ts'
import type { Protocol } from './llm/model.ts'
import type { ModelOptions } from './llm/settings.ts'
import { type JsonObject, parseJsonObject } from './base/json.ts'
import { headerSecrets } from './base/redact.ts'
import type { TraceOptions } from './trace/settings.ts'

/** Variables by name. */
export type Environment = Readonly<Record<string, string | undefined>>

/** The names of all variables that are read. */
export const VARIABLES = [
  'LLM_API_KEY', 'LLM_MODEL', 'LLM_BASE_URL', 'LLM_PROTOCOL', 'LLM_HEADERS', 'LLM_EXTRA_BODY', 'LLM_MAX_TOKENS',
  'LLM_FIRST_BYTE_MS', 'LLM_IDLE_MS', 'LLM_DEADLINE_MS', 'LLM_RETRIES',
  'ANALYTICS_KEY', 'ANALYTICS_API_KEY', 'ANALYTICS_HOST', 'ANALYTICS_CAPTURE_CONTENT',
] as const

const PROTOCOLS: readonly (Protocol | 'auto')[] = ['auto', 'chat', 'responses', 'anthropic']
/** Digits of a number; no option needs as many. */
const MAX_DIGITS = 15

/**
 * Several environments as one; the first that has a variable counts. Some hosts
 * have variables of their own beside the process's. A blank variable counts as
 * unset.
 */
export function layerEnvironments(layers: readonly (object | undefined)[]): Environment {
  const all: Record<string, string | undefined> = {}
  for (const layer of [...layers].reverse()) {
    const variables: readonly (readonly [string, unknown])[] = Object.entries(layer ?? {})
    for (const [name, value] of variables) {
      // Hosts bind other values as well: databases, services.
      if (typeof value === 'string' && value.trim() !== '') all[name] = value
    }
  }
  return all
}

/**
 * Options of model and tracing, for `createAsk`. Of several environments the first
 * that has a variable counts. Throws `AskError('usage')`, with the name of the
 * variable, for an invalid value.
 */
export function readOptions(...environments: readonly (object | undefined)[]): ModelOptions & TraceOptions {
  const env = layerEnvironments(environments)
  return { ...readModelOptions(env), ...readTraceOptions(env) }
}

/** Options of the model. Throws `AskError('usage')`, with the name of the variable, for an invalid value. */
export function readModelOptions(env: Environment): ModelOptions {
  return {
    apiKey: readKey(env, 'LLM_API_KEY'),
    model: read(env, 'LLM_MODEL'),
    baseUrl: read(env, 'LLM_BASE_URL'),
    protocol: readProtocol(env),
    headers: readHeaders(env),
    extraBody: readObject(env, 'LLM_EXTRA_BODY'),
    maxTokens: readNumber(env, 'LLM_MAX_TOKENS'),
    firstByteMs: readNumber(env, 'LLM_FIRST_BYTE_MS'),
    idleMs: readNumber(env, 'LLM_IDLE_MS'),
    deadlineMs: readNumber(env, 'LLM_DEADLINE_MS'),
    retries: readNumber(env, 'LLM_RETRIES'),
  }
}

/** Options of tracing. Throws `AskError('usage')`, with the name of the variable, for an invalid key. */
export function readTraceOptions(env: Environment): TraceOptions {
  return {
    analyticsKey: readKey(env, 'ANALYTICS_KEY') ?? readKey(env, 'ANALYTICS_API_KEY'),
    analyticsHost: read(env, 'ANALYTICS_HOST'),
    captureContent: read(env, 'ANALYTICS_CAPTURE_CONTENT'),
  }
}

/** The secrets of an environment, also where other variables are invalid. */
export function readSecrets(env: Environment): string[] {
  const keys = ['LLM_API_KEY', 'ANALYTICS_KEY', 'ANALYTICS_API_KEY'].flatMap((name) => read(env, name) ?? [])
  const headers = Object.entries(parseJsonObject(read(env, 'LLM_HEADERS') ?? '') ?? {})
  const base = read(env, 'LLM_BASE_URL') ?? ''
  const query = URL.canParse(base) ? [...new URL(base).searchParams.values()] : []
  return [...keys, ...headerSecrets(headers.map(([name, value]) => [name, String(value)])), ...query]
}

/** Undefined for a variable that is not set, or blank. */
function read(env: Environment, name: string): string | undefined {
  const value = env[name]?.trim() ?? ''
  return value === '' ? undefined : value
}

function readKey(env: Environment, name: string): string | undefined {
  const key = read(env, name)
  if (key === undefined || /^[\x21-\x7e]+$/.test(key)) return key
  throw new AskError('usage', `${name} holds characters that no key has (spaces, line breaks, non-ASCII); set it again`)
}

function readNumber(env: Environment, name: string): number | undefined {
  const digits = read(env, name)
  if (digits === undefined) return undefined
  if (digits.length <= MAX_DIGITS && /^\d+$/.test(digits)) return Number(digits)
  throw new AskError('usage', `${name} must be a whole number`)
}

function readProtocol(env: Environment): Protocol | 'auto' | undefined {
  const word = read(env, 'LLM_PROTOCOL')
  const protocol = PROTOCOLS.find((name) => name === word?.toLowerCase())
  if (word === undefined || protocol !== undefined) return protocol
  throw new AskError('usage', `LLM_PROTOCOL must be one of ${PROTOCOLS.join(', ')}`)
}

function readHeaders(env: Environment): Record<string, string> | undefined {
  const fields = readObject(env, 'LLM_HEADERS')
  if (fields === undefined) return undefined
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => {
    if (typeof value === 'string') return [name, value]
    throw new AskError('usage', 'LLM_HEADERS must hold text only, such as {"x-tenant": "docs"}')
  }))
}

function readObject(env: Environment, name: string): JsonObject | undefined {
  const text = read(env, name)
  if (text === undefined) return undefined
  const fields = parseJsonObject(text)
  if (fields !== undefined) return fields
  throw new AskError('usage', `${name} must be a JSON object such as {"name": "value"}`)
}
