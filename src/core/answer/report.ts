/** An answer that has ended -> its result, a notice if readers should check it, and its report. */
import { foldSpace } from '../base/fold-space.ts'
import { guessLanguage } from '../text/guess-language.ts'
import type { AnswerReport, AnswerResult } from './answerer.ts'
import { unsupportedStatements } from './ground/statements.ts'
import { type AnswerText, citedShare, readUnits, SPAN } from './ground/units.ts'
import { costOf } from './meter.ts'
import type { Run } from './run.ts'

/** Statements without support that a notice lists. */
const MAX_LISTED = 3
/** Times that an answer may have the same sentence, and languages that it may have. */
const MAX_REPEATS = 2
const MAX_LANGUAGES = 2
/** UTF-16 units of a sentence, or a paragraph, that is looked at for these. */
const MIN_SENTENCE_LENGTH = 20
const MIN_PARAGRAPH_LENGTH = 60
/** Lines of the rules, and UTF-16 units of each, that no answer has by chance. */
const MAX_RULES = 2
const MIN_RULE_LENGTH = 40

/**
 * The result of the answer as it was sent up to now, and the notice, Markdown, that is due after it; null if readers
 * need not check the answer.
 */
export function summarize({ writer, question, wording, deps }: Run) {
  const { passages } = writer
  const grounding = writer.grounding.report()
  // A statement may be a part of a secret, which traces would not recognize.
  const text = readUnits(grounding, deps.redact)
  const missing = unsupportedStatements(text, { question, ...passages })
  const isCited = grounding.cited.length > 0
  const isWeak = citedShare(text) < 0.5 || missing.length > 0 || isMuddled(text)
  const listed = missing.slice(0, MAX_LISTED).map(asCode).join(', ')
  const checked = missing.length > 0 ? `${wording.unsupported} ${listed}` : null
  const summary: Omit<AnswerResult, 'outcome'> = {
    support: !isCited ? 'ungrounded' : isWeak ? 'weak' : 'grounded',
    cited: grounding.cited.flatMap((number) => passages.linkOf(number) ?? []),
    opened: passages.openedUrls(),
    invented: missing,
  }
  return { summary, notice: isCited ? checked : wording.ungrounded }
}

/** A code span for text of a model, on one line. */
function asCode(text: string): string {
  return `\`${foldSpace(text.replaceAll('`', "'"))}\``
}

/** True for an answer that repeats itself, or goes through languages. */
function isMuddled({ units, spans }: AnswerText): boolean {
  const counts = new Map<string, number>()
  const languages = new Set<string>()
  for (const unit of units.filter(({ type }) => type === 'prose')) {
    for (const sentence of unit.sentences) {
      const folded = foldSpace(sentence.replace(SPAN, (_, at: number) => spans[at] ?? '')).toLowerCase()
      if (folded.length >= MIN_SENTENCE_LENGTH) counts.set(folded, (counts.get(folded) ?? 0) + 1)
    }
    const language = unit.text.length >= MIN_PARAGRAPH_LENGTH ? guessLanguage(unit.text) : null
    if (language !== null) languages.add(language)
  }
  return languages.size > MAX_LANGUAGES || [...counts.values()].some((count) => count > MAX_REPEATS)
}

/** True for an answer that repeats the rules of the prompt. */
export function repeatsRules(answer: string, rules: string): boolean {
  const text = foldSpace(answer)
  const lines = rules.split('\n').map((line) => foldSpace(line.replace(/^- /, '')))
  return lines.filter((line) => line.length >= MIN_RULE_LENGTH && text.includes(line)).length > MAX_RULES
}

/** The report of an answer that ended at a time in milliseconds. */
export function reportOf(run: Run, endedAt: number): AnswerReport {
  const { id, question, writer, calls, steps, finish, result, outcome, error, startedAt } = run
  const { model } = run.deps
  const { firstTokenAt, passages } = writer
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
    sources: firstTokenAt === null ? 0 : passages.count(),
    usage: cost.usage,
    cost: cost.tokens,
    isEstimated: cost.isEstimated,
    isReplayed: false,
    finish,
    firstTokenMs: firstTokenAt === null ? null : firstTokenAt - startedAt,
    totalMs: endedAt - startedAt,
  }
}
