/**
 * Settings -> a model that can be asked: attempts, repairs and retries until
 * there is a reply, or none to be had. What a server teaches is kept for as
 * long as the model is.
 */
import { AskError } from '../../base/errors.ts'
import { isObject } from '../../base/json.ts'
import { pause } from '../../base/pause.ts'
import { createRedactor } from '../../base/redact.ts'
import { anthropic } from '../protocols/anthropic.ts'
import { type Attempt, type Failure, runAttempt } from './attempt.ts'
import { chat } from '../protocols/chat.ts'
import { requestHeaders, requestSecrets } from './headers.ts'
import type { Model, ModelCall, ModelEvent, ModelRequest, Protocol } from '../model.ts'
import type { WireFormat } from '../protocols/protocol.ts'
import { requestUrl } from '../provider.ts'
import { type Dialect, isAboutModel, learn, type Refused } from './repair.ts'
import { responses } from '../protocols/responses.ts'
import { retryDelay } from './retry.ts'
import type { ModelSettings } from '../settings.ts'

const MAX_REPAIRS = 3
const FORMATS: Readonly<Record<Protocol, WireFormat>> = { chat, responses, anthropic }

/** What a model needs of the world. */
export interface ModelIo {
  readonly fetch: typeof fetch
  /** Wall clock in ms. */
  readonly now: () => number
  /** From 0 up to 1. */
  readonly random: () => number
  /** One line of what the owner should know; never a secret. */
  readonly log: (line: string) => void
}

/** Nothing is sent before the first event is asked for. */
export function createModel(settings: ModelSettings, io: ModelIo): Model {
  const { model, target, baseUrl } = settings
  const redact = createRedactor(requestSecrets(settings))
  let dialect = firstDialect(settings)
  /** Lessons that were logged; requests under way together learn the same. */
  const told = new Set<string>()

  /** What the refusal of a request has taught, kept for the requests to come. */
  function hasLearnt(request: Written, { refusal, error }: Failure): boolean {
    if (refusal === null) return false
    const complaint = { status: refusal.status, message: error.message, param: paramOf(refusal.body) }
    const lesson = learn(complaint, request, dialect)
    if (lesson === null) return false
    dialect = lesson.dialect
    if (!told.has(lesson.text)) io.log(lesson.text)
    told.add(lesson.text)
    return true
  }

  async function* stream(request: ModelRequest, { signal, timeoutMs }: ModelCall): AsyncGenerator<ModelEvent> {
    const deadline = io.now() + timeoutMs
    let [repairs, retries, hasTriedAgain] = [0, 0, false]
    // Each round but the first uses up a repair or a retry.
    for (;;) {
      const written = writeRequest(request, dialect, settings)
      const limits = { timeoutMs: deadline - io.now(), firstByteMs: settings.firstByteMs, silenceMs: settings.idleMs }
      const { errorBodyMs, trailerMs } = settings
      const failure = yield* runAttempt({ ...written.sent, signal, limits, errorBodyMs, trailerMs, fetch: io.fetch })
      if (failure === null) return
      if (repairs < MAX_REPAIRS && hasLearnt(written, failure)) {
        repairs += 1
        continue
      }
      const { again, error, refusal } = failure
      const isSpent = retries >= settings.retries || again === 'never' || (again === 'once' && hasTriedAgain)
      const backoff = { retries, retryMs: settings.retryMs, now: io.now(), random: io.random() }
      const delayMs = retryDelay(refusal?.headers ?? null, backoff)
      if (isSpent || delayMs >= deadline - io.now()) throw new AskError(error.code, redact(explain(failure)))
      retries += 1
      hasTriedAgain ||= again === 'once'
      await pause(delayMs, signal)
    }
  }

  return { name: model, provider: target.provider, baseUrl, stream }
}

interface Written extends Refused {
  readonly sent: Pick<Attempt, 'url' | 'headers' | 'body' | 'reader'>
}

/** A conversation goes on in the protocol that it was begun in: its turns are written in it. */
function writeRequest(request: ModelRequest, { protocol: wanted, quirks }: Dialect, settings: ModelSettings): Written {
  const begun = request.messages.find((message) => message.role === 'assistant')?.turn.protocol ?? null
  const protocol = begun ?? wanted
  const format = FORMATS[protocol]
  const body = { ...format.body(request, { model: settings.model, quirks }), ...settings.extraBody }
  const sent = {
    url: requestUrl(settings.target, format.path),
    headers: requestHeaders(settings, protocol),
    body: new TextEncoder().encode(JSON.stringify(body)),
    reader: format.createReader(request),
  }
  return { protocol, body, wanted: settings.extraBody, maySwitch: settings.target.isOpen && begun === null, sent }
}

/** OpenAI's own servers refuse the older name of the limit for newer models; most others know no newer one. */
function firstDialect({ target }: ModelSettings): Dialect {
  const isOpenAi = target.provider === 'openai' || target.provider === 'azure'
  const limitField = isOpenAi ? 'max_completion_tokens' : 'max_tokens'
  const quirks = { without: new Set<string>(), limitField, echoReasoning: false } as const
  return { protocol: target.protocol, hasSwitched: false, quirks }
}

/** An address that is cut short is the commonest reason for a route that isn't there. */
function explain({ error, refusal }: Failure): string {
  const isRoute = refusal?.status === 404 && !isAboutModel(error.message)
  return isRoute ? `${error.message}; is LLM_BASE_URL complete? It often ends in /v1` : error.message
}

/** The field that a refusal is about, as OpenAI and those after it name it. */
function paramOf(body: unknown): string | null {
  const error = isObject(body) && isObject(body['error']) ? body['error'] : body
  return isObject(error) && typeof error['param'] === 'string' ? error['param'] : null
}
