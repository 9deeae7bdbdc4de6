/** Flags and variables -> the options of the service and of its server. */
import type { AskOptions } from '../../../ask.ts'
import { readAllowedHosts, readAnswerOrigins, readLimitOptions, splitList } from '../../../environment.ts'
import { hostNames } from '../../../http/wire/host-name.ts'
import type { ListenOptions } from '../../../node/server/server.ts'
import type { LimitOptions } from '../../../settings.ts'
import type { Arguments } from '../../command-line/arguments.ts'
import { FLAGS } from '../../command-line/flags.ts'
import { settingsOf } from '../../command-line/settings.ts'
import type { Io } from '../../terminal/io.ts'
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
): Promise<Pick<AskOptions, 'endpoint' | 'corsOrigins' | 'trustedProxies' | 'siteTitle' | 'openapi' | 'log'>> {
  const openapi = await io.packageFile('openapi.yaml')
  return {
    endpoint: args.text(FLAGS.basePath),
    corsOrigins: splitList(args.text(FLAGS.corsOrigins) ?? ''),
    trustedProxies: args.number(FLAGS.trustedProxies),
    siteTitle: args.text(FLAGS.siteTitle) ?? undefined,
    ...(openapi === null ? {} : { openapi }),
    log: (line) => io.stderr.write(`${sanitizeLine(line)}\n`),
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
