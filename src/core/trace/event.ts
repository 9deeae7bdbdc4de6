/**
 * The report of an answer, or a reader's verdict on it -> one event of PostHog's AI observability: `$ai_generation`
 * with numbers always and text as `captureContent` allows, or `$ai_feedback`. Both have the answer's id as their trace.
 * Properties `$ai_…` have PostHog's meaning (times in seconds, tokens summed over all requests); properties `ask_…` are
 * our own. A model writes the arguments of its calls: any shape, any depth, any size.
 */
import type { AnswerReport, ReportedCall } from '../answer/answerer.ts'
import { maskPersonal, type Redact } from '../base/redact.ts'
import { firstUnits } from '../base/text.ts'
import type { Verdict } from '../question-log.ts'
import type { CaptureContent } from './settings.ts'

/**
 * UTF-16 units of an answer and of a question. With six bytes for each, all calls and all names, an event has fewer
 * than 524,288 bytes as JSON; collectors take about twice as much.
 */
const MAX_ANSWER_LENGTH = 40_000
const MAX_QUESTION_LENGTH = 8_000
/** The same for either of them in mode `redacted`. */
const MAX_REDACTED_LENGTH = 2_000
/** UTF-16 units of the name of a model or a provider, and of an address. */
const MAX_NAME_LENGTH = 512

/** Tool calls of an answer, and arguments of each. */
const MAX_CALLS = 50
const MAX_ARGUMENTS = 10
/** UTF-16 units of one text and one name in them. */
const MAX_CALL_TEXT_LENGTH = 1_000
const MAX_CALL_NAME_LENGTH = 64
/** UTF-16 units of all texts and names in them. */
const MAX_CALLS_LENGTH = 32_768
const OMITTED = '…'

export interface EventContext {
  readonly content: CaptureContent
  readonly redact: Redact
  /** Id of the event and of its anonymous reader. */
  readonly uuid: string
  /** Time of the event, in ms from 1970. */
  readonly atMs: number
  readonly version: string
  readonly tools: readonly string[]
}

/** An event in the collector's format. */
export interface TraceEvent {
  readonly event: '$ai_generation' | '$ai_feedback'
  /** An event that is sent twice is counted once. */
  readonly uuid: string
  readonly distinct_id: string
  /** ISO 8601, UTC. */
  readonly timestamp: string
  readonly properties: Readonly<Record<string, unknown>>
}

/** An event about the answer with this id, which is that of its trace, with the properties that not every event has. */
function createEvent(
  { event, properties }: Pick<TraceEvent, 'event' | 'properties'>,
  answer: string,
  { uuid, atMs, version }: EventContext,
): TraceEvent {
  const common = {
    $ai_trace_id: answer,
    // No profile of the reader is made, and the server's address says nothing about the reader's place.
    $process_person_profile: false,
    $geoip_disable: true,
    $lib: 'ask-service',
    $lib_version: version,
    ask_version: version,
    ask_answer_id: answer,
  }
  const timestamp = new Date(atMs).toISOString()
  return { event, uuid, distinct_id: uuid, timestamp, properties: { ...common, ...properties } }
}

