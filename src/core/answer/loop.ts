/**
 * A question -> the events of its answer: a loop in which a model searches the docs, opens sections and writes.
 * Requests, calls, text and time are bounded, the message history is append-only, and the last request can only answer.
 */
import { onAbort } from '../base/abort.ts'
import { AskError, type ErrorCode, failureLine } from '../base/errors.ts'
import { count, foldSpace, hasMoreCodePoints } from '../base/text.ts'
import { stripInvisible } from '../content/invisible.ts'
import {
  type AssistantTurn, type Finish, type Message, type ModelEvent, type ModelRequest, type ToolCall, withNote,
} from '../llm/model.ts'
import { isBadCall, isReported } from '../llm/protocols/reply.ts'
import { isFunctionWord, LANGUAGES } from '../text/language.ts'
import { foldText } from '../text/normalize.ts'
import { endText, repeatsRules, send, sendSources, writeText } from './answer-writer.ts'
import { type Answerer, MAX_QUERY_CODE_POINTS } from './answerer.ts'
import { CALL_WITHIN, parseTextCalls } from './call-dialects.ts'
import { chooseFollowUps, followUpQuery, formatHistory } from './conversation.ts'
import type { AnswerEvent, EndOutcome } from './event.ts'
import { endTurn, pushText, release, retract, startTurn } from './gate.ts'
import { costAfter, countEvent, countFailure, startRequest } from './meter.ts'
import { CLOSING_NOTE, EMPTY_NOTE, formatQuestion, formatRules, formatTextResults } from './prompt.ts'
import { type AnswererDeps, createRun, reportOf, type Run, summarize } from './run.ts'
import { isExhausted, runCalls, searchFirst } from './tools/toolbox.ts'
import { describeFailure, saysAbsent } from './wording.ts'

/** Share of the answer's time after which no more searches begin. */
const SEARCH_SHARE = 0.6
/** Failures that may go away when calls and their results, too long or in a form not taken, are left out. */
const OF_REQUEST: ReadonlySet<ErrorCode> = new Set(['model-context', 'model-request', 'model'])

/** Characters that a model may write if the docs don't cover the question. */
const MAX_NOT_COVERED_LENGTH = 1_000

/** Words of a question that is searched as it is. */
const MAX_WHOLE_WORDS = 8
/** Addresses, and marks of material and of answers, which are useless as search words. */
const NOT_SEARCHED = /\bhttps?:\/\/\S+|\bwww\.\S+|<<\s{0,4}(?:doc|end)\b[^<>]{0,40}>>|\b(?:ANSWER:|NOT_IN_DOCS\b)/g

/** The end of a turn; `turn` is null of one that is cut off here: only whole ones can go back to the model. */
interface TurnEnd {
  readonly finish: Finish
  readonly turn: AssistantTurn | null
}

/** The end of a turn in which the model has written far more than it was allowed. */
const OVERLONG: TurnEnd = { finish: 'length', turn: null }

/** The next move: calls are run, as text if they came so, the model is asked again, or the answer ends. */
type Move =
  | { readonly type: 'calls'; readonly calls: readonly ToolCall[]; readonly areText: boolean; readonly turn: AssistantTurn }
  | { readonly type: 'ask' }
  | { readonly type: 'final'; readonly reason: FinalReason }
type CallMove = Extract<Move, { readonly type: 'calls' }>

/** The end of an answer; with `nothing` the model has written nothing that can be shown. */
type FinalReason = 'complete' | 'cut' | 'refused' | 'nothing'

/** An answerer over a model and a library. */
export function createAnswerer(deps: AnswererDeps): Answerer {
  // One text for all answers of a site.
  const rules = formatRules(deps.site, deps.bounds)
  const modelHabit = { thinksInText: false }
  return function answer(question, options = {}) {
    return { [Symbol.asyncIterator]: () => iterate(createRun(question, options, deps, modelHabit), rules) }
  }
}

function iterate(run: Run, rules: string): AsyncIterator<AnswerEvent> {
  const events = eventsOf(run, rules)
  let isStarted = false
  return {
    next: () => {
      isStarted = true
      return events.next()
    },
    return: async () => {
      // An async generator returns only when its pending wait ends: this ends it, and with it the model's work.
      cancel(run)
      // An answer that was never started is reported too.
      if (!isStarted) await events.next()
      return events.return(undefined)
    },
  }
}

function cancel({ controller }: Run): void {
  controller.abort(new AskError('cancelled', 'The answer was cancelled'))
}

