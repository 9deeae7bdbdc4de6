/**
 * Settings -> a model: attempts, adaptations and retries until there is a reply or a final failure. The model keeps the
 * adapted profile of its server for later requests.
 */
import { pause } from '../../base/abort.ts'
import { AskError } from '../../base/errors.ts'
import { isObject, type JsonObject } from '../../base/json.ts'
import { createRedactor, headerSecrets } from '../../base/redact.ts'
import type { Model, ModelCall, ModelEvent, ModelRequest, Protocol } from '../model.ts'
import { anthropic } from '../protocols/anthropic.ts'
import { chat } from '../protocols/chat.ts'
import { objectOf, type ServerProfile, shortId, type WireFormat } from '../protocols/protocol.ts'
import { isBadCall, isReported, stringOf } from '../protocols/reply.ts'
import { responses } from '../protocols/responses.ts'
import { requestUrl } from '../provider.ts'
import type { ModelSettings } from '../settings.ts'
import { ABOUT_ADDRESS, ABOUT_MODEL, adapt, type Adaptation, fitRequest, type RejectedRequest } from './adapt.ts'
import { type Failure, runAttempt } from './attempt.ts'

/** Adaptations of one request to a model: six halvings take 32,768 tokens to 512. */
const MAX_ADAPTATIONS = 6
const FORMATS: Readonly<Record<Protocol, WireFormat>> = { chat, responses, anthropic }

const ANTHROPIC_VERSION = '2026-10-21'

/** Longest delay that a server may request: nobody waits for a longer one. */
const MAX_REQUESTED_MS = 60_000
const MAX_BACKOFF_MS = 8_000
/** Largest random share by which a delay is shortened, so that clients that failed together don't retry together. */
const JITTER = 0.25

/** What a delay is computed from: an error's message, retries already made, wall clock in ms, a random number. */
interface Backoff extends Pick<ModelSettings, 'retryMs'> {
  readonly message: string
  readonly retries: number
  readonly now: number
  readonly random: number
}

/** Dependencies of a model. */
export interface ModelIo {
  readonly fetch: typeof fetch
  /** Wall clock in ms since 1970: servers name dates. */
  readonly date: () => number
  /** A random number from 0 to below 1. */
  readonly random: () => number
  /** Takes lines for the site's owner; never a secret. */
  readonly log: (line: string) => void
}

/** A model. A request is sent when its first event is requested. */
export function createModel(settings: ModelSettings, io: ModelIo): Model {
  const { model, target, baseUrl } = settings
  const redact = createRedactor(requestSecrets(settings))
  // OpenAI's servers reject the older name of the limit for newer models; most others don't know the newer name.
  const limitField = ['openai', 'azure'].includes(target.provider) ? 'max_completion_tokens' : 'max_tokens'
  let profile: ServerProfile = {
    protocol: target.protocol, unsupported: new Set(), limitField, maxOutputTokens: Infinity,
  }
  /** Messages of logged adaptations: requests that run at the same time find the same ones. */
  const logged = new Set<string>()
  const kept = new Set(Object.keys(settings.extraBody))
  let badCalls = 0

  /** Adapts the profile to a failure, for this request and later ones; null if the failure calls for no change. */
  function adaptTo({ reply, error }: Failure, request: RejectedRequest): Adaptation | null {
    if (reply === null) return null
    const { status, body } = reply
    const { param } = objectOf(isObject(body) && isObject(body['error']) ? body['error'] : body)
    const apiError = { status, message: error.message, param: stringOf(param) || null }
    const adaptation = adapt(apiError, request, profile)
    if (adaptation === null) return null
    profile = adaptation.profile
    if (!logged.has(adaptation.message)) io.log(adaptation.message)
    logged.add(adaptation.message)
    return adaptation
  }

  async function* stream(request: ModelRequest, { signal, timeoutMs }: ModelCall): AsyncGenerator<ModelEvent> {
    const deadline = io.date() + timeoutMs
    const { firstByteMs, idleMs, errorBodyMs, trailerMs, retryMs } = settings
    let [adaptations, retries, hasRetriedOnce] = [0, 0, false]
    let room = Infinity
    // Each round after the first is an adaptation or a retry: both are bounded, by number or by the deadline.
    for (let attempts = 0; ; attempts += 1) {
      if (attempts > 0) yield { type: 'again' }
      const prepared = prepareRequest(fitRequest(request, profile, room), profile, settings)
      // No timer takes the months by which a clock may be set back meanwhile.
      const limits = { timeoutMs: Math.min(timeoutMs, deadline - io.date()), firstByteMs, idleMs }
      const context = { signal, limits, errorBodyMs, trailerMs, fetch: io.fetch }
      const failure = yield* runAttempt({ ...prepared.attempt, ...context })
      if (failure === null) {
        if (!Object.hasOwn(prepared.body, 'tools')) return
        badCalls = 0
        kept.add('tools')
        return
      }
      if (isBadCall(failure.error)) badCalls += 1
      const adaptation = adaptations < MAX_ADAPTATIONS ? adaptTo(failure, { ...prepared, kept, badCalls }) : null
      if (adaptation !== null) {
        adaptations += 1
        room = adaptation.room ?? room
        continue
      }
      const { retry, error, reply } = failure
      // llama.cpp, while it reads its file: `Loading model`.
      const isLoading = reply?.status === 503 && /\bloading\b/i.test(error.message)
      const isLast = retries >= settings.retries && !isLoading
      const isSpent = isLast || retry === 'never' || (retry === 'once' && hasRetriedOnce)
      const backoff = { message: error.message, retries, retryMs, now: io.date(), random: io.random() }
      const delayMs = retryDelay(reply?.headers ?? null, backoff)
      const { code, cause } = error
      if (isSpent || delayMs >= deadline - io.date()) throw new AskError(code, redact(explain(failure)), { cause })
      retries += 1
      hasRetriedOnce ||= retry === 'once'
      await pause(delayMs, signal)
    }
  }

  return { name: model, provider: target.provider, baseUrl, stream }
}

