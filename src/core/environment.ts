/**
 * Environment variables -> options, checked. No other module reads those of a service. Values are never shown: a key
 * may be set in the wrong variable.
 */
import { AskError } from './base/errors.ts'
import { parseJsonObject } from './base/json.ts'
import { isOptionError, keyText } from './base/option.ts'
import { headerSecrets } from './base/redact.ts'
import { ANSWER_LIMITS, type LimitOptions, LIMITS, readLimits, resolveBounds, resolveHttp } from './settings.ts'
import { type ModelOptions, PROTOCOLS, resolveModel } from './llm/settings.ts'
import { resolveTrace, type TraceOptions } from './trace/settings.ts'

/** Variables by name. */
export type Environment = Readonly<Record<string, string | undefined>>

/** The value of a variable's text; throws for text that it can't have. */
type Read<T> = (text: string, variable: string) => T
/** Option -> its variable, and what its text means. */
type Table<T> = { readonly [name in keyof T]-?: readonly [variable: string, read: Read<NonNullable<T[name]>>] }

/** Digits of a number; no option needs as many. */
const MAX_DIGITS = 15
/** A value whose quotes `docker run --env-file` leaves in it: `LLM_MODEL="small"`. */
const QUOTED = /^(["'])([^]*)\1$/

const text: Read<string> = (value) => value
const number = rule((value) => {
  return value.length <= MAX_DIGITS && /^\d+$/.test(value) ? Number(value) : undefined
}, 'must be a whole number')
const object = rule(parseJsonObject, 'must be a JSON object such as {"name": "value"}')
const protocol = rule((value) => {
  return PROTOCOLS.find((name) => name === value.toLowerCase())
}, `must be one of ${PROTOCOLS.join(', ')}`)
const key: Read<string> = (value, variable) => checked(value, (given) => keyText(variable, given))
const headers: Read<Record<string, string>> = (value, variable) => {
  return Object.fromEntries(Object.entries(object(value, variable)).map(([name, field]) => {
    if (typeof field === 'string') return [name, field]
    throw new AskError('configuration', `${variable} must hold text only, such as {"x-tenant": "docs"}`)
  }))
}

const MODEL: Table<ModelOptions> = {
  apiKey: ['LLM_API_KEY', key], name: ['LLM_MODEL', text], baseUrl: ['LLM_BASE_URL', text],
  protocol: ['LLM_PROTOCOL', protocol], headers: ['LLM_HEADERS', headers], extraBody: ['LLM_EXTRA_BODY', object],
  maxTokens: ['LLM_MAX_TOKENS', number], firstByteMs: ['LLM_FIRST_BYTE_MS', number], idleMs: ['LLM_IDLE_MS', number],
  deadlineMs: ['LLM_DEADLINE_MS', number], retries: ['LLM_RETRIES', number],
}
const TRACE: Table<TraceOptions> = {
  key: ['ANALYTICS_KEY', key], host: ['ANALYTICS_HOST', text], captureContent: ['ANALYTICS_CAPTURE_CONTENT', text],
}
const ACCESS: Table<{ allowedHosts?: string[]; answerOrigins?: string[] }> = {
  allowedHosts: ['ASK_ALLOWED_HOSTS', splitList], answerOrigins: ['ASK_ANSWER_ORIGINS', splitList],
}
const STORE: Table<Record<'user' | 'password' | 'apiKey', string> & { headers: Record<string, string> }> = {
  user: ['ASK_SEARCH_USER', text], password: ['ASK_SEARCH_PASSWORD', text], apiKey: ['ASK_SEARCH_API_KEY', key],
  headers: ['ASK_SEARCH_HEADERS', headers],
}

/** Option -> the variable that sets it. */
const VARIABLE_OF: Readonly<Record<string, string>> = {
  ...variablesOf('model.', MODEL), ...variablesOf('trace.', TRACE), ...variablesOf('', ACCESS),
  ...variablesOf('limits.', LIMITS), ...variablesOf('limits.answer.', ANSWER_LIMITS),
}

/** The names of the variables of a mounted service; those of files on this machine have their functions below. */
export const VARIABLES: readonly string[] = [
  ...Object.values(VARIABLE_OF), ...Object.values(variablesOf('', STORE)),
  'ANALYTICS_API_KEY', 'ASK_SEARCH_URL', 'ASK_SEARCH_INDEX', 'ASK_SEARCH_ALLOW_HTTP',
]

/** Variables whose whole value is a secret. */
const SECRET_VARIABLES = [
  'LLM_API_KEY', 'ANALYTICS_KEY', 'ANALYTICS_API_KEY', 'ASK_SEARCH_PASSWORD', 'ASK_SEARCH_API_KEY',
]

/**
 * Several environments as one; the first that has a variable counts. Some hosts have variables of their own beside the
 * process's. A blank variable counts as unset.
 */
export function layerEnvironments(layers: readonly (object | undefined)[]): Environment {
  const variables = [...layers].reverse().flatMap((layer): [string, unknown][] => Object.entries(layer ?? {}))
  // Hosts bind other values as well: databases, services.
  return Object.fromEntries(variables.filter((entry): entry is [string, string] => {
    return typeof entry[1] === 'string' && valueOf(entry[1]) !== ''
  }))
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
 * Options of model, tracing, hosts and limits, for `createAsk`. Of several environments the first that has a variable
 * counts. Throws `AskError('configuration')`, with the name of the variable, for an invalid value; an option that no
 * variable sets is left to the program.
 *
 * @example
 * const { model } = readOptions({ LLM_API_KEY: 'none', LLM_BASE_URL: 'http://localhost:11434/v1', LLM_MODEL: 'qwen3' })
 * model.name // 'qwen3'
 */
export function readOptions(...environments: readonly (object | undefined)[]): EnvironmentOptions {
  const env = layerEnvironments(environments)
  const isSet = (option: string) => read(env, VARIABLE_OF[option] ?? '') !== undefined
  const model = checked(readTable<ModelOptions>(env, MODEL), resolveModel, isSet)
  return { model, trace: readTraceOptions(env), ...readAccessOptions(env) }
}

/** Options of the model. Throws `AskError('configuration')`, with the name of the variable, for an invalid value. */
export function readModelOptions(env: Environment): ModelOptions {
  return checked(readTable<ModelOptions>(env, MODEL), resolveModel)
}

/** Options of tracing. Throws `AskError('configuration')`, with the name of the variable, for an invalid value. */
export function readTraceOptions(env: Environment): TraceOptions {
  const options = readTable<TraceOptions>(env, TRACE)
  const either = { ...options, key: options.key ?? readOne(env, 'ANALYTICS_API_KEY', key) }
  return checked(either, (given) => resolveTrace(given, () => undefined))
}

/**
 * Who may use the service, and how much: the options of hosts, origins and limits that variables set. Throws
 * `AskError('configuration')`, with the name of the variable.
 */
export function readAccessOptions(env: Environment): Omit<EnvironmentOptions, 'model' | 'trace'> {
  const { limits, answer } = readLimits(({ variable }) => readOne(env, variable, number))
  const isLimited = Object.keys({ ...limits, ...answer }).length > 0
  const { allowedHosts, answerOrigins } = readTable(env, ACCESS)
  const options = {
    ...(allowedHosts && { allowedHosts }), ...(answerOrigins && { answerOrigins }),
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
  return { ...readTable(env, STORE), allowHttp: read(env, 'ASK_SEARCH_ALLOW_HTTP') === '1' }
}

/** Path of the file that keeps the tokens of a day, or of the question log; null for none. */
export function readPath(env: Environment, name: 'ASK_BUDGET_FILE' | 'ASK_QUESTION_LOG'): string | null {
  return read(env, name) ?? null
}

/** The items of a list with commas between them, as variables and flags have it; without empty ones. */
export function splitList(list: string): string[] {
  return list.split(',').map((item) => item.trim()).filter((item) => item !== '')
}

/** The secrets of an environment, also if other variables are invalid. */
export function readSecrets(env: Environment): string[] {
  const keys = SECRET_VARIABLES.flatMap((name) => read(env, name) ?? [])
  const fields = ['LLM_HEADERS', 'ASK_SEARCH_HEADERS'].flatMap((name) => {
    return Object.entries(parseJsonObject(read(env, name) ?? '') ?? {})
  })
  const base = read(env, 'LLM_BASE_URL') ?? ''
  const query = URL.canParse(base) ? [...new URL(base).searchParams.values()] : []
  return [...keys, ...headerSecrets(fields.map(([name, value]) => [name, String(value)])), ...query]
}

/** The options of a table; undefined where no variable sets one. */
function readTable<T>(env: Environment, table: Table<T>): Partial<T> {
  const entries = Object.entries<readonly [string, Read<unknown>]>(table)
  const values = entries.map(([name, [variable, reader]]) => [name, readOne(env, variable, reader)] as const)
  return Object.fromEntries(values) as Partial<T>
}

function readOne<T>(env: Environment, variable: string, reader: Read<T>): T | undefined {
  const value = read(env, variable)
  return value === undefined ? undefined : reader(value, variable)
}

/** Undefined for a variable that is not set, or blank. */
function read(env: Environment, name: string): string | undefined {
  return valueOf(env[name] ?? '') || undefined
}

function valueOf(text: string): string {
  return text.trim().replace(QUOTED, '$2').trim()
}

/** A reader that refuses text without a value. */
function rule<T>(parse: (text: string) => T | undefined, must: string): Read<T> {
  return (value, variable) => {
    const parsed = parse(value)
    if (parsed === undefined) throw new AskError('configuration', `${variable} ${must}`)
    return parsed
  }
}

function variablesOf(
  prefix: string,
  table: Readonly<Record<string, { readonly variable: string } | readonly [variable: string, read: unknown]>>,
): Record<string, string> {
  return Object.fromEntries(Object.entries(table).map(([name, one]) => {
    return [prefix + name, 'variable' in one ? one.variable : one[0]]
  }))
}

/** The options; an invalid one that counts is an error that names its variable. */
function checked<T>(options: T, resolve: (options: T) => unknown, counts = (_option: string) => true): T {
  try {
    resolve(options)
    return options
  } catch (error) {
    if (!isOptionError(error)) throw error
    if (!counts(error.option)) return options
    const broken = error.message.slice(error.option.length)
    throw new AskError('configuration', (VARIABLE_OF[error.option] ?? error.option) + broken, { cause: error })
  }
}