async function* eventsOf(run: Run, rules: string): AsyncGenerator<AnswerEvent> {
  const { controller, wording, writer, options: { signal: reader = null } } = run
  const { bounds: { timeoutMs }, now, log } = run.deps
  const late = () => new AskError('model-timeout', `The answer was not done within ${timeoutMs / 1000} s`)
  run.startedAt = now()
  const timer = setTimeout(() => controller.abort(late()), timeoutMs)
  const stopListening = onAbort(reader, () => cancel(run))
  try {
    controller.signal.throwIfAborted()
    yield* begin(run)
    yield* converse(run, rules)
    yield { type: 'done' }
  } catch (thrown) {
    const error: unknown = controller.signal.aborted ? controller.signal.reason : thrown
    const code = error instanceof AskError ? error.code : 'model'
    run.outcome = code === 'cancelled' ? code : 'error'
    run.error = code
    if (code !== 'cancelled') {
      log(failureLine(`An answer failed (${code})`, error))
      yield* sendSources(writer)
    }
    yield { type: 'error', error: describeFailure(code, wording) }
  } finally {
    clearTimeout(timer)
    stopListening()
    // Work that still runs for the answer is useless now.
    controller.abort()
    run.options.onReport?.(reportOf(run, now()))
  }
}

async function* converse(run: Run, rules: string): AsyncGenerator<AnswerEvent> {
  const { maxSteps } = run.deps.bounds
  while (run.steps < maxSteps) {
    run.steps += 1
    const move = yield* takeTurn(run, rules)
    if (move.type === 'final') return yield* conclude(run, move.reason)
    if (move.type === 'calls') yield* answerCalls(run, move)
  }
  yield* conclude(run, 'nothing')
}

async function* begin(run: Run): AsyncGenerator<AnswerEvent> {
  const { history = [] } = run.options
  const question = readQuestion(run.question)
  const query = searchWords(followUpQuery(question, history))
  yield { type: 'search', query }
  const find = await searchFirst(run.toolbox, query, question)
  const earlier = formatHistory(history, run.markId)
  run.messages = [{ role: 'user', text: formatQuestion(question, find, { earlier, markId: run.markId }) }]
}

async function* takeTurn(run: Run, rules: string): AsyncGenerator<AnswerEvent, Move> {
  const { controller: { signal }, gate, writer, deps: { model, bounds, now } } = run
  signal.throwIfAborted()
  const request = nextRequest(run, rules)
  const metered = startRequest(run.meter, request)
  startTurn(gate, request.mayCall, run.modelHabit.thinksInText)
  const timeoutMs = Math.max(1, Math.min(bounds.timeoutMs, run.startedAt + bounds.timeoutMs - now()))
  const calls: ToolCall[] = []
  let [hasWords, thought] = [false, '']
  try {
    for await (const event of model.stream(request, { signal, timeoutMs })) {
      signal.throwIfAborted()
      hasWords ||= event.type === 'text' && event.text.trim() !== ''
      if (event.type === 'reasoning') thought += event.text
      if (event.type === 'again') thought = ''
      const isWithinLimit = countEvent(metered, event)
      yield* write(run, takeEvent(run, calls, event))
      const end: TurnEnd | null = event.type === 'end' ? event : isWithinLimit ? null : OVERLONG
      if (end !== null && !writer.isCut) {
        const reply = hasWords || calls.length > 0 ? '' : replyInThought(thought, end.finish === 'length')
        if (reply !== '') yield* write(run, pushText(gate, reply))
        yield* write(run, endTurn(gate, end.finish === 'length'))
      }
      if (writer.isCut) return { type: 'final', reason: 'cut' }
      if (end !== null) return moveAfter(run, calls, end)
    }
    throw new AskError('model', 'The model ended its reply without saying why')
  } catch (error) {
    countFailure(metered, error)
    const move = moveAfterFailure(run, error, hasWords || calls.length > 0)
    if (move !== null) return move
    // No call follows any more: words after a mark are the answer's own.
    if (gate.isMarked && !gate.hasCall && !signal.aborted) yield* write(run, release(gate))
    throw error
  }
}

/**
 * The reply at the end of thinking, empty for none: vLLM and SGLang take it for thinking if a model with a parser for it
 * has not thought, or not ended it. Of thinking that is cut, only its beginning may be one.
 */
function replyInThought(thought: string, isCut: boolean): string {
  const said = `\n${thought.trim()}`
  const marked = said.lastIndexOf('\nANSWER:', isCut ? 0 : Infinity)
  const start = marked >= 0 ? marked : said.search(CALL_WITHIN)
  return start >= 0 ? said.slice(start) : ''
}