/** A request in its wire format. A conversation keeps the protocol of its first turn, because its turns are opaque. */
function prepareRequest(request: ModelRequest, known: ServerProfile, settings: ModelSettings) {
  const begun = request.messages.find((message) => message.role === 'assistant')?.turn.protocol ?? null
  const profile = { ...known, protocol: begun ?? known.protocol }
  const format = FORMATS[profile.protocol]
  const { model, target, extraBody } = settings
  const fields = Object.entries(format.body(request, profile)).filter(([field]) => !profile.unsupported.has(field))
  const body = { model, ...Object.fromEntries(fields), ...extraBody }
  const attempt = {
    url: requestUrl(target, format.path),
    headers: requestHeaders(settings, profile.protocol),
    body: new TextEncoder().encode(written(body, request, profile)),
    reader: format.createReader(request),
  }
  const canSwitch = target.mayChangeProtocol && begun === null && profile.protocol === target.protocol
  return { profile, maxOutputTokens: request.maxOutputTokens, body, canSwitch, attempt }
}

/** An id in JSON; none in a text, whose quotes are escaped. */
const WRITTEN_ID = /(?<=id":)"(?:[^"\\]|\\.)*"/g

/** A body as JSON, with short ids of calls for a server that rejects those it made. */
function written(body: JsonObject, { messages }: ModelRequest, { unsupported }: ServerProfile): string {
  const json = JSON.stringify(body)
  if (!unsupported.has('id')) return json
  const results = messages.flatMap((message) => (message.role === 'tools' ? message.results : []))
  const ids = new Map(results.map(({ callId }, i) => [JSON.stringify(callId), JSON.stringify(shortId(i))]))
  return json.replace(WRITTEN_ID, (id) => ids.get(id) ?? id)
}

/** Other messages about the model, of SiliconFlow: `Model does not exist`; Hugging Face: `not supported by any …`. */
const NO_MODEL = /model_not_found|valid model|model does not exist|not supported by any/i

/** The message of a failure, with advice. The most common reason for a missing route is an incomplete base address. */
function explain({ error, reply }: Failure): string {
  if (!isReported(error)) return error.message
  const { code, message } = error
  if (code === 'model-context') return `${message}; give the model more context, or set maxResultLength lower`
  if (code === 'model-key') return `${message}; is LLM_API_KEY the key of this provider?`
  const isMissing = reply?.status === 404 || reply?.status === 405
  if ((isMissing ? ABOUT_MODEL : NO_MODEL).test(message)) return `${message}; is LLM_MODEL a model of this server?`
  const isRoute = isMissing || ABOUT_ADDRESS.test(message)
  return isRoute ? `${message}; is LLM_BASE_URL complete? It often ends in /v1` : message
}

/** Headers by lower-case name; extra headers replace the protocol's. */
export function requestHeaders({ key, target, headers }: ModelSettings, protocol: Protocol): Record<string, string> {
  return {
    'content-type': 'application/json',
    accept: 'text/event-stream',
    ...(protocol === 'anthropic' ? { 'anthropic-version': ANTHROPIC_VERSION } : {}),
    ...(key === null ? {} : keyHeaders(key, protocol, target.provider)),
    ...headers,
  }
}

function keyHeaders(key: string, protocol: Protocol, provider: string): Record<string, string> {
  if (protocol === 'anthropic') return { 'x-api-key': key }
  return { authorization: `Bearer ${key}`, ...(provider === 'azure' ? { 'api-key': key } : {}) }
}

/** The secrets of a request, to be removed from messages in which a server repeats them. */
export function requestSecrets({ key, target, headers }: ModelSettings): string[] {
  return [key ?? '', ...headerSecrets(Object.entries(headers)), ...new URL(target.base).searchParams.values()]
}

/** The delay before the next attempt: the one that the server requests, else exponential backoff with jitter; in ms. */
export function retryDelay(headers: Headers | null, { message, retries, retryMs, now, random }: Backoff): number {
  const requested = headers === null ? NaN : requestedDelay(headers, message, now)
  if (requested > 0) return requested > MAX_REQUESTED_MS ? Infinity : requested
  return Math.min(retryMs * 2 ** retries, MAX_BACKOFF_MS) * (1 - JITTER * random)
}

/** Of Gemini: `Please retry in 3.2s`; Groq: `Please try again in 7m12s`; Azure: `Please retry after 2 seconds`. */
const DELAY = /(?:retry|again) (?:in|after) (?:(\d{1,4})m)?([\d.]{1,9}) ?s/i

/** The delay that a header requests, or a message; NaN if none has a valid one. */
function requestedDelay(headers: Headers, message: string, now: number): number {
  const exact = headers.get('retry-after-ms')
  if (exact !== null && Number.isFinite(Number(exact))) return Number(exact)
  const after = headers.get('retry-after')
  if (after === null) {
    const [, minutes = 0, seconds = NaN] = DELAY.exec(message) ?? []
    return (Number(minutes) * 60 + Number(seconds)) * 1_000
  }
  const seconds = Number(after)
  return Number.isFinite(seconds) ? seconds * 1_000 : Date.parse(after) - now
}
