/**
 * The variables of the model -> a finding about its key. A message never has a part of a key, nor its length. One small
 * request to the configured model -> a finding. An error of the provider is never repeated: it may hold parts of a key.
 */
import { TOOLS } from '../../../core/answer.ts'
import { AskError, type ErrorCode, isOptionError, keyText } from '../../../core/base.ts'
import { type Environment, readTraceOptions } from '../../../core/environment.ts'
import { createModel, type ModelIo, type ModelRequest, type ModelSettings } from '../../../core/llm.ts'
import { reasonOf } from '../../../core/transport.ts'
import { type Check, checksOf } from './check.ts'

export const KEY_VARIABLE = 'LLM_API_KEY'

/** Variables of other tools, and misspellings. */
const OTHER_VARIABLES = new RegExp(
  '^(?:(?:OPENAI|ANTHROPIC|OPENROUTER|GEMINI|GOOGLE|MISTRAL|GROQ|DEEPSEEK|XAI|AZURE_OPENAI)_API_KEY' +
  '|LLM_?(?:API_?)?(?:KEY|TOKEN))$',
  'i',
)

/** Variables, and the paths of files that set the key. */
interface KeySources {
  readonly env: Environment
  readonly files: readonly string[]
}

const ofKey = checksOf('key')

/** Checks the key: one finding, the worst. */
export function checkKey({ env, files }: KeySources): Check {
  const problem = problemOf(env)
  if (problem !== null) {
    return ofKey.fail(problem, 'Correct the variable where the service is started: `ask serve` does not start with it')
  }
  const key = keyText(KEY_VARIABLE, env[KEY_VARIABLE])
  if (key === null) return missing({ env, files })
  if (key.toLowerCase() === 'none') return ofKey.ok(`${KEY_VARIABLE} is \`none\`, for a model server that needs no key`)
  return ofKey.ok(`${KEY_VARIABLE} is set`)
}

function problemOf(env: Environment): string | null {
  try {
    keyText(KEY_VARIABLE, env[KEY_VARIABLE])
    readTraceOptions(env)
    return null
  } catch (error) {
    if (error instanceof AskError || isOptionError(error)) return error.message
    throw error
  }
}

function missing({ env, files: [file] }: KeySources): Check {
  if (file !== undefined) {
    return ofKey.warn(
      `${KEY_VARIABLE} is not set: it is in ${file}, which \`ask\` doesn't read`,
      `Load it first: \`set -a; . ./${file}; set +a\`, or \`node --env-file=${file}\`; \`astro dev\` reads it itself`,
    )
  }
  const other = Object.keys(env).find((name) => {
    return OTHER_VARIABLES.test(name) && name !== KEY_VARIABLE && (env[name] ?? '').trim() !== ''
  })
  if (other !== undefined) {
    return ofKey.warn(
      `${KEY_VARIABLE} is not set, but ${other} is, which \`ask\` doesn't read`,
      `Set it to the same value: \`export ${KEY_VARIABLE}="$${other}"\``,
    )
  }
  return ofKey.warn(
    `${KEY_VARIABLE} is not set: questions get search results instead of answers`,
    'Search works without it; for answers set it to the key of a model where the service is started',
  )
}

/** Time limit of the whole reply. */
const TIMEOUT_MS = 30_000
/** The same for a server on this machine, which loads its model first. */
const LOCAL_TIMEOUT_MS = 120_000
/** Tokens: the smallest limit that the service accepts. */
const MAX_OUTPUT_TOKENS = 256

/** The request, with the tools of an answer: some servers refuse requests with tools. */
const REQUEST: ModelRequest = {
  system: 'This is a test of the connection. Say OK and nothing else; call no tool.',
  messages: [{ role: 'user', text: 'Say OK.' }],
  tools: TOOLS,
  mayCall: true,
  noteWithoutTools: '',
  maxOutputTokens: MAX_OUTPUT_TOKENS,
}

const { ok, warn, fail } = checksOf('model')

/** Network and clock of a probe. */
interface ProbeIo extends Pick<ModelIo, 'fetch' | 'date'> {
  /** Time limit of the reply, in ms. Default 30 s, for a server on this machine 120 s. */
  readonly timeoutMs?: number
  readonly hasProxy: boolean
}