function moveAfterFailure(run: Run, error: unknown, hasBegun: boolean): Move | null {
  const { controller, writer, gate, messages, steps, deps: { log, bounds } } = run
  if (controller.signal.aborted || !(error instanceof AskError)) return null
  if (error.code === 'model-refusal') {
    log(failureLine('A question was refused (model-refusal)', error))
    return { type: 'final', reason: 'refused' }
  }
  if (writer.hasWords || steps >= bounds.maxSteps) return null
  const isBroken = error.code === 'model' || error.code === 'model-busy'
  // A turn of which nothing came was repeated by the client.
  const isRepeated = isBroken && hasBegun && run.mayRetry
  // Groq can't read the calls of some models at all.
  const hasCalls = messages.length > 1 || (run.isSearchOpen && isBadCall(error))
  const isOfRequest = OF_REQUEST.has(error.code) && (error.code !== 'model' || isReported(error))
  if (!isRepeated && !(hasCalls && isOfRequest)) return null
  retract(gate)
  if (isRepeated) run.mayRetry = false
  else {
    log(failureLine('The answer rests on the first search', error))
    // Groq rejects a call also where none is allowed.
    run.tools = []
    closeSearch(run, messages.slice(0, 1))
  }
  return { type: 'ask' }
}

/** Lets the model only answer from now on; a note behind these messages says so. */
function closeSearch(run: Run, messages: readonly Message[], note = CLOSING_NOTE): void {
  run.isSearchOpen = false
  run.messages = withNote(messages, note)
}

/** True if this request is not the last one, and calls can bring something that an answer may still use. */
function maySearch({ deps: { bounds, now }, steps, startedAt, writer, toolbox }: Run): boolean {
  const isLast = steps >= bounds.maxSteps || now() - startedAt > SEARCH_SHARE * bounds.timeoutMs
  return !(isLast || writer.hasWords || isExhausted(toolbox))
}

/** Closes the search if it is over or a further request could exceed the budget. Throws if this request could. */
function nextRequest(run: Run, rules: string): ModelRequest {
  const { mayCost = () => true } = run.options
  const requestOf = (mayCall: boolean): ModelRequest => {
    const { maxOutputTokens } = run.deps.bounds
    const noteWithoutTools = mayCall ? CLOSING_NOTE : ''
    return { system: rules, messages: run.messages, tools: run.tools, mayCall, noteWithoutTools, maxOutputTokens }
  }
  if (run.isSearchOpen && !(maySearch(run) && mayCost(costAfter(run.meter, requestOf(true), false)))) {
    closeSearch(run, run.messages)
  }
  const request = requestOf(run.isSearchOpen)
  if (run.isSearchOpen || mayCost(costAfter(run.meter, request, true))) return request
  throw new AskError('model-busy', 'The budget of tokens has no room for another request')
}

function takeEvent({ gate, modelHabit }: Run, calls: ToolCall[], event: ModelEvent): string {
  if (event.type === 'text') return pushText(gate, event.text)
  if (event.type === 'retract') {
    if (event.mark === '' && (gate.isOpen || gate.isMarked)) return ''
    modelHabit.thinksInText = true
    // Answers tell of tags, not of tokens.
    return retract(gate) || !event.mark.startsWith('</') ? '' : pushText(gate, event.mark)
  }
  if (event.type === 'tool-call') {
    gate.hasCall = true
    calls.push(event.call)
  }
  return ''
}

function write({ writer, gate, deps: { bounds } }: Run, text: string): readonly AnswerEvent[] {
  return writeText(writer, text, gate.isNotCovered ? MAX_NOT_COVERED_LENGTH : bounds.maxAnswerLength)
}

function moveAfter(run: Run, called: readonly ToolCall[], { finish, turn }: TurnEnd): Move {
  const { gate: { textCall, isMarked, isNotCovered, awaitsThinking }, modelHabit, writer } = run
  // No end of thinking came: the text was an answer, and the next one need not be held.
  if (awaitsThinking && writer.hasWords) modelHabit.thinksInText = false
  const written = called.length > 0 || textCall === null || turn === null ? [] : parseTextCalls(textCall)
  const calls = [...called, ...written.map((call, i) => ({ id: `text-${i}`, ...call }))]
  run.finish = finish
  run.calls.push(...calls.map(({ name, args }) => ({ name, args })))
  if (finish === 'refusal' || finish === 'content-filter') return { type: 'final', reason: 'refused' }
  // A marked answer without a citation may also be text before tool calls.
  const isCited = calls.length === 0 || writer.grounding.report().cited.length > 0
  const isDone = isNotCovered || (isMarked && writer.hasWords && isCited)
  const areText = written.length > 0
  if (calls.length > 0 && turn !== null && run.isSearchOpen && !isDone) return { type: 'calls', calls, areText, turn }
  if (isDone || writer.hasWords) {
    // Only tools of the server itself pause a turn, and none are asked for.
    return { type: 'final', reason: finish === 'length' || finish === 'pause' ? 'cut' : 'complete' }
  }
  if ((calls.length > 0 && turn !== null) || !run.mayRetry) return { type: 'final', reason: 'nothing' }
  run.mayRetry = false
  closeSearch(run, run.messages, EMPTY_NOTE)
  return { type: 'ask' }
}