/** The event of an answer. If any of its texts is cut, `ask_truncated` is set. */
export function buildGeneration(report: AnswerReport, context: EventContext): TraceEvent {
  let isTruncated = false

  function cut(text: string, maxLength: number): string {
    isTruncated ||= text.length > maxLength
    return firstUnits(text, maxLength)
  }

  /** Redacted before it is cut, because half of a secret can't be recognized. */
  function clean(raw: string, maxLength: number): string {
    return cut(cleanText(raw, context), maxLength)
  }

  const { content, redact, tools } = context
  // Names of unknown tools may hold anything, even the question.
  const toolNames = report.calls.slice(0, MAX_CALLS).map(({ name }) => ({ name: tools.includes(name) ? name : OMITTED }))
  const named = (name: string) => cut(redact(name.toWellFormed()), MAX_NAME_LENGTH)
  const [isOff, most] = [content === 'off', content === 'redacted' ? MAX_REDACTED_LENGTH : Infinity]
  const question = isOff ? '' : clean(report.question, Math.min(most, MAX_QUESTION_LENGTH))
  const answer = isOff ? '' : clean(report.answer, Math.min(most, MAX_ANSWER_LENGTH))
  const properties = {
    $ai_span_name: 'ask',
    $ai_stream: true,
    $ai_tools: tools.map((name) => ({ type: 'function', function: { name } })),
    $ai_model: named(report.model),
    $ai_provider: named(report.provider),
    $ai_base_url: named(report.baseUrl),
    ...tokenProperties(report),
    ...outcomeProperties(report),
    ask_tool_calls: isOff ? toolNames : listCalls(report.calls, clean),
    $ai_input: isOff ? null : [{ role: 'user', content: question }],
    $ai_output_choices: isOff ? null : answer === '' ? [] : [{ role: 'assistant', content: answer }],
  }
  const truncated = isTruncated ? { ask_truncated: true } : {}
  return createEvent({ event: '$ai_generation', properties: { ...properties, ...truncated } }, report.id, context)
}

/** Empty without any counts: they are unknown then, not 0. */
function tokenProperties({ model, usage }: AnswerReport) {
  if (usage.input + usage.output === 0) return {}
  // PostHog adds the reasoning of Gemini models to their output, which has it here already.
  const reasoning = /gemini/i.test(model) ? {} : { $ai_reasoning_tokens: usage.reasoning }
  return {
    $ai_input_tokens: usage.input,
    $ai_output_tokens: usage.output,
    ...reasoning,
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
    ask_replayed: report.isReplayed,
    ask_tokens_estimated: report.isEstimated,
    ask_outcome: outcome === 'not-covered' ? 'not_in_docs' : outcome,
    ask_steps: report.steps,
    ask_sources: report.sources,
    ask_support: report.support,
    ask_unsupported_literals: report.invented.length,
  }
}

function toSeconds(ms: number): number {
  return Math.round(ms) / 1000
}

/** A text without secrets, and without personal data if that is to be masked. */
function cleanText(raw: string, { content, redact }: EventContext): string {
  const clean = redact(raw.toWellFormed())
  return content === 'redacted' ? maskPersonal(clean) : clean
}

/** The calls with their arguments, bounded in all; a list or an object, which no tool takes, is only named. */
function listCalls(calls: readonly ReportedCall[], clean: (text: string, maxLength: number) => string) {
  let length = MAX_CALLS_LENGTH

  function text(raw: string, maxLength: number): string {
    const cleaned = clean(raw, Math.min(maxLength, length))
    length -= cleaned.length
    return cleaned
  }

  function shown(value: unknown): unknown {
    if (typeof value === 'string') return text(value, MAX_CALL_TEXT_LENGTH)
    return typeof value === 'object' && value !== null ? OMITTED : value
  }

  return calls.slice(0, MAX_CALLS).map(({ name, args }) => {
    const shownName = text(name, MAX_CALL_NAME_LENGTH)
    if (args === null) return { name: shownName, arguments: null }
    const entries = Object.entries(args).slice(0, MAX_ARGUMENTS)
    const copies = entries.map(([key, value]) => [text(key, MAX_CALL_NAME_LENGTH), shown(value)])
    return { name: shownName, arguments: Object.fromEntries(copies) }
  })
}

/** The event of a verdict. Without a note its text is the verdict: PostHog shows no feedback without text. */
export function buildFeedback({ answer, verdict, reason, note = '' }: Verdict, context: EventContext): TraceEvent {
  const text = context.content === 'off' ? '' : cleanText(note, context)
  const properties = {
    $ai_feedback_text: text.trim() === '' ? [verdict, reason ?? []].flat().join(': ') : text,
    ask_verdict: verdict,
    ...(reason !== undefined && { ask_reason: reason }),
  }
  return createEvent({ event: '$ai_feedback', properties }, answer, context)
}