/** Sends the request. It is not repeated, except that a server may name what it accepts. */
export async function checkModel(settings: ModelSettings, io: ProbeIo): Promise<Check> {
  const { fetch, date, timeoutMs = settings.target.isLocal ? LOCAL_TIMEOUT_MS : TIMEOUT_MS } = io
  let status: number | null = null
  let reason = 'the request failed'
  const watched: typeof fetch = async (input, init) => {
    status = null
    try {
      const reply = await fetch(input, init)
      status = reply.status
      return reply
    } catch (error) {
      reason = reasonOf(error).text
      throw error
    }
  }
  const edges = { fetch: watched, date, random: () => 0, log: () => undefined }
  const model = createModel({ ...settings, retries: 0 }, edges)
  const started = date()
  let { protocol } = settings.target
  try {
    const call = { signal: new AbortController().signal, timeoutMs }
    for await (const event of model.stream(REQUEST, call)) if (event.type === 'end') protocol = event.turn.protocol
    return ok(`${nameOf(settings)} replied in ${date() - started} ms, with the protocol \`${protocol}\``)
  } catch (error) {
    if (!(error instanceof AskError)) throw error
    return checkFailure(settings, { code: error.code, status, reason, timeoutMs, hasProxy: io.hasProxy })
  }
}

interface Failure extends Required<Pick<ProbeIo, 'timeoutMs' | 'hasProxy'>> {
  readonly code: ErrorCode
  /** HTTP status of the last reply; null if there was none. */
  readonly status: number | null
  /** The reason why there was no reply, in fixed words. */
  readonly reason: string
}

/** The finding about a failed request: the first row that fits. */
function checkFailure(settings: ModelSettings, { code, status, reason, timeoutMs, hasProxy }: Failure): Check {
  const { model, baseUrl } = settings
  const name = nameOf(settings)
  const address = `LLM_BASE_URL (here ${baseUrl}; it often ends in /v1)`
  const number = status === null || status < 300 ? '' : ` (${status})`
  const proxy = hasProxy ? '; Node 24 and later use HTTPS_PROXY only with `NODE_USE_ENV_PROXY=1`' : ''
  const rows: readonly (readonly [isSo: boolean, message: string, remedy: string])[] = [
    [
      code === 'model-key', `${name} refuses the key${number}`,
      `Is it a complete key of ${new URL(baseUrl).host}, not revoked, with access to ${model}? ` +
        'If not, create a new key there',
    ],
    [
      code === 'model-quota', `${name} refuses requests: the credit or quota of the key is used up${number}`,
      'Add credit at the provider or set another key; until then questions get search results',
    ],
    [
      code === 'model-timeout', `${name} did not reply within ${timeoutMs / 1_000} s`,
      `Is the server running, and the model loaded? Check ${address}, or set a faster LLM_MODEL`,
    ],
    [
      code === 'model-request' && status === 404, `${name} was not found (404)`,
      `Check the name in LLM_MODEL, then ${address}`,
    ],
    [
      code === 'model-request', `${name} refuses the request${number}`,
      'Set an LLM_MODEL that can call tools; if LLM_EXTRA_BODY or LLM_HEADERS are set, check them',
    ],
    [
      status === null, `${name} can't be reached: ${reason}`,
      `Is the server running, and can this machine reach it? Check ${address}${proxy}`,
    ],
    [
      status !== null && status >= 500, `${name} fails (${status})`,
      'Run this again in a minute; the provider may be down',
    ],
    [number !== '' && Number(status) < 400, `${name} redirects (${status})`, `Set its target in ${address}`],
  ]
  if (code === 'model-busy') {
    const remedy = 'Run this again in a minute. If it happens again, raise the limit at the provider or set another ' +
      'LLM_MODEL'
    return warn(`${name} is overloaded, or gets too many requests${number}`, remedy)
  }
  const [, message, remedy] = rows.find(([isSo]) => isSo)
    ?? [true, `${name} replies (${status}), but not like a model`, `Check ${address}, and LLM_PROTOCOL if it is set`]
  return fail(message, remedy)
}

function nameOf({ model, baseUrl }: ModelSettings): string {
  return `${model} at ${new URL(baseUrl).host}`
}
