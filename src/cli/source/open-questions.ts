/** The flags and variables of `ask serve` -> the question log that it keeps. */
import type { QuestionLogOptions } from '../../ask.ts'
import { count } from '../../base/count.ts'
import { readQuestionLogPath } from '../../environment.ts'
import { openQuestionLog, QUESTION_LOG_DAYS } from '../../node/files/question-log.ts'
import type { Arguments } from '../command-line/arguments.ts'
import { FLAGS } from '../command-line/flags.ts'
import { settingsOf } from '../command-line/settings.ts'
import type { Io } from '../terminal/io.ts'
import { sanitizeLine } from '../terminal/sanitize.ts'

/** The question log of this process. */
export interface Questions {
  readonly options: QuestionLogOptions
  /** Its path and what it keeps, for people. */
  readonly summary: string
  readonly close: () => Promise<void>
}

/** The question log, null without one; the flag overrides the variable. */
export async function openQuestions(servedFolder: string, args: Arguments, io: Io): Promise<Questions | null> {
  const { questionLogContent: content = 'redacted', questionLogDays: days = QUESTION_LOG_DAYS } = settingsOf(args)
  const path = args.text(FLAGS.questionLog) ?? readQuestionLogPath(io.env)
  if (path === null) return null
  const log = (line: string) => io.stderr.write(`${sanitizeLine(line)}\n`)
  const sink = await openQuestionLog(path, { days, servedFolder, log })
  return {
    options: { sink, content },
    summary: `${sanitizeLine(path)} (${content}, ${count(days, 'day')})`,
    close: sink.close,
  }
}
