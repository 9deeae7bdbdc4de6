/**
 * A question -> an answer or keyword results, by the contract's order of modes.
 * POST and the tool `answer` of MCP over HTTP share it and its limits.
 */
import type { AnswerEvent, AskReply } from '../../answer/events/event.ts'
import { hasMoreCodePoints } from '../../base/code-points.ts'
import { AskError } from '../../base/errors.ts'
import type { Service } from '../../service.ts'
import type { AskRequest } from '../wire/body.ts'
import { clientOf } from '../wire/client.ts'
import type { HttpRequest } from '../wire/message.ts'
import { isAnswerOrigin } from '../wire/origin.ts'
import type { HttpSettings } from '../wire/settings.ts'
import { cacheKey, createAnswerCache } from './answer-cache.ts'
import { createGuard } from './guard.ts'
import { blankResponse, keywordResponse } from './keyword.ts'
import { type AnswerBackend, runAnswer } from './run-answer.ts'
import { type Fallback, warningOf } from './warnings.ts'

/** The caller of a question. */
export interface QuestionContext {
  /** The client's network, empty where it isn't known. */
  readonly client: string
  /** Origin of the page that asks, null for programs. */
  readonly origin: string | null
  /** Aborts when the caller is gone. */
  readonly signal: AbortSignal
  /** Makes the host wait for work that continues after the reply. */
  readonly waitUntil: (work: Promise<unknown>) => void
}

/** Replies to a question. The caller reads the events to their end or aborts the signal. */
export type QuestionHandler = (question: AskRequest, context: QuestionContext) => Promise<AskReply>

/** A handler; `answering` is null where the server has no key, `now` is a clock in milliseconds since 1970. */
export function createQuestionHandler(
  service: Service,
  { answers, maxQueryCodePoints }: HttpSettings,
  { answering, now }: { readonly answering: AnswerBackend | null; readonly now: () => number },
): QuestionHandler {
  const admit = createGuard(answers, now)
  const cache = createAnswerCache(now)

  async function searchResults(question: AskRequest, fallback: Fallback | null): Promise<AskReply> {
    const warning = fallback === null ? null : warningOf(fallback, answers)
    return { type: 'keyword', response: await keywordResponse(service, question, warning) }
  }

  async function answerOrFallBack(
    question: AskRequest,
    context: QuestionContext,
    backend: AnswerBackend,
  ): Promise<AskReply> {
    const { client, origin, signal, waitUntil } = context
    if (!isAnswerOrigin(origin, answers.origins)) return searchResults(question, { reason: 'origin' })
    const key = cacheKey(await backend.contentKey(), question)
    const cached = answers.isCached ? cache.get(key) : null
    if (cached !== null) return { type: 'events', events: replay(cached) }
    const decision = await admit(client, signal)
    if (decision.type === 'fallback') return searchResults(question, decision.fallback)
    const store = (events: readonly AnswerEvent[]) => {
      if (answers.isCached) cache.set(key, events)
    }
    const run = { admission: decision, signal, waitUntil, store }
    return { type: 'events', events: runAnswer(question, backend, run) }
  }

  return async function handleQuestion(question, context) {
    const { query, mode } = question
    if (query.trim() === '') return { type: 'keyword', response: blankResponse(service) }
    if (hasMoreCodePoints(query, maxQueryCodePoints)) {
      throw new AskError('bad-request', `query must be at most ${maxQueryCodePoints} characters (code points).`)
    }
    if (mode === 'keyword' || (mode === null && answering === null)) return searchResults(question, null)
    if (answering === null) return searchResults(question, { reason: 'no-key' })
    return answerOrFallBack(question, context, answering)
  }
}

/** The caller of a question that came in this request. */
export function questionContext(request: HttpRequest, trustedProxies: number): QuestionContext {
  const { signal, waitUntil } = request
  return { client: clientOf(request, trustedProxies), origin: request.header('origin'), signal, waitUntil }
}

async function* replay(events: readonly AnswerEvent[]): AsyncGenerator<AnswerEvent> {
  yield* events
}
