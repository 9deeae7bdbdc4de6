/**
 * The handler of feedback. The service keeps no list of its answers, so it also accepts a verdict on an unknown answer;
 * `ask report` leaves that out.
 */
import { AskError } from '../../base/errors.ts'
import type { Click, Verdict } from '../../question-log/feedback.ts'
import type { HttpReply, HttpRequest } from '../wire/message.ts'
import { isAnswerOrigin } from '../wire/origin.ts'
import { errorReply } from '../wire/reply.ts'
import type { HttpSettings } from '../wire/settings.ts'
import { readFeedback } from './feedback-request.ts'
import { optsOutOfRecording } from './privacy.ts'

/** The receivers of feedback, each null if that kind is not kept. They never throw or reject. */
export interface FeedbackKeeper {
  /** Resolves when the verdict is stored. */
  readonly verdict: ((verdict: Verdict) => Promise<void>) | null
  readonly click: ((click: Click) => void) | null
}

/** Handles a POST of feedback. */
export type FeedbackHandler = (request: HttpRequest) => Promise<HttpReply>

/** A handler that passes feedback on to `verdict` and `click`. */
export function createFeedbackHandler(settings: HttpSettings, { verdict, click }: FeedbackKeeper): FeedbackHandler {
  function keep(request: HttpRequest, feedback: Verdict | Click): boolean {
    if (feedback.type === 'click') click?.(feedback)
    else if (verdict !== null) request.waitUntil(verdict(feedback))
    return (feedback.type === 'click' ? click : verdict) !== null
  }

  return async function handleFeedback(request) {
    if (verdict === null && click === null) throw notKept()
    if (!isAnswerOrigin(request.header('origin'), settings.answers.origins)) {
      return errorReply(403, 'This site takes no feedback from pages of other sites.')
    }
    const feedback = await readFeedback(request, settings)
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
