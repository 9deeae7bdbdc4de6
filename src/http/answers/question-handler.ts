/**
 * Which mode a question runs in, in the contract's order: the one place where
 * POST and the tool `answer` of MCP over HTTP decide, and are counted.
 */
import type { AnswerEvent, AskReply } from '../../answer/events/event.ts'
import { AskError } from '../../base/errors.ts'
import type { Service } from '../../service.ts'
import { cacheKey, createAnswerCache } from './answer-cache.ts'
import type { AskRequest } from '../wire/body.ts'
import { clientOf } from '../wire/client.ts'
import { createGuard } from './guard.ts'
import { blankResponse, keywordResponse } from './keyword.ts'
import type { HttpRequest } from '../wire/message.ts'
import { isAnswerOrigin } from '../wire/origin.ts'
import { type Answering, runAnswer } from './run-answer.ts'
import type { HttpSettings } from '../wire/settings.ts'
import { type Refusal, warningOf } from './warnings.ts'

/** Who asks. */
export interface AskContext {
  /** The client's network, empty where it isn't known. */
  readonly client: string
  /** Origin of the page that asks, null for programs. */
  readonly origin: string | null
  /** Aborts when nobody waits for the answer any more. */
  readonly signal: AbortSignal
  /** Keeps the host from ending what goes on after the reply. */
  readonly waitUntil: (work: Promise<unknown>) => void
}

/** Answers a question. The events are to be taken to their end, or the signal to be aborted. */
export type Asker = (ask: AskRequest, context: AskContext) => Promise<AskReply>

/** `answering` is null where the server has no key; `now` is a clock in milliseconds since 1970. */
export function createAsker(
  service: Service,
  { answers, maxQueryCodePoints }: HttpSettings,
  { answering, now }: { readonly answering: Answering | null; readonly now: () => number },
): Asker {
  const admit = createGuard(answers, now)
  const cache = createAnswerCache(now)

  async function keywords(query: string, refusal: Refusal | null): Promise<AskReply> {
    const warning = refusal === null ? null : warningOf(refusal, answers)
    return { type: 'keyword', response: await keywordResponse(service, query, warning) }
  }

  async function answerOrDegrade(query: string, context: AskContext, by: Answering): Promise<AskReply> {
    const { client, origin, signal, waitUntil } = context
    if (!isAnswerOrigin(origin, answers.origins)) return keywords(query, { reason: 'origin' })
    const key = cacheKey(await by.contentKey(), query)
    const known = answers.isCached ? cache.find(key) : null
    if (known !== null) return { type: 'events', events: replay(known) }
    const admission = await admit(client, signal)
    if ('reason' in admission) return keywords(query, admission)
    const keep = (events: readonly AnswerEvent[]) => {
      if (answers.isCached) cache.keep(key, events)
    }
    return { type: 'events', events: runAnswer(query, by, { admission, signal, waitUntil, keep }) }
  }

  return async function ask({ query, mode }, context) {
    if (query.trim() === '') return { type: 'keyword', response: blankResponse(service) }
    if (isLongerThan(maxQueryCodePoints, query)) {
      throw new AskError('bad-request', `query must be at most ${maxQueryCodePoints} characters (code points).`)
    }
    if (mode === 'keyword' || (mode === null && answering === null)) return keywords(query, null)
    return answering === null ? keywords(query, { reason: 'no-key' }) : answerOrDegrade(query, context, answering)
  }
}

/** Who asks by this request. */
export function askContext(request: HttpRequest, trustedProxies: number): AskContext {
  const { signal, waitUntil } = request
  return { client: clientOf(request, trustedProxies), origin: request.header('origin'), signal, waitUntil }
}

async function* replay(events: readonly AnswerEvent[]): AsyncGenerator<AnswerEvent> {
  yield* events
}

/** Counts no further than it must: a code point takes one or two UTF-16 units. */
function isLongerThan(codePoints: number, text: string): boolean {
  if (text.length <= codePoints) return false
  return text.length > codePoints * 2 || [...text].length > codePoints
}
