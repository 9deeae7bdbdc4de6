/**
 * The handler of feedback: the body of a POST -> the verdict or the click in it, checked. The service keeps no list of
 * its answers, so it also accepts a verdict on an unknown answer; `ask report` leaves that out.
 */
import { MAX_QUERY_CODE_POINTS } from '../answer/answerer.ts'
import { AskError } from '../base/errors.ts'
import type { JsonObject } from '../base/json.ts'
import { hasMoreCodePoints } from '../base/text.ts'
import { type Click, type Feedback, REASONS, type Verdict, VERDICTS } from '../question-log.ts'
import { isAnswerOrigin, optsOutOfRecording } from './wire/caller.ts'
import type { HttpReply, HttpRequest } from './wire/message.ts'
import { errorReply } from './wire/reply.ts'
import { decodeId, readJsonObject } from './wire/request.ts'
import type { HttpSettings } from './wire/settings.ts'

/** Longest note of a reader, in code points. */
const MAX_NOTE_CODE_POINTS = 1_000
/** Largest position in a list of results, from 1. */
const MAX_RANK = 20

/** The receivers of feedback, each null if that kind is not kept. They never throw or reject. */
export interface FeedbackKeeper {
  /** Resolves when the verdict is stored. */
  readonly verdict: ((verdict: Verdict) => Promise<void>) | null
  readonly click: ((click: Click) => void) | null
}

export function createFeedbackHandler(
  { answers }: Pick<HttpSettings, 'answers'>,
  { verdict, click }: FeedbackKeeper,
): (request: HttpRequest) => Promise<HttpReply> {
  function keep(request: HttpRequest, feedback: Verdict | Click): boolean {
    if (feedback.type === 'click') click?.(feedback)
    else if (verdict !== null) request.waitUntil(verdict(feedback))
    return (feedback.type === 'click' ? click : verdict) !== null
  }

  return async function handleFeedback(request) {
    if (verdict === null && click === null) throw notKept()
    if (!isAnswerOrigin(request.header('origin'), answers.origins)) {
      return errorReply(403, 'This site takes no feedback from pages of other sites.')
    }
    const feedback = await readFeedback(request)
    if (optsOutOfRecording(request) || !keep(request, feedback)) throw notKept()
    return { status: 204, headers: { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' }, body: null }
  }
}

/** True if a verdict on the answer to this request would be kept. */
export function keepsVerdicts(request: HttpRequest, { verdict }: FeedbackKeeper): boolean {
  return verdict !== null && !optsOutOfRecording(request)
}

function notKept(): AskError {
  return new AskError('not-found', 'This service keeps no feedback.')
}

/** The feedback in a request; rejects with the `AskError` of the first check that fails. */
async function readFeedback(request: HttpRequest): Promise<Feedback> {
  const body = await readJsonObject(request)
  if ('answer' in body || 'verdict' in body) return decodeVerdict(body)
  if ('rank' in body) return decodeClick(body)
  throw badRequest('The body must be {"answer", "verdict"} or {"view", "query", "rank"}.')
}

function decodeVerdict({ answer: id, verdict, reason, note }: JsonObject): Verdict {
  const answer = decodeId('answer', id)
  const given = VERDICTS.find((one) => one === verdict)
  if (given === undefined) throw badRequest(`verdict must be one of ${VERDICTS.join(', ')}.`)
  const because = REASONS.find((one) => one === reason)
  if (reason !== undefined && because === undefined) throw badRequest(`reason must be one of ${REASONS.join(', ')}.`)
  if (note !== undefined && !isShortText(note, MAX_NOTE_CODE_POINTS)) {
    throw badRequest(`note must be a string of at most ${MAX_NOTE_CODE_POINTS} characters (code points).`)
  }
  return {
    type: 'verdict',
    answer,
    verdict: given,
    ...(because !== undefined && { reason: because }),
    ...(note !== undefined && { note }),
  }
}

function decodeClick({ view: id, query, rank }: JsonObject): Click {
  const view = decodeId('view', id)
  if (!isShortText(query, MAX_QUERY_CODE_POINTS)) {
    throw badRequest(`query must be a string of at most ${MAX_QUERY_CODE_POINTS} characters (code points).`)
  }
  if (typeof rank !== 'number' || !Number.isInteger(rank) || rank < 1 || rank > MAX_RANK) {
    throw badRequest(`rank must be a whole number from 1 to ${MAX_RANK}.`)
  }
  return { type: 'click', view, query, rank }
}

function isShortText(value: unknown, maxCodePoints: number): value is string {
  return typeof value === 'string' && !hasMoreCodePoints(value, maxCodePoints)
}

function badRequest(message: string): AskError {
  return new AskError('bad-request', message)
}
