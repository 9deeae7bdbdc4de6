/** The state of one answer, which its steps share. */
import type { ErrorCode } from '../base/errors.ts'
import type { Redact } from '../base/redact.ts'
import type { Finish, Message, Model } from '../llm/model.ts'
import type { Filter } from '../search/index/filter.ts'
import { guessLanguage } from '../text/guess-language.ts'
import { type AnswerWriter, createAnswerWriter } from './answer-writer.ts'
import type { AnswerBounds, AnswerOptions, AnswerResult, Outcome, ReportedCall } from './answerer.ts'
import { createGate, type Gate } from './gate.ts'
import { createMeter, type Meter } from './meter.ts'
import type { Site } from './prompt.ts'
import type { Library } from './tools/library.ts'
import { createPassages } from './tools/passages.ts'
import { createToolbox, type Toolbox } from './tools/toolbox.ts'
import { type Wording, wordingOf } from './wording.ts'

/** The parts that an answerer works with. */
export interface AnswererDeps {
  readonly model: Model
  /** The sections that an answer may use. */
  readonly library: (filter: Filter, page: string | null) => Library
  readonly bounds: AnswerBounds
  readonly site: Site
  /** Address of those who can answer what the docs don't; null for none. */
  readonly contact: string | null
  /** Clock in milliseconds. */
  readonly now: () => number
  /** Up to 16 letters and digits that nobody can guess, new at each call. */
  readonly random: () => string
  /** Takes lines for the site's owner. */
  readonly log: (line: string) => void
  /** Removes secrets from a text. */
  readonly redact: Redact
}

/** One answer. */
export interface Run {
  readonly deps: AnswererDeps
  readonly options: AnswerOptions
  /** The question as it was asked. */
  readonly question: string
  /** Id of the answer, as its `outcome` event has it. */
  readonly id: string
  /** Id of the marks around material. */
  readonly markId: string
  /** The service's sentences in the language of the question. */
  readonly wording: Wording
  /** Ends the requests of the answer early; its reason is an `AskError`. */
  readonly controller: AbortController
  readonly toolbox: Toolbox
  readonly gate: Gate
  readonly writer: AnswerWriter
  readonly meter: Meter
  /** What earlier answers have shown of the model: true if its text began with thinking that only its end told. */
  readonly manner: { thinksInText: boolean }
  /** All calls of the model. */
  readonly calls: ReportedCall[]
  messages: readonly Message[]
  startedAt: number
  /** Requests to the model up to now. */
  steps: number
  /** True if the model may still call tools. */
  isSearchOpen: boolean
  /** True if the model may be asked once more after an empty turn, or one that can't be read. */
  mayRetry: boolean
  /** True if a turn that broke before readers had a word of it may be repeated. */
  mayRepeat: boolean
  /** Finish reason of the last turn, null if no turn ended. */
  finish: Finish | null
  /** The result of an answer that came to its end. */
  result: AnswerResult | null
  /** An answer counts as cancelled until it is complete or has failed. */
  outcome: Outcome
  error: ErrorCode | null
}

/** An answer that has not begun. */
export function createRun(question: string, options: AnswerOptions, deps: AnswererDeps, manner: Run['manner']): Run {
  const { model, bounds, now, random } = deps
  const { filter = {}, page = null, history = [] } = options
  const questions = [question, ...history.map(({ query }) => query).reverse()]
  const language = questions.map(guessLanguage).find((guess) => guess !== null) ?? null
  const passages = createPassages()
  const markId = random()
  return {
    deps,
    options,
    question,
    id: random(),
    markId,
    wording: wordingOf(language),
    controller: new AbortController(),
    toolbox: createToolbox({ library: deps.library(filter, page), bounds, passages, markId }),
    gate: createGate(),
    writer: createAnswerWriter(passages, model.name, now),
    meter: createMeter(Math.min(bounds.maxCallsPerStep * bounds.maxResultLength, bounds.maxToolTokens * 4)),
    manner,
    calls: [],
    messages: [],
    startedAt: 0,
    steps: 0,
    isSearchOpen: true,
    mayRetry: true,
    mayRepeat: true,
    finish: null,
    result: null,
    outcome: 'cancelled',
    error: 'cancelled',
  }
}
