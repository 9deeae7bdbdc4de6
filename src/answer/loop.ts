/**
 * A question -> the events of its answer: a loop in which a model searches the
 * docs, opens sections and writes. Requests, calls, text and time are bounded,
 * the message history is append-only, and the last request can only answer.
 */
import { hasMoreCodePoints } from '../base/code-points.ts'
import { AskError, failureLine } from '../base/errors.ts'
import { foldSpace } from '../base/fold-space.ts'
import { stripInvisible } from '../content/invisible.ts'
import type { AssistantTurn, Finish, Message, Model, ModelRequest, ToolCall } from '../llm/model.ts'
import type { Filter } from '../search/index/filter.ts'
import { guessLanguage } from '../text/guess-language.ts'
import type { Answerer, AnswerOptions } from './answerer.ts'
import type { AnswerBounds } from './bounds.ts'
import { createCancellationScope } from './cancellation-scope.ts'
import type { AnswerEvent, EndOutcome } from './events/event.ts'
import { followUpQuery } from './follow-up.ts'
import { formatHistory } from './history.ts'
import { createMeter } from './meter.ts'
import { createMetrics } from './metrics.ts'
import { createAnswerGate } from './model-text/answer-gate.ts'
import { createAnswerWriter } from './model-text/answer-writer.ts'
import { createMarkHabit, type MarkHabit, NO_CALLS } from './model-text/mark-habit.ts'
import { readTurn, type TurnEnd } from './model-text/turn.ts'
import {
  CLOSING_NOTE, EMPTY_NOTE, formatQuestion, formatRules, formatTextResults, type Site, TEXT_CALL_NOTE, withNote,
} from './prompt.ts'
import { noticeOf, summarize } from './result.ts'
import type { Library } from './tools/library.ts'
import { createPassages } from './tools/passages.ts'
import { createToolbox } from './tools/toolbox.ts'
import { TOOLS } from './tools/tools.ts'
import { describeFailure, wordingOf } from './wording.ts'

/** Share of the answer's time after which no more searches begin. */
const SEARCH_SHARE = 0.6
/** Characters that a model may write if the docs don't cover the question. */
const MAX_NOT_COVERED_LENGTH = 1_000

/** Addresses, and marks of material and of answers, which are useless as search words. */
const NOT_SEARCHED = /\bhttps?:\/\/\S+|\bwww\.\S+|<<\s{0,4}(?:doc|end)\b[^<>]{0,40}>>|\b(?:ANSWER:|NOT_IN_DOCS\b)/g

/** The parts that an answerer works with. */
export interface AnswererDeps {
  readonly model: Model
  /** The sections that an answer may use. */
  readonly library: (filter: Filter) => Library
  readonly bounds: AnswerBounds
  readonly site: Site
  /** Clock in milliseconds. */
  readonly now: () => number
  /** Up to 16 letters and digits that nobody can guess, new at each call. */
  readonly random: () => string
  /** Takes lines for the site's owner. */
  readonly log: (line: string) => void
}

interface RunDeps extends AnswererDeps {
  /** The system prompt, one text for all answers of a site. */
  readonly rules: string
  readonly habit: MarkHabit
}

/** The next move after one request to the model. */
type StepResult =
  | {
      readonly type: 'calls'
      readonly calls: readonly ToolCall[]
      readonly areText: boolean
      readonly turn: AssistantTurn
    }
  /** A call was written as text that can't be read. */
  | { readonly type: 'unreadable'; readonly turn: AssistantTurn }
  | { readonly type: 'pause'; readonly turn: AssistantTurn }
  | { readonly type: 'final'; readonly reason: 'complete' | 'cut' | 'refused' }
  | { readonly type: 'empty'; readonly finish: Finish; readonly hasCalls: boolean }

/** An answerer over a model and a library. */
export function createAnswerer(deps: AnswererDeps): Answerer {
  const runDeps = { ...deps, rules: formatRules(deps.site, deps.bounds), habit: createMarkHabit() }
  return function answer(question, options = {}) {
    return { [Symbol.asyncIterator]: () => createRun(question, options, runDeps) }
  }
}

