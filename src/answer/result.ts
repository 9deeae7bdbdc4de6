/** The text and the sections of an answer -> its result. */
import type { AnswerResult } from './answerer.ts'
import type { Support } from './events/event.ts'
import { inventedNames, unsupportedLiterals } from './ground/code.ts'
import type { GroundingReport } from './ground/ground.ts'
import type { AnswerWriter } from './model-text/answer-writer.ts'
import type { Passages } from './tools/passages.ts'
import type { Wording } from './wording.ts'

/** Made-up names that a notice lists. */
const MAX_LISTED = 5

/** The result of the answer as it was sent up to now, except its outcome. */
export function summarize(writer: AnswerWriter, passages: Passages, question: string): Omit<AnswerResult, 'outcome'> {
  const grounding = writer.report()
  const support = supportOf(grounding)
  const { all: names } = inventedNames(writer.answer(), question, passages.texts())
  return {
    support: support === 'grounded' && names.length > 0 ? 'weak' : support,
    cited: grounding.cited.flatMap((number) => passages.linkOf(number) ?? []),
    opened: passages.openedUrls(),
    invented: unsupportedLiterals(writer.answer(), passages.texts()),
  }
}

/** The citation level of an answer. */
function supportOf({ citations, sentences, citedSentences }: GroundingReport): Support {
  if (citations === 0) return 'ungrounded'
  return citedSentences * 2 < sentences ? 'weak' : 'grounded'
}

/** The notice after an answer that readers should check, in Markdown; null if none is due. */
export function noticeOf(
  writer: AnswerWriter,
  passages: Passages,
  { question, wording }: NoticeContext,
): string | null {
  if (supportOf(writer.report()) === 'ungrounded') return wording.ungrounded
  const { essential } = inventedNames(writer.answer(), question, passages.texts())
  if (essential.length === 0) return null
  return `${wording.invented} ${essential.slice(0, MAX_LISTED).map((name) => `\`${name}\``).join(', ')}`
}

/** The question of an answer, and the sentences in its language. */
export interface NoticeContext {
  readonly question: string
  readonly wording: Wording
}