async function* answerCalls(run: Run, { calls, areText, turn }: CallMove): AsyncGenerator<AnswerEvent> {
  const { results, searches, areRepeats } = await runCalls(run.toolbox, calls, run.writer.hasWords)
  for (const query of searches) yield { type: 'search', query }
  const reply: Message = areText
    ? { role: 'user', text: formatTextResults(results) }
    : { role: 'tools', results, note: null }
  run.messages = [...run.messages, { role: 'assistant', turn }, reply]
  if (areRepeats) closeSearch(run, run.messages)
  if (run.writer.hasWords) yield* write(run, '\n\n')
}

async function* conclude(run: Run, reason: FinalReason): AsyncGenerator<AnswerEvent> {
  const { writer, wording, id } = run
  yield* endText(writer)
  const text = writer.sent
  const isRefused = reason === 'refused' || repeatsRules(writer)
  run.gate.isNotCovered ||= saysAbsent(text) || (run.gate.endsAbsent && writer.grounding.report().cited.length === 0)
  const isNotCovered = run.gate.isNotCovered || text === ''
  const outcome: EndOutcome = isRefused ? 'refused' : isNotCovered ? 'not-covered' : 'answered'
  if (outcome === 'not-covered' && !run.gate.isNotCovered) {
    const ending = `in ${count(run.steps, 'request')} (${run.finish ?? 'cut off'})`
    const advice = run.finish === 'length' ? '; set LLM_MAX_TOKENS higher' : ''
    run.deps.log(`The model gave no answer ${ending}: the sections that were found are shown${advice}`)
  }
  const { notice, summary } = summarize(run)
  const result = { outcome, ...summary }
  run.result = result
  run.outcome = outcome
  run.error = null
  // After a code block on a line of its own, which keeps the block closed.
  if (reason === 'cut' && !isRefused && text !== '') yield* send(writer, /[`~]$/.test(text) ? '\n\n…' : '…')
  if (isRefused) yield* send(writer, text === '' ? wording.refused : `\n\n${wording.refused}`)
  else if (text === '') {
    const isSilent = !run.gate.isNotCovered && writer.passages.count() > 0
    yield* send(writer, isSilent ? wording.noAnswer : wording.notCovered)
  }
  if (notice !== null && outcome === 'answered') yield* send(writer, `\n\n${notice}`)
  const { support, cited, opened } = result
  const followUps = outcome === 'answered' ? await followUpsOf(run) : []
  const { contact } = run.deps
  yield {
    type: 'outcome', id, outcome, support, cited, opened,
    ...(followUps.length > 0 && { followUps }),
    ...(outcome === 'not-covered' && contact !== null && { contact }),
  }
}

async function followUpsOf({ writer, toolbox, question }: Run): Promise<readonly string[]> {
  const ids = writer.grounding.report().cited.flatMap((number) => writer.passages.idOf(number) ?? [])
  // The answer is complete; content that can't be read any more takes nothing from it.
  const queries = await Promise.all(ids.map((id) => toolbox.library.queries(id).catch(() => [])))
  return chooseFollowUps(question, queries)
}

/**
 * A question as a search query: without addresses and forged marks, unless it has nothing else. A long one loses its
 * function words: the search corrects no typos among many words.
 */
function searchWords(question: string): string {
  const words = foldSpace(question.replace(NOT_SEARCHED, ' ')).split(' ')
  const isLong = words.length > MAX_WHOLE_WORDS
  const kept = words.filter((word) => !isLong || !isFunctionWord(foldText(word).replace(/(?<![?!.,;:])[?!.,;:]+$/, ''), LANGUAGES))
  return kept.join(' ') || question
}

function readQuestion(asked: string): string {
  const question = stripInvisible(asked.toWellFormed()).trim()
  if (!hasMoreCodePoints(question, MAX_QUERY_CODE_POINTS)) return question
  throw new AskError('bad-request', `A question must be at most ${MAX_QUERY_CODE_POINTS} characters (code points)`)
}