/** One answer: this closure holds the state that its steps share. */
function createRun(asked: string, options: AnswerOptions, deps: RunDeps): AsyncIterator<AnswerEvent> {
  const { model, bounds, rules, habit, now, random, log } = deps
  const { filter = {}, history = [] } = options
  const library = deps.library(filter)
  const questions = [asked, ...history.map(({ query }) => query).reverse()]
  const wording = wordingOf(questions.map(guessLanguage).find((language) => language !== null) ?? null)
  const scope = createCancellationScope(options.signal ?? new AbortController().signal)
  const passages = createPassages()
  const gate = createAnswerGate()
  const maxLength = () => (gate.isNotCovered() ? MAX_NOT_COVERED_LENGTH : bounds.maxAnswerLength)
  const writer = createAnswerWriter({ passages, model: model.name, maxLength, now })
  const metrics = createMetrics()
  const meter = createMeter(model, Math.min(bounds.maxCallsPerStep * bounds.maxResultLength, bounds.maxToolTokens * 4))
  const [markId, id] = [random(), random()]
  const toolbox = createToolbox({ library, bounds, passages, markId })
  let messages: readonly Message[] = []
  const events = run()
  let isStarted = false
  let startedAt = 0
  /** Number of the request in progress, from 1. */
  let step = 0
  /** True if the model may still call tools. */
  let isSearchOpen = true
  let mayRetry = true
  /** True if the answer failed because the model only called tools: then readers still get the sections. */
  let hasOnlyCalls = false

  /** All events, including the last. */
  async function* run(): AsyncGenerator<AnswerEvent> {
    startedAt = now()
    try {
      scope.start(bounds.timeoutMs)
      yield* converse()
      yield { type: 'done' }
    } catch (thrown) {
      const error = scope.reason() ?? thrown
      const code = error instanceof AskError ? error.code : 'model'
      metrics.fail(code)
      if (code !== 'cancelled') {
        log(failureLine(`An answer failed (${code})`, error))
        if (hasOnlyCalls) yield* writer.sendSources()
      }
      yield { type: 'error', error: describeFailure(code, wording) }
    } finally {
      scope.finish()
      const ended = { cost: meter.cost(), startedAt, endedAt: now() }
      options.onReport?.(metrics.report({ id, question: asked, model, passages, writer, ...ended }))
    }
  }

  /** All events except the last. Rejects with the reason of a failed answer. */
  async function* converse(): AsyncGenerator<AnswerEvent> {
    scope.signal.throwIfAborted()
    const question = readQuestion(asked, bounds.maxQuestionCodePoints)
    const query = searchWords(followUpQuery(question, history))
    yield { type: 'search', query }
    const find = await toolbox.searchFirst(query)
    const earlier = formatHistory(history, markId)
    messages = [{ role: 'user', text: formatQuestion({ question, earlier, find, markId, note: noteForNextStep() }) }]
    while (step < bounds.maxSteps) {
      step += 1
      const result = yield* takeStep()
      switch (result.type) {
        case 'calls':
          yield* runCalls(result)
          break
        case 'pause':
          messages = [...messages, { role: 'assistant', turn: result.turn }]
          break
        case 'unreadable':
          mayRetry = false
          messages = [...messages, { role: 'assistant', turn: result.turn }, { role: 'user', text: TEXT_CALL_NOTE }]
          break
        case 'final':
          return yield* conclude(result.reason)
        case 'empty':
          hasOnlyCalls = result.hasCalls
          if (result.hasCalls || !mayRetry) {
            throw new AskError('model', `The model ended without an answer (${result.finish})`)
          }
          mayRetry = isSearchOpen = false
          messages = withNote(messages, EMPTY_NOTE)
      }
    }
    throw new AskError('model', `The model gave no answer in ${bounds.maxSteps} requests`)
  }

  /** Closes the search if the next request is the last, time runs out or calls are used up; then a note says so. */
  function noteForNextStep(): string | null {
    const isLast = step + 1 >= bounds.maxSteps || now() - startedAt > SEARCH_SHARE * bounds.timeoutMs
    isSearchOpen = !(isLast || writer.hasWords() || toolbox.isExhausted())
    return isSearchOpen ? null : CLOSING_NOTE
  }

  function requestOf(mayCall: boolean): ModelRequest {
    return { system: rules, messages, tools: TOOLS, mayCall, maxOutputTokens: bounds.maxOutputTokens }
  }

  /** Closes the search if a further request could exceed the budget. Throws if this request could. */
  function keepToBudget(): void {
    const { mayCost = () => true } = options
    if (isSearchOpen && !mayCost(meter.costAfter(requestOf(true), false))) {
      isSearchOpen = false
      messages = withNote(messages, CLOSING_NOTE)
    }
    if (isSearchOpen || mayCost(meter.costAfter(requestOf(false), true))) return
    throw new AskError('model-busy', 'The budget of tokens has no room for another request')
  }

  /** Sends one request; yields the text that readers get. */
  async function* takeStep(): AsyncGenerator<AnswerEvent, StepResult> {
    const { signal } = scope
    signal.throwIfAborted()
    keepToBudget()
    metrics.countStep()
    const { timeoutMs } = bounds
    const mayCall = isSearchOpen
    const hold = mayCall ? habit.bounds() : NO_CALLS
    const hadWords = writer.hasWords()
    const stream = meter.stream(requestOf(mayCall), { signal, timeoutMs: Math.max(1, startedAt + timeoutMs - now()) })
    for await (const part of readTurn(stream, { gate, hold, mayCall, signal, now })) {
      if (typeof part !== 'string') {
        metrics.countTurn(part)
        noteHabit(part, hadWords)
        return resultOf(part)
      }
      yield* writer.write(part)
      if (writer.isCut()) break
    }
    return { type: 'final', reason: 'cut' }
  }

  function resultOf({ calls, areText, unreadable, finish, turn }: TurnEnd): StepResult {
    if (finish === 'refusal' || finish === 'content-filter') return { type: 'final', reason: 'refused' }
    // A marked answer without a citation may also be text before tool calls.
    const isMarkedAnswer = gate.isMarked() && writer.hasWords()
    const isDone = gate.isNotCovered() || (isMarkedAnswer && (calls.length === 0 || writer.report().citations > 0))
    if (calls.length > 0 && isSearchOpen && !isDone) return { type: 'calls', calls, areText, turn }
    if (finish === 'pause' && step < bounds.maxSteps) return { type: 'pause', turn }
    if (isDone || writer.hasWords()) return { type: 'final', reason: finish === 'length' ? 'cut' : 'complete' }
    if (unreadable !== null && mayRetry) return { type: 'unreadable', turn }
    return { type: 'empty', finish, hasCalls: calls.length > 0 }
  }

  /** Remembers how the model writes, for its next turns and answers. */
  function noteHabit({ calls, hasPreamble }: TurnEnd, hadWords: boolean): void {
    if (calls.length === 0) {
      if (writer.hasWords()) habit.note(gate.isMarked() ? 'marked' : 'plain')
    } else if (hasPreamble) habit.note('preamble')
    else if (isSearchOpen && writer.hasWords() && !hadWords && writer.report().citations === 0) habit.noteMistake()
  }

  async function* runCalls(step: Extract<StepResult, { type: 'calls' }>): AsyncGenerator<AnswerEvent> {
    const { calls, areText, turn } = step
    // The sources are sent with the answer's first words: material found later could not be cited.
    const { results, searches } = await toolbox.run(calls, writer.hasWords() ? 'shown' : 'all')
    for (const query of searches) yield { type: 'search', query }
    const note = noteForNextStep()
    const reply: Message = areText
      ? { role: 'user', text: formatTextResults(calls, results, note) }
      : { role: 'tools', results, note }
    messages = [...messages, { role: 'assistant', turn }, reply]
    if (writer.hasWords()) yield* writer.write('\n\n')
  }

  /** The last text of the model, then a notice of the service if one is due. */
  function* conclude(reason: 'complete' | 'cut' | 'refused'): Generator<AnswerEvent> {
    yield* writer.end()
    const isRefused = reason === 'refused'
    const outcome: EndOutcome = isRefused ? 'refused' : gate.isNotCovered() ? 'not-covered' : 'answered'
    const text = writer.answer()
    if (text === '' && outcome === 'answered') throw new AskError('model', 'The model wrote nothing that can be shown')
    const result = { outcome, ...summarize(writer, passages, asked) }
    metrics.complete(result)
    // After a code block on a line of its own, which keeps the block closed.
    if (reason === 'cut' && text !== '') yield* writer.writeNotice(/[`~]$/.test(text) ? '\n\n…' : '…')
    if (isRefused) yield* writer.writeNotice(text === '' ? wording.refused : `\n\n${wording.refused}`)
    else if (text === '') yield* writer.writeNotice(wording.notCovered)
    const notice = outcome === 'answered' ? noticeOf(writer, passages, { question: asked, wording }) : null
    if (notice !== null) yield* writer.writeNotice(`\n\n${notice}`)
    const { support, cited, opened } = result
    yield { type: 'outcome', id, outcome, support, cited, opened }
  }

  return {
    next: () => {
      isStarted = true
      return events.next()
    },
    return: async () => {
      // An async generator returns only when its pending wait ends: this ends it, and with it the model's work.
      scope.cancel()
      // An answer that was never started is reported too.
      if (!isStarted) await events.next()
      return events.return(undefined)
    },
  }
}

/** A question as a search query: without addresses and forged marks, unless it has nothing else. */
function searchWords(question: string): string {
  return foldSpace(question.replace(NOT_SEARCHED, ' ')) || question
}

/** The question without invisible characters. */
function readQuestion(asked: string, maxCodePoints: number): string {
  const question = stripInvisible(asked.toWellFormed()).trim()
  if (!hasMoreCodePoints(question, maxCodePoints)) return question
  throw new AskError('bad-request', `A question must be at most ${maxCodePoints} characters (code points)`)
}
