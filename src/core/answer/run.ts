/**
 * The state of one answer, which its steps share; and of an answer that has ended its result, a notice if readers should
 * check it, and its report.
 */
import { byteLength } from '../base/bytes.ts'
import type { ErrorCode } from '../base/errors.ts'
import type { Redact } from '../base/redact.ts'
import { countBy, foldSpace } from '../base/text.ts'
import type { Finish, Message, Model, ToolSpec } from '../llm/model.ts'
import type { Filter } from '../search/index/filter.ts'
import { guessLanguage } from '../text/language.ts'
import { createAnswerWriter } from './answer-writer.ts'
import type { AnswerBounds, AnswerOptions, AnswerReport, AnswerResult, Outcome, ReportedCall } from './answerer.ts'
import { createGate } from './gate.ts'
import { unsupportedStatements } from './ground/statements.ts'
import { type AnswerText, citedShare, readUnits, SPAN } from './ground/units.ts'
import { costOf, createMeter } from './meter.ts'
import { formatRules, type Site } from './prompt.ts'
import type { Library } from './tools/library.ts'
import { createPassages } from './tools/passages.ts'
import { createToolbox, TOOLS } from './tools/toolbox.ts'
import { wordingOf } from './wording.ts'

/** Statements without support that a notice lists. */
const MAX_LISTED = 3
/** Times that an answer may have the same sentence, and languages that it may have. */
const MAX_REPEATS = 2
const MAX_LANGUAGES = 2
/** UTF-8 bytes of a sentence, and UTF-16 units of a paragraph, that is looked at for these. */
const MIN_SENTENCE_BYTES = 20
const MIN_PARAGRAPH_LENGTH = 60

/** The parts that an answerer works with. */
export interface AnswererDeps {
  readonly model: Model
  readonly library: (filter: Filter, page: string | null) => Library
  readonly bounds: AnswerBounds
  readonly site: Site
  /** Address of those who can answer what the docs don't; null for none. */
  readonly contact: string | null
  /** Clock in milliseconds. */
  readonly now: () => number
  /** Up to 16 letters and digits that nobody can guess, new at each call. */
  readonly newId: () => string
  readonly log: (line: string) => void
  readonly redact: Redact
}

/** What changes of an answer while it is made. */
interface Progress {
  readonly calls: ReportedCall[]
  messages: readonly Message[]
  /** None for an answer that rests on the first search after a failure. */
  tools: readonly ToolSpec[]
  startedAt: number
  steps: number
  isSearchOpen: boolean
  /** True if the model may be asked once more: its turn was empty, or broke before readers had a word of it. */
  mayRetry: boolean
  finish: Finish | null
  result: AnswerResult | null
  /** An answer counts as cancelled until it is complete or has failed. */
  outcome: Outcome
  error: ErrorCode | null
}

/** One answer. */
export type Run = ReturnType<typeof createRun>

/** An answer that has not begun. `thinksInText`: a text of the model began with thinking that only its end told. */
export function createRun(
  question: string,
  options: AnswerOptions,
  deps: AnswererDeps,
  modelHabit: { thinksInText: boolean },
) {
  const { model, bounds, site, now, newId } = deps
  const { filter = {}, page = null, history = [] } = options
  const questions = [question, ...history.map(({ query }) => query).reverse()]
  const language = questions.map(guessLanguage).find((guess) => guess !== null) ?? null
  const passages = createPassages()
  // What the owner asks for may be repeated.
  const rules = formatRules({ ...site, instructions: null }, bounds)
  const markId = newId()
  const progress: Progress = {
    calls: [], messages: [], tools: TOOLS, startedAt: 0, steps: 0, isSearchOpen: true, mayRetry: true,
    finish: null, result: null, outcome: 'cancelled', error: 'cancelled',
  }
  return {
    deps, options, question, id: newId(), markId, modelHabit, ...progress,
    wording: wordingOf(language),
    /** Ends the requests of the answer early; its reason is an `AskError`. */
    controller: new AbortController(),
    toolbox: createToolbox({ library: deps.library(filter, page), bounds, passages, markId }),
    gate: createGate(),
    writer: createAnswerWriter({ passages, model: model.name, now }, rules),
    meter: createMeter(Math.min(bounds.maxCallsPerStep * bounds.maxResultLength, bounds.maxToolTokens * 4)),
  }
}

/** The result of the answer as it was sent, and the notice, Markdown, that is due after it; null for none. */
export function summarize({ writer, question, wording, deps }: Run) {
  const { passages } = writer
  const grounding = writer.grounding.report()
  // A statement may be a part of a secret, which traces would not recognize.
  const text = readUnits(grounding, deps.redact)
  const missing = unsupportedStatements(text, { question, ...passages })
  const isCited = grounding.cited.length > 0
  const isWeak = citedShare(text) < 0.5 || missing.length > 0 || isMuddled(text)
  const listed = missing.slice(0, MAX_LISTED).map((text) => `\`${foldSpace(text.replaceAll('`', "'"))}\``).join(', ')
  const checked = missing.length > 0 ? `${wording.unsupported} ${listed}` : isWeak ? wording.weak : null
  const summary: Omit<AnswerResult, 'outcome'> = {
    support: !isCited ? 'ungrounded' : isWeak ? 'weak' : 'grounded',
    cited: grounding.cited.flatMap((number) => passages.linkOf(number) ?? []),
    opened: passages.openedUrls(),
    invented: missing,
  }
  return { summary, notice: isCited ? checked : wording.ungrounded }
}

function isMuddled({ units, spans }: AnswerText): boolean {
  const prose = units.filter(({ type }) => type === 'prose')
  const codeOf = (_: string, at: string) => spans[Number(at)] ?? ''
  const sentences = prose.flatMap((unit) => unit.sentences).map((each) => foldSpace(each.replace(SPAN, codeOf)))
  const counts = countBy(sentences.filter((one) => byteLength(one) >= MIN_SENTENCE_BYTES), (one) => one.toLowerCase())
  const paragraphs = prose.map(({ text }) => text).filter((text) => text.length >= MIN_PARAGRAPH_LENGTH)
  const languages = new Set(paragraphs.flatMap((text) => guessLanguage(text) ?? []))
  return languages.size > MAX_LANGUAGES || [...counts.values()].some((count) => count > MAX_REPEATS)
}

/** The report of an answer that ended at a time in milliseconds. */
export function reportOf(run: Run, endedAt: number): AnswerReport {
  const { id, question, writer, calls, steps, finish, result, outcome, error, startedAt } = run
  const { model } = run.deps
  const { firstTokenAt, hasSources, passages } = writer
  const cost = costOf(run.meter)
  return {
    id,
    question,
    answer: writer.sent,
    ...(result ?? summarize(run).summary),
    outcome,
    error,
    model: model.name,
    provider: model.provider,
    baseUrl: model.baseUrl,
    steps,
    calls,
    sources: hasSources ? passages.count() : 0,
    usage: cost.usage,
    cost: cost.tokens,
    isEstimated: cost.isEstimated,
    isReplayed: false,
    finish,
    firstTokenMs: firstTokenAt === null ? null : firstTokenAt - startedAt,
    totalMs: endedAt - startedAt,
  }
}
