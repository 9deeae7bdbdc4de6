/**
 * Environment variables -> options, checked. No other module reads those of a service. Values are never shown: a key
 * may be set in the wrong variable.
 */
import { AskError } from './base/errors.ts'
import { type JsonObject, parseJsonObject } from './base/json.ts'
import { isOptionError, keyText } from './base/option.ts'
import { headerSecrets } from './base/redact.ts'
import { ANSWER_LIMITS, type LimitOptions, LIMITS, readLimits, resolveBounds, resolveHttp } from './settings.ts'
import type { Protocol } from './llm/model.ts'
import { type ModelOptions, PROTOCOLS, resolveModel } from './llm/settings.ts'
import { resolveTrace, type TraceOptions } from './trace/settings.ts'

/** Variables by name. */
export type Environment = Readonly<Record<string, string | undefined>>

/** Option -> the variable that sets it. */
const VARIABLE_OF: Readonly<Record<string, string>> = {
  'model.apiKey': 'LLM_API_KEY', 'model.name': 'LLM_MODEL', 'model.baseUrl': 'LLM_BASE_URL',
  'model.protocol': 'LLM_PROTOCOL', 'model.headers': 'LLM_HEADERS', 'model.extraBody': 'LLM_EXTRA_BODY',
  'model.maxTokens': 'LLM_MAX_TOKENS', 'model.firstByteMs': 'LLM_FIRST_BYTE_MS', 'model.idleMs': 'LLM_IDLE_MS',
  'model.deadlineMs': 'LLM_DEADLINE_MS', 'model.retries': 'LLM_RETRIES', 'trace.key': 'ANALYTICS_KEY',
  'trace.host': 'ANALYTICS_HOST', 'trace.captureContent': 'ANALYTICS_CAPTURE_CONTENT',
  allowedHosts: 'ASK_ALLOWED_HOSTS', answerOrigins: 'ASK_ANSWER_ORIGINS',
  ...variablesOf('limits.', LIMITS),
  ...variablesOf('limits.answer.', ANSWER_LIMITS),
}

/** The names of the variables of a mounted service; those of files on this machine have their functions below. */
export const VARIABLES: readonly string[] = [
  ...Object.values(VARIABLE_OF), 'ANALYTICS_API_KEY',
  'ASK_SEARCH_URL', 'ASK_SEARCH_INDEX', 'ASK_SEARCH_USER', 'ASK_SEARCH_PASSWORD', 'ASK_SEARCH_API_KEY',
  'ASK_SEARCH_HEADERS', 'ASK_SEARCH_ALLOW_HTTP',
]

/** Variables whose whole value is a secret. */
const SECRET_VARIABLES = [
  'LLM_API_KEY', 'ANALYTICS_KEY', 'ANALYTICS_API_KEY', 'ASK_SEARCH_PASSWORD', 'ASK_SEARCH_API_KEY',
]

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

/** The options of `createAsk` that variables set. */
export interface EnvironmentOptions {
  readonly model: ModelOptions
  readonly trace: TraceOptions
  /** Absent if no variable sets it. */
  readonly allowedHosts?: readonly string[]
  /** Absent if no variable sets it. */
  readonly answerOrigins?: readonly string[]
  /** Absent if no variable sets a limit. */
  readonly limits?: LimitOptions
}

/**
 * Options of model, tracing, hosts and limits, for `createAsk`. Of several environments the first
 * that has a variable counts. Throws `AskError('configuration')`, with the name of
 * the variable, for an invalid value; an option that no variable sets is left to
 * the program.
 *
 * @example
 * const { model } = readOptions({ LLM_API_KEY: 'none', LLM_BASE_URL: 'http://localhost:11434/v1', LLM_MODEL: 'qwen3' })
 * model.name // 'qwen3'
 */
export function readOptions(...environments: readonly (object | undefined)[]): EnvironmentOptions {
  const env = layerEnvironments(environments)
  const isSet = (option: string) => read(env, VARIABLE_OF[option] ?? '') !== undefined
  return {
    model: checked(readModel(env), resolveModel, isSet),
    trace: readTraceOptions(env),
    ...readAccessOptions(env),
  }
}

/** Options of the model. Throws `AskError('configuration')`, with the name of the variable, for an invalid value. */
export function readModelOptions(env: Environment): ModelOptions {
  return checked(readModel(env), resolveModel)
}

/** Options of tracing. Throws `AskError('configuration')`, with the name of the variable, for an invalid value. */
export function readTraceOptions(env: Environment): TraceOptions {
  return checked(readTrace(env), (options) => resolveTrace(options, () => undefined))
}

/**
 * Who may use the service, and how much: the options of hosts, origins and limits that variables set. Throws
 * `AskError('configuration')`, with the name of the variable.
 */
export function readAccessOptions(env: Environment): Omit<EnvironmentOptions, 'model' | 'trace'> {
  const { limits, answer } = readLimits((limit) => readNumber(env, limit.variable))
  const [allowedHosts, answerOrigins] = [readList(env, 'ASK_ALLOWED_HOSTS'), readList(env, 'ASK_ANSWER_ORIGINS')]
  const isLimited = Object.keys({ ...limits, ...answer }).length > 0
  const options = {
    ...(allowedHosts !== undefined && { allowedHosts }),
    ...(answerOrigins !== undefined && { answerOrigins }),
    ...(isLimited && { limits: { ...limits, answer } }),
  }
  return checked(options, (all) => {
    resolveHttp(all)
    resolveBounds(answer, null)
  })
}

