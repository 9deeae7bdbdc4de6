/**
 * One small request to the configured model -> whether it answers. Why it does
 * not is told in words of our own: a provider's may repeat parts of a key.
 */
import { TOOLS } from '../answer/tools/tools.ts'
import { AskError, type ErrorCode } from '../base/errors.ts'
import { createModel, type ModelIo } from '../llm/client/client.ts'
import type { ModelRequest, Protocol } from '../llm/model.ts'
import type { ModelSettings } from '../llm/settings.ts'
import { reasonOf } from '../transport/reason.ts'
import { type Check, checksOf } from './check.ts'

/** For the whole reply. */
const TIMEOUT_MS = 30_000
/** The same for servers on this machine, which load their model first. */
const LOCAL_TIMEOUT_MS = 120_000
/** Tokens: the least that the service can be set to. */
const MAX_OUTPUT_TOKENS = 256

/** With the tools that every answer has: some servers refuse requests with any. */
const REQUEST: ModelRequest = {
  system: 'This is a test of the connection. Say OK and nothing else; call no tool.',
  messages: [{ role: 'user', text: 'Say OK.' }],
  tools: TOOLS,
  mayCall: true,
  maxOutputTokens: MAX_OUTPUT_TOKENS,
}

/** What came of asking. */
export type ModelReply =
  | { readonly type: 'answered'; readonly protocol: Protocol; readonly ms: number }
  | FailedReply

interface FailedReply {
  readonly type: 'failed'
  readonly code: ErrorCode
  /** HTTP status of the last reply; null where none came. */
  readonly status: number | null
  /** Why no reply came, in fixed words; null where one did. */
  readonly reason: string | null
  /** How long was waited at most. */
  readonly timeoutMs: number
}

/** What asking needs of the world; `now` is a clock in ms. */
export interface AskModelIo extends Pick<ModelIo, 'fetch' | 'now'> {
  /** Default: 30 s, and 120 s for a server on this machine. */
  readonly timeoutMs?: number
}

/** Asks once, and again only where the server has taught how. */
export async function askModel(settings: ModelSettings, { fetch, now, timeoutMs }: AskModelIo): Promise<ModelReply> {
  const limitMs = timeoutMs ?? (settings.target.isLocal ? LOCAL_TIMEOUT_MS : TIMEOUT_MS)
  let status: number | null = null
  let reason: string | null = null
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
  const model = createModel({ ...settings, retries: 0 }, { fetch: watched, now, random: () => 0, log: () => undefined })
  const started = now()
  let { protocol } = settings.target
  try {
    const call = { signal: new AbortController().signal, timeoutMs: limitMs }
    for await (const event of model.stream(REQUEST, call)) if (event.type === 'end') protocol = event.turn.protocol
    return { type: 'answered', protocol, ms: Math.round(now() - started) }
  } catch (error) {
    if (!(error instanceof AskError)) throw error
    return { type: 'failed', code: error.code, status, reason, timeoutMs: limitMs }
  }
}

/** What of the settings is told. */
export type ShownModel = Pick<ModelSettings, 'model' | 'baseUrl'>

const { ok, warn, fail } = checksOf('model')

/** The finding; `hasProxy` where the environment names a proxy for https. */
export function checkModel({ model, baseUrl }: ShownModel, reply: ModelReply, hasProxy: boolean): Check {
  const { host } = new URL(baseUrl)
  const name = `${model} at ${host}`
  if (reply.type === 'answered') return ok(`${name} answers in ${reply.ms} ms, with the protocol \`${reply.protocol}\``)
  const address = `LLM_BASE_URL (here ${baseUrl}; it often ends in /v1)`
  const { code, status } = reply
  const number = status === null || status < 300 ? '' : ` (${status})`
  switch (code) {
    case 'model-key':
      return fail(
        `${name} refuses the key${number}`,
        `Is it a key of ${host}, whole, not revoked, and allowed to use ${model}? Make a new one there if need be`,
      )
    case 'model-quota':
      return fail(
        `${name} answers no more: the credit or quota of the key is spent${number}`,
        'Add credit at the provider or set another key; until then readers get search results',
      )
    case 'model-busy':
      return warn(
        `${name} is overloaded, or was asked too often${number}`,
        'Run this again in a minute; if it stays so, raise the limit at the provider or set another LLM_MODEL',
      )
    case 'model-timeout':
      return fail(
        `${name} gave no reply within ${reply.timeoutMs / 1_000} s`,
        `Is the server up, and the model loaded? Check ${address}, or set a faster LLM_MODEL`,
      )
    case 'model-request':
      if (status === 404) return fail(`${name} is not there (404)`, `Check the name in LLM_MODEL, then ${address}`)
      return fail(
        `${name} refuses the request${number}`,
        'Set an LLM_MODEL that can call tools; check LLM_EXTRA_BODY and LLM_HEADERS where they are set',
      )
    default:
      return checkNoModel(name, reply, { address, hasProxy })
  }
}

interface Surroundings {
  /** The address, and what is often wrong with it. */
  readonly address: string
  readonly hasProxy: boolean
}

/** Nothing that a model's server would say. */
function checkNoModel(name: string, { status, reason }: FailedReply, { address, hasProxy }: Surroundings): Check {
  if (status === null) {
    const proxy = hasProxy ? '; Node takes HTTPS_PROXY only with `NODE_USE_ENV_PROXY=1`, from Node 24 on' : ''
    const remedy = `Is the server up, and may this machine reach it? Check ${address}${proxy}`
    return fail(`${name} can't be reached: ${reason ?? 'the request failed'}`, remedy)
  }
  if (status >= 500) return fail(`${name} fails (${status})`, 'Run this again in a minute; is the provider up?')
  if (status >= 300 && status < 400) {
    return fail(`${name} redirects (${status})`, `Set the address it leads to: ${address}`)
  }
  const remedy = `Check ${address}, and LLM_PROTOCOL where it is set`
  return fail(`${name} answers (${status}), but not as a model does`, remedy)
}
