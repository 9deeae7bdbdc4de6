/**
 * The tokens that an answer costs, by the service's own count: the provider's usage of a request if it is
 * possible, otherwise the bytes that were sent and received, as UTF-8 and JSON, divided by three. A request that was
 * cut off, failed or abandoned counts with what had been sent and received until then.
 */
import { byteLength } from '../base/bytes.ts'
import { AskError, type ErrorCode } from '../base/errors.ts'
import { addUsage, type ModelEvent, type ModelRequest, NO_USAGE, type Usage } from '../llm/model.ts'

/** Bytes of text that count as one token: models split most languages and code into longer pieces. */
const BYTES_PER_TOKEN = 3
/** Maximum of a provider's count, as a multiple of the service's own; a higher one is implausible and ignored. */
const MAX_RATIO = 2
/** Minimum of a provider's count, as a fraction of the service's own count; a lower count is ignored as implausible. */
const MIN_RATIO = 1 / 32
/** Tokens that a provider may add to the input, for the form of a conversation. */
const TEMPLATE_TOKENS = 1_000
/** Failures before a model begins to read: providers charge nothing for them. */
const UNCHARGED = new Set<ErrorCode>([
  'model-key', 'model-quota', 'model-busy', 'model-request', 'model-context', 'model-refusal',
])

/** A request, as it is counted. */
export interface Metered {
  readonly sentBytes: number
  readonly maxOutput: number
  receivedBytes: number
  /** UTF-16 units since the request was sent last: scripts whose characters have three bytes run away no sooner. */
  receivedLength: number
  /** The provider's counts; 0 for those that it has not reported. */
  reported: Usage
  isCharged: boolean
}

/** The requests of one answer. */
export type Meter = ReturnType<typeof createMeter>

/** A meter that has counted nothing; `growth`: the most UTF-16 units that a step adds, for an estimate as bytes. */
export function createMeter(growth: number) {
  const requests: Metered[] = []
  return { requests, growth }
}

/** Counts a request that is sent. */
export function startRequest(meter: Meter, request: ModelRequest): Metered {
  const limits = { sentBytes: sentBytes(request), maxOutput: MAX_RATIO * request.maxOutputTokens }
  const metered = { ...limits, receivedBytes: 0, receivedLength: 0, reported: NO_USAGE, isCharged: true }
  meter.requests.push(metered)
  return metered
}

/** Counts an event of the reply. Returns false if the model has written far more than it was allowed. */
export function countEvent(metered: Metered, event: ModelEvent): boolean {
  if (event.type === 'end') {
    metered.reported = event.usage
    return true
  }
  if (event.type === 'again') metered.receivedLength = 0
  const text = textOf(event)
  metered.receivedBytes += byteLength(text)
  metered.receivedLength += text.length
  return tokensOf(metered.receivedLength) <= metered.maxOutput
}

/** Counts the failure of a request. */
export function countFailure(metered: Metered, error: unknown): void {
  metered.isCharged = metered.receivedBytes > 0 || !(error instanceof AskError && UNCHARGED.has(error.code))
}

/** The cost of all requests up to now: tokens by kind, and those that count for a budget. */
export function costOf({ requests }: Meter) {
  const costs = requests.filter(({ isCharged }) => isCharged).map(costOfRequest)
  return {
    usage: costs.reduce((sum, { usage }) => addUsage(sum, usage), NO_USAGE),
    tokens: costs.reduce((sum, { tokens }) => sum + tokens, 0),
    isEstimated: costs.some(({ isEstimated }) => isEstimated),
  }
}

/** Upper bound of the answer's cost after a request; if it isn't the last one, with an estimate of the last. */
export function costAfter(meter: Meter, request: ModelRequest, isLast: boolean): number {
  const input = tokensOf(sentBytes(request))
  const largest = maxInputOf(input) + MAX_RATIO * request.maxOutputTokens
  const next = input + tokensOf(meter.growth) + request.maxOutputTokens
  return costOf(meter).tokens + largest + (isLast ? 0 : next)
}

function costOfRequest({ sentBytes, receivedBytes, reported, maxOutput }: Metered) {
  const sent = tokensOf(sentBytes)
  const input = countOf(reported.input, sent, maxInputOf(sent))
  // One piece of a reply may hold far more than the reply may; a budget has reserved no more than that.
  const output = countOf(reported.output, Math.min(tokensOf(receivedBytes), maxOutput), maxOutput)
  const usage = {
    input: input.count,
    output: output.count,
    cached: partOf(input.count, reported.cached),
    cacheWrite: partOf(input.count, reported.cacheWrite),
    reasoning: partOf(output.count, reported.reasoning),
  }
  return { usage, tokens: input.tokens + output.tokens, isEstimated: input.isEstimated || output.isEstimated }
}

/** A provider's count where it is possible, else the service's own; a budget has no count that is far too low. */
function countOf(reported: number, estimate: number, max: number) {
  const isPossible = reported <= max && (reported > 0 || estimate === 0)
  const count = isPossible ? reported : estimate
  return { count, tokens: count < estimate * MIN_RATIO ? estimate : count, isEstimated: !isPossible }
}

function maxInputOf(estimate: number): number {
  return MAX_RATIO * estimate + TEMPLATE_TOKENS
}

/** A count that is part of another, 0 if it can't be. */
function partOf(whole: number, part: number): number {
  return part <= whole ? part : 0
}

function tokensOf(bytes: number): number {
  return Math.ceil(bytes / BYTES_PER_TOKEN)
}

function sentBytes({ system, messages, tools }: ModelRequest): number {
  return byteLength(JSON.stringify([system, messages, tools]))
}

function textOf(event: Exclude<ModelEvent, { readonly type: 'end' }>): string {
  if (event.type === 'tool-call') return event.call.name + JSON.stringify(event.call.args)
  return event.type === 'text' || event.type === 'reasoning' ? event.text : ''
}
