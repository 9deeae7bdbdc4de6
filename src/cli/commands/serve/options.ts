/** Flags, variables and settings -> the options of the service, of its server and of its question log. */
import type { AskOptions, QuestionLogOptions } from '../../../core/ask.ts'
import { count } from '../../../core/base/count.ts'
import {
  readAllowedHosts, readAnswerOrigins, readLimitOptions, readQuestionLogPath, splitList,
} from '../../../core/environment.ts'
import { hostNames } from '../../../core/http/wire/host.ts'
import { openQuestionLog, QUESTION_LOG_DAYS } from '../../../core/node/files/question-log.ts'
import type { ListenOptions } from '../../../core/node/server/server.ts'
import type { LimitOptions } from '../../../core/settings.ts'
import type { Arguments } from '../../command-line/arguments.ts'
import { FLAGS } from '../../command-line/flags.ts'
import { settingsOf } from '../../command-line/settings.ts'
import { type Io, ownerLog } from '../../terminal/io.ts'
import { sanitizeLine } from '../../terminal/sanitize.ts'

/** Address and limits of the server. */
export function listenOptions(args: Arguments): ListenOptions {
  return {
    host: args.text(FLAGS.host),
    port: args.number(FLAGS.port),
    trustedProxies: args.number(FLAGS.trustedProxies),
    limits: settingsOf(args).server ?? {},
  }
}

/** The options that say who may use the service, and how much. */
export interface AccessOptions {
  readonly allowedHosts: readonly string[]
  readonly answerOrigins: readonly string[] | undefined
  readonly limits: LimitOptions
}

/** Reads these options; a flag overrides its variable, and a variable its setting. */
export function accessOptions(args: Arguments, io: Io): AccessOptions {
  return { allowedHosts: readHosts(args, io), answerOrigins: readOrigins(args, io), limits: readLimits(args, io) }
}

/** The options of the service that only flags set. */
export async function mountOptions(
  args: Arguments,
  io: Io,
): Promise<
  Pick<
    AskOptions,
    'endpoint' | 'corsOrigins' | 'trustedProxies' | 'siteTitle' | 'instructions' | 'contact' | 'openapi' | 'log'
  >
> {
  const openapi = await io.packageFile('openapi.yaml')
  return {
    endpoint: args.text(FLAGS.basePath),
    corsOrigins: splitList(args.text(FLAGS.corsOrigins) ?? ''),
    trustedProxies: args.number(FLAGS.trustedProxies),
    siteTitle: args.text(FLAGS.siteTitle) ?? undefined,
    instructions: settingsOf(args).instructions,
    contact: settingsOf(args).contact,
    ...(openapi === null ? {} : { openapi }),
    log: ownerLog(io),
  }
}

function readHosts(args: Arguments, { env }: Io): readonly string[] {
  const list = args.text(FLAGS.allowedHosts)
  return hostNames('allowedHosts', list === null ? (readAllowedHosts(env) ?? []) : splitList(list))
}

function readOrigins(args: Arguments, { env }: Io): readonly string[] | undefined {
  const list = args.text(FLAGS.answerOrigins)
  return list === null ? readAnswerOrigins(env) : splitList(list)
}

function readLimits(args: Arguments, { env }: Io): LimitOptions {
  const { answer, ...limits } = settingsOf(args).limits ?? {}
  const variables = readLimitOptions(env) ?? {}
  return { ...limits, ...variables, answer: { ...answer, ...variables.answer } }
}

/** The question log of this process. */
interface Questions {
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
  const sink = await openQuestionLog(path, { days, servedFolder, log: ownerLog(io) })
  return {
    options: { sink, content },
    summary: `${sanitizeLine(path)} (${content}, ${count(days, 'day')})`,
    close: sink.close,
  }
}
