/**
 * One small request to the configured model -> a finding. An error of the
 * provider is never repeated: it may contain parts of a key.
 */
import { TOOLS } from '../answer/tools/tools.ts'
import { AskError, type ErrorCode } from '../base/errors.ts'
import { createModel, type ModelIo } from '../llm/client/client.ts'
import type { ModelRequest, Protocol } from '../llm/model.ts'
import type { ModelSettings } from '../llm/settings.ts'
import { reasonOf } from '../transport/reason.ts'
import { type Check, checksOf } from './check.ts'

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
  maxOutputTokens: MAX_OUTPUT_TOKENS,
}

/** The result of the request. */
export type ModelReply =
  | { readonly type: 'answered'; readonly protocol: Protocol; readonly ms: number }
  | FailedReply

interface FailedReply {
  readonly type: 'failed'
  readonly code: ErrorCode
  /** HTTP status of the last reply; null if there was none. */
  readonly status: number | null
  /** The reason why there was no reply, in fixed words; null if there was one. */
  readonly reason: string | null
  /** Time limit of the request. */
  readonly timeoutMs: number
}

/** Network and clock of a probe; `now` is in ms. */
export interface ProbeIo extends Pick<ModelIo, 'fetch' | 'now'> {
  /** Default: 30 s, and 120 s for a server on this machine. */
  readonly timeoutMs?: number
}

/** Sends one request, and another only to adapt to what the server accepts. */
export async function probeModel(settings: ModelSettings, { fetch, now, timeoutMs }: ProbeIo): Promise<ModelReply> {
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

/** The settings of a model that a finding shows. */
export type ShownModel = Pick<ModelSettings, 'model' | 'baseUrl'>

const { ok, warn, fail } = checksOf('model')

/** Checks the result; `hasProxy` is true if the environment names a proxy for https. */
export function checkModel({ model, baseUrl }: ShownModel, reply: ModelReply, hasProxy: boolean): Check {
  const { host } = new URL(baseUrl)
  const name = `${model} at ${host}`
  if (reply.type === 'answered') return ok(`${name} replied in ${reply.ms} ms, with the protocol \`${reply.protocol}\``)
  const address = `LLM_BASE_URL (here ${baseUrl}; it often ends in /v1)`
  const { code, status } = reply
  const number = status === null || status < 300 ? '' : ` (${status})`
  switch (code) {
    case 'model-key':
      return fail(
        `${name} refuses the key${number}`,
        `Is it a complete key of ${host}, not revoked, with access to ${model}? If not, create a new key there`,
      )
    case 'model-quota':
      return fail(
        `${name} refuses requests: the credit or quota of the key is used up${number}`,
        'Add credit at the provider or set another key; until then questions get search results',
      )
    case 'model-busy':
      return warn(
        `${name} is overloaded, or gets too many requests${number}`,
        'Run this again in a minute. If it happens again, raise the limit at the provider or set another LLM_MODEL',
      )
    case 'model-timeout':
      return fail(
        `${name} did not reply within ${reply.timeoutMs / 1_000} s`,
        `Is the server running, and the model loaded? Check ${address}, or set a faster LLM_MODEL`,
      )
    case 'model-request':
      if (status === 404) return fail(`${name} was not found (404)`, `Check the name in LLM_MODEL, then ${address}`)
      return fail(
        `${name} refuses the request${number}`,
        'Set an LLM_MODEL that can call tools; if LLM_EXTRA_BODY or LLM_HEADERS are set, check them',
      )
    default:
      return checkServer(name, reply, { address, hasProxy })
  }
}

interface AddressContext {
  /** The address, with a hint. */
  readonly address: string
  readonly hasProxy: boolean
}

/** The finding about a reply that does not come from a model. */
function checkServer(name: string, { status, reason }: FailedReply, { address, hasProxy }: AddressContext): Check {
  if (status === null) {
    const proxy = hasProxy ? '; Node 24 and later use HTTPS_PROXY only with `NODE_USE_ENV_PROXY=1`' : ''
    const remedy = `Is the server running, and can this machine reach it? Check ${address}${proxy}`
    return fail(`${name} can't be reached: ${reason ?? 'the request failed'}`, remedy)
  }
  if (status >= 500) {
    return fail(`${name} fails (${status})`, 'Run this again in a minute; the provider may be down')
  }
  if (status >= 300 && status < 400) {
    return fail(`${name} redirects (${status})`, `Set its target in ${address}`)
  }
  const remedy = `Check ${address}, and LLM_PROTOCOL if it is set`
  return fail(`${name} replies (${status}), but not like a model`, remedy)
}
