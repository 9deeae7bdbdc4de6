/**
 * The route of feedback. The service keeps no list of its answers: a verdict on an unknown answer is taken, and a report
 * leaves it out.
 */
import { AskError } from '../../base/errors.ts'
import type { Click, Verdict } from '../../question-log/feedback.ts'
import type { HttpReply, HttpRequest } from '../wire/message.ts'
import { isAnswerOrigin } from '../wire/origin.ts'
import { errorReply } from '../wire/reply.ts'
import type { HttpSettings } from '../wire/settings.ts'
import { readFeedback } from './feedback-request.ts'
import { wantsNoRecord } from './privacy.ts'

/** The keepers of feedback. Their functions never throw or reject; each is null where nothing keeps that kind. */
export interface FeedbackKeeper {
  /** Resolves when the verdict is kept. */
  readonly verdict: ((verdict: Verdict) => Promise<void>) | null
  readonly click: ((click: Click) => void) | null
}

/** Handles a POST of feedback. */
export type FeedbackHandler = (request: HttpRequest) => Promise<HttpReply>

/** A handler of feedback. */
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
    if (wantsNoRecord(request) || !keep(request, feedback)) throw notKept()
    return { status: 204, headers: { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' }, body: null }
  }
}

/** True where a verdict in answer to this request would be kept. */
export function keepsVerdicts(request: HttpRequest, { verdict }: FeedbackKeeper): boolean {
  return verdict !== null && !wantsNoRecord(request)
}

function notKept(): AskError {
  return new AskError('not-found', 'This service keeps no feedback.')
}
