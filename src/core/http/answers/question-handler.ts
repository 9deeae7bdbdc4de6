/**
 * A question -> an answer or keyword results, by the contract's order of modes. POST and the tool `answer` of MCP over
 * HTTP share this handler and its limits.
 */
import { type AnswerReport, MAX_QUERY_CODE_POINTS } from '../../answer/answerer.ts'
import type { AnswerEvent, AskReply } from '../../answer/event.ts'
import { isWithinLimits, MAX_HISTORY_CODE_POINTS, MAX_TURNS } from '../../answer/conversation.ts'
import { AskError } from '../../base/errors.ts'
import { hasMoreCodePoints } from '../../base/text.ts'
import type { QuestionRecorder } from '../../question-log.ts'
import type { Service } from '../../service.ts'
import { isAnswerOrigin, limitedClient, optsOutOfRecording } from '../wire/caller.ts'
import type { HttpRequest } from '../wire/message.ts'
import type { HttpSettings } from '../wire/settings.ts'
import { cacheKey, createAnswerCache, type GivenAnswer, replayAnswer } from './answer-cache.ts'
import { type Admission, createGuard } from './guard.ts'
import { type AskRequest, type Fallback, keywordResponse, sentenceOf, sourcesOf } from './question.ts'
import { type AnswerBackend, runAnswer } from './run-answer.ts'

/** Sections in a keyword reply. */
const MAX_RESULTS = 20

/**
 * Replies to a question in a request. The caller must read the events to their end or abort the signal. A caller that
 * streams them can send headers while the question waits.
 */
export type QuestionHandler = (
  question: AskRequest,
  request: HttpRequest,
  caller?: { readonly isStreamed: boolean },
) => Promise<AskReply>

export interface QuestionDeps {
  /** Null if the server has no key. */
  readonly answering: AnswerBackend | null
  /** The question log, null without one. */
  readonly recorder: QuestionRecorder | null
  /** Clock in milliseconds since 1970. */
  readonly now: () => number
}

/** A handler of questions to a service, whose version may change between two questions. */
export function createQuestionHandler(
  current: () => Service,
  { answers, trustedProxies }: Pick<HttpSettings, 'answers' | 'trustedProxies'>,
  { answering, recorder, now }: QuestionDeps,
): QuestionHandler {
  const admit = createGuard(answers, now)
  const cache = answers.isCached ? createAnswerCache(now) : null

  async function searchResults(
    question: AskRequest,
    request: HttpRequest,
    fallback: Fallback | null,
  ): Promise<AskReply> {
    const warning = fallback && `${sentenceOf(fallback, answers)}; showing keyword results.`
    const service = current()
    const { query, filter, detail } = question
    const found = await service.search(query, MAX_RESULTS, { filter, detail })
    const log = optsOutOfRecording(request) ? null : recorder
    if (log !== null) request.waitUntil(log.search({ ...question, ids: found.results.map(({ id }) => id) }))
    const response = keywordResponse(found, question, { model: service.model, warning, keepsClicks: log !== null })
    return { type: 'keyword', response }
  }

  /** The events of a stream that has begun but gets no answer: the sections found, and the reason as an error. */
  async function* unansweredEvents(question: AskRequest, fallback: Fallback): AsyncGenerator<AnswerEvent> {
    yield { type: 'search', query: question.query }
    const service = current()
    yield { type: 'sources', sources: await sourcesOf(service, question), model: service.model }
    yield { type: 'error', error: `${sentenceOf(fallback, answers)}.` }
  }

  async function answerOrFallBack(
    question: AskRequest,
    request: HttpRequest,
    { backend, isStreamed }: { readonly backend: AnswerBackend; readonly isStreamed: boolean },
  ): Promise<AskReply> {
    const { signal, waitUntil } = request
    const isPrivate = optsOutOfRecording(request)
    if (!isAnswerOrigin(request.header('origin'), answers.origins)) {
      return searchResults(question, request, { reason: 'origin' })
    }
    // An answer must not say "not in the docs" after a search of only a part of them.
    const isPartial = (await current().store?.searchesAll(question.query, question.filter)) === false
    if (isPartial) return searchResults(question, request, { reason: 'partial' })
    // Content that can't be read fails here, before a stream has begun.
    const contentKey = await backend.contentKey()
    const key = cache === null ? '' : cacheKey(contentKey, question)
    const given = cache?.get(key, question.page) ?? null

    function deliver(report: AnswerReport): Promise<void> {
      if (!isPrivate) recorder?.answer(report, question.view)
      return backend.deliver(report)
    }
    if (given !== null) {
      return { type: 'events', events: replayAnswer(given, { waitUntil, deliver, id: backend.newId() }) }
    }

    function answer(admission: Admission): AsyncIterable<AnswerEvent> {
      const store = (answer: GivenAnswer) => cache?.set(key, question.page, answer)
      return runAnswer(question, backend.answer, { signal, waitUntil, admission, deliver, store })
    }
    const decision = admit(limitedClient(request, trustedProxies), signal)
    if (decision instanceof Promise && isStreamed) {
      const pending = decision.then((late) => {
        return late.type === 'admitted' ? answer(late) : unansweredEvents(question, late.fallback)
      })
      // A reader who leaves before the first event never awaits a rejection.
      pending.catch(() => undefined)
      const waitingEvents = async function* () {
        yield* await pending
      }
      return { type: 'events', events: waitingEvents() }
    }
    const decided = await decision
    if (decided.type === 'fallback') return searchResults(question, request, decided.fallback)
    return { type: 'events', events: answer(decided) }
  }

  return async function handleQuestion(question, request, { isStreamed } = { isStreamed: false }) {
    const { query, mode } = question
    if (query.trim() === '') {
      return { type: 'keyword', response: { results: [], query: '', model: current().model, mode: 'keyword' } }
    }
    checkLengths(question)
    if (mode === 'keyword' || (mode === null && answering === null)) return searchResults(question, request, null)
    if (answering === null) return searchResults(question, request, { reason: 'no-key' })
    return answerOrFallBack(question, request, { backend: answering, isStreamed })
  }
}

function checkLengths({ query, history }: AskRequest): void {
  if (hasMoreCodePoints(query, MAX_QUERY_CODE_POINTS)) {
    throw new AskError('bad-request', `query must be at most ${MAX_QUERY_CODE_POINTS} characters (code points).`)
  }
  if (isWithinLimits(history)) return
  const limits = `${MAX_TURNS} turns and ${MAX_HISTORY_CODE_POINTS} characters (code points)`
  throw new AskError('bad-request', `history must be at most ${limits}.`)
}
