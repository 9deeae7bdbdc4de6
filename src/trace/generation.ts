/**
 * The report of an answer -> one `$ai_generation` event of PostHog's AI
 * observability: numbers always, text as `captureContent` allows. Properties
 * `$ai_…` have PostHog's meaning (times in seconds, tokens summed over all
 * requests); properties `ask_…` are our own.
 */
import type { AnswerReport, Outcome } from '../answer/answerer.ts'
import { byteLength } from '../base/bytes.ts'
import { commonProperties, createEvent, type EventContext, type TraceEvent } from './event.ts'
import { maskPersonal } from './mask.ts'
import { listCallNames, listCalls } from './tool-calls.ts'

/** Bytes of one event as JSON; collectors take about twice as much. */
export const MAX_EVENT_BYTES = 524_288
/** UTF-16 units of one text in mode `redacted`. */
const MAX_REDACTED_LENGTH = 2_000
/** UTF-16 units of the name of a model or a provider, and of an address. */
const MAX_NAME_LENGTH = 512
/** Placeholder of a text while the room for it is measured. */
const PLACEHOLDER = '…'

/** Context of the event of an answer. */
export interface GenerationContext extends EventContext {
  /** Names of the tools that models are offered. */
  readonly tools: readonly string[]
}

/** Values of `ask_outcome`. */
const OUTCOMES: Readonly<Record<Outcome, string>> = {
  answered: 'answered',
  'not-covered': 'not_in_docs',
  refused: 'refused',
  error: 'error',
  cancelled: 'cancelled',
}

/**
 * The event of an answer, at most `MAX_EVENT_BYTES` as JSON: the answer is cut
 * first, then the question, and `ask_truncated` is set.
 */
export function buildGeneration(report: AnswerReport, context: GenerationContext): TraceEvent {
  let isTruncated = false

  function cut(text: string, fits: (length: number) => boolean): string {
    if (fits(text.length)) return text
    isTruncated = true
    return text.slice(0, longest(text.length, fits)).toWellFormed()
  }

  /** Redacted before it is cut, because half of a secret can't be recognized. */
  function clean(raw: string, maxLength: number): string {
    const clean = context.redact(raw.toWellFormed())
    const masked = context.content === 'redacted' ? maskPersonal(clean) : clean
    return cut(masked, (length) => length <= maxLength)
  }

  function cleanName(raw: string): string {
    return cut(context.redact(raw.toWellFormed()), (length) => length <= MAX_NAME_LENGTH)
  }

  const isOff = context.content === 'off'
  const properties = {
    ...traceProperties(report, context),
    ...modelProperties(report, cleanName),
    ...tokenProperties(report),
    ...outcomeProperties(report),
    ask_tool_calls: isOff ? listCallNames(report.calls, context.tools) : listCalls(report.calls, clean),
  }
  const eventOf = (text: object) =>
    createEvent('$ai_generation', context, { ...properties, ...text, ...(isTruncated ? { ask_truncated: true } : {}) })
  if (isOff) return eventOf({ $ai_input: null, $ai_output_choices: null })

  const maxLength = context.content === 'redacted' ? MAX_REDACTED_LENGTH : Infinity
  const whole = { question: clean(report.question, maxLength), answer: clean(report.answer, maxLength) }
  const bare = eventOf({ ...textProperties({ question: PLACEHOLDER, answer: PLACEHOLDER }), ask_truncated: true })
  const room = MAX_EVENT_BYTES - jsonBytes(bare)
  const question = cut(whole.question, (length) => jsonBytes(whole.question.slice(0, length)) <= room)
  const answerRoom = room - jsonBytes(question)
  const answer = cut(whole.answer, (length) => jsonBytes(whole.answer.slice(0, length)) <= answerRoom)
  return eventOf(textProperties({ question, answer }))
}

function traceProperties({ id }: AnswerReport, context: GenerationContext) {
  const { tools } = context
  return {
    ...commonProperties(id, context),
    $ai_span_name: 'ask',
    $ai_stream: true,
    $ai_tools: tools.map((name) => ({ type: 'function', function: { name } })),
  }
}

function modelProperties({ model, provider, baseUrl }: AnswerReport, named: (name: string) => string) {
  return { $ai_model: named(model), $ai_provider: named(provider), $ai_base_url: named(bareUrl(baseUrl)) }
}

/** Empty without any counts: they are unknown then, not 0. */
function tokenProperties({ usage }: AnswerReport) {
  if (usage.input + usage.output === 0) return {}
  return {
    $ai_input_tokens: usage.input,
    $ai_output_tokens: usage.output,
    $ai_reasoning_tokens: usage.reasoning,
    $ai_cache_read_input_tokens: usage.cached,
    $ai_cache_creation_input_tokens: usage.cacheWrite,
    // The input includes cached tokens.
    $ai_cache_reporting_exclusive: false,
  }
}

function outcomeProperties({ outcome, error, finish, totalMs, firstTokenMs, ...report }: AnswerReport) {
  return {
    $ai_latency: toSeconds(totalMs),
    ...(firstTokenMs === null ? {} : { $ai_time_to_first_token: toSeconds(firstTokenMs) }),
    ...(finish === null ? {} : { $ai_stop_reason: finish.replace('-', '_') }),
    ...(finish !== null && error === null ? { $ai_http_status: 200 } : {}),
    $ai_is_error: outcome === 'error',
    ...(outcome === 'error' ? { $ai_error: error ?? 'unknown' } : {}),
    ask_answer_id: report.id,
    ask_replayed: report.isReplayed,
    ask_tokens_estimated: report.isEstimated,
    ask_outcome: OUTCOMES[outcome],
    ask_steps: report.steps,
    ask_sources: report.sources,
    ask_support: report.support,
    ask_unsupported_literals: report.invented.length,
  }
}

function textProperties({ question, answer }: Pick<AnswerReport, 'question' | 'answer'>) {
  return {
    $ai_input: [{ role: 'user', content: question }],
    $ai_output_choices: answer === '' ? [] : [{ role: 'assistant', content: answer }],
  }
}

function toSeconds(ms: number): number {
  return Math.round(ms) / 1000
}

/** An address without user, password, query and fragment; empty for an invalid one. */
function bareUrl(text: string): string {
  if (!URL.canParse(text)) return ''
  const { protocol, host, pathname } = new URL(text)
  return `${protocol}//${host}${pathname}`
}

/** The largest number up to `max` that fits, if all smaller ones fit as well (binary search). */
function longest(max: number, fits: (length: number) => boolean): number {
  let [low, high] = [0, max]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (fits(middle)) low = middle
    else high = middle - 1
  }
  return low
}

function jsonBytes(value: unknown): number {
  return byteLength(JSON.stringify(value))
}