/** The address and the index of a search engine; null for one that no variable names. */
export function readStoreLocation(env: Environment) {
  return { url: read(env, 'ASK_SEARCH_URL') ?? null, index: read(env, 'ASK_SEARCH_INDEX') ?? null }
}

/**
 * Credentials and headers for a search engine, undefined for those that no variable sets; `allowHttp` to send them
 * unencrypted to another machine. Throws `AskError('configuration')` for an invalid value.
 */
export function readStoreAccess(env: Environment) {
  return {
    user: read(env, 'ASK_SEARCH_USER'),
    password: read(env, 'ASK_SEARCH_PASSWORD'),
    apiKey: readKey(env, 'ASK_SEARCH_API_KEY'),
    headers: readHeaders(env, 'ASK_SEARCH_HEADERS'),
    allowHttp: read(env, 'ASK_SEARCH_ALLOW_HTTP') === '1',
  }
}

/** Path of the file that keeps the tokens of a day, or of the question log; null for none. */
export function readPath(env: Environment, name: 'ASK_BUDGET_FILE' | 'ASK_QUESTION_LOG'): string | null {
  return read(env, name) ?? null
}

function readList(env: Environment, name: string): string[] | undefined {
  const list = read(env, name)
  return list === undefined ? undefined : splitList(list)
}

/** The items of a list with commas between them, as variables and flags have it; without empty ones. */
export function splitList(list: string): string[] {
  return list.split(',').map((item) => item.trim()).filter((item) => item !== '')
}

function variablesOf(
  prefix: string,
  table: Readonly<Record<string, { readonly variable: string }>>,
): Record<string, string> {
  return Object.fromEntries(Object.entries(table).map(([name, limit]) => [prefix + name, limit.variable]))
}

/** The options; an invalid one that counts is an error that names its variable. */
function checked<T>(options: T, resolve: (options: T) => unknown, counts = (_option: string) => true): T {
  try {
    resolve(options)
    return options
  } catch (error) {
    if (!isOptionError(error)) throw error
    if (!counts(error.option)) return options
    const rule = error.message.slice(error.option.length)
    throw new AskError('configuration', (VARIABLE_OF[error.option] ?? error.option) + rule, { cause: error })
  }
}

function readModel(env: Environment): ModelOptions {
  return {
    apiKey: readKey(env, 'LLM_API_KEY'),
    name: read(env, 'LLM_MODEL'),
    baseUrl: read(env, 'LLM_BASE_URL'),
    protocol: readProtocol(env),
    headers: readHeaders(env, 'LLM_HEADERS'),
    extraBody: readObject(env, 'LLM_EXTRA_BODY'),
    maxTokens: readNumber(env, 'LLM_MAX_TOKENS'),
    firstByteMs: readNumber(env, 'LLM_FIRST_BYTE_MS'),
    idleMs: readNumber(env, 'LLM_IDLE_MS'),
    deadlineMs: readNumber(env, 'LLM_DEADLINE_MS'),
    retries: readNumber(env, 'LLM_RETRIES'),
  }
}

function readTrace(env: Environment): TraceOptions {
  return {
    key: readKey(env, 'ANALYTICS_KEY') ?? readKey(env, 'ANALYTICS_API_KEY'),
    host: read(env, 'ANALYTICS_HOST'),
    captureContent: read(env, 'ANALYTICS_CAPTURE_CONTENT'),
  }
}

/** The secrets of an environment, also if other variables are invalid. */
export function readSecrets(env: Environment): string[] {
  const keys = SECRET_VARIABLES.flatMap((name) => read(env, name) ?? [])
  const headers = ['LLM_HEADERS', 'ASK_SEARCH_HEADERS'].flatMap((name) => {
    return Object.entries(parseJsonObject(read(env, name) ?? '') ?? {})
  })
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
  return checked(read(env, name), (key) => keyText(name, key))
}

function readNumber(env: Environment, name: string): number | undefined {
  const digits = read(env, name)
  if (digits === undefined) return undefined
  if (digits.length <= MAX_DIGITS && /^\d+$/.test(digits)) return Number(digits)
  throw new AskError('configuration', `${name} must be a whole number`)
}

function readProtocol(env: Environment): Protocol | 'auto' | undefined {
  const word = read(env, 'LLM_PROTOCOL')
  const protocol = PROTOCOLS.find((name) => name === word?.toLowerCase())
  if (word === undefined || protocol !== undefined) return protocol
  throw new AskError('configuration', `LLM_PROTOCOL must be one of ${PROTOCOLS.join(', ')}`)
}

function readHeaders(env: Environment, variable: string): Record<string, string> | undefined {
  const fields = readObject(env, variable)
  if (fields === undefined) return undefined
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => {
    if (typeof value === 'string') return [name, value]
    throw new AskError('configuration', `${variable} must hold text only, such as {"x-tenant": "docs"}`)
  }))
}

function readObject(env: Environment, name: string): JsonObject | undefined {
  const text = read(env, name)
  if (text === undefined) return undefined
  const fields = parseJsonObject(text)
  if (fields !== undefined) return fields
  throw new AskError('configuration', `${name} must be a JSON object such as {"name": "value"}`)
}
