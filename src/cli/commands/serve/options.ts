/** Flags and variables -> the options of the service and of its server. */
import type { AskOptions } from '../../../ask.ts'
import { AskError } from '../../../base/errors.ts'
import { readAllowedHosts, readAnswerOrigins, readLimitOptions, splitList } from '../../../environment.ts'
import { hostNames } from '../../../http/wire/host-name.ts'
import type { ListenOptions } from '../../../node/server/server.ts'
import type { LimitOptions } from '../../../settings.ts'
import type { Arguments } from '../../command-line/arguments.ts'
import { FLAGS } from '../../command-line/flags.ts'
import { limitsOf } from '../../command-line/limit-flags.ts'
import type { Io } from '../../terminal/io.ts'
import { sanitizeLine } from '../../terminal/sanitize.ts'

/** Address and limits of the server. Throws `AskError('usage')` for limits that contradict each other. */
export function listenOptions(args: Arguments): ListenOptions {
  if (args.number(FLAGS.headerTimeout) > args.number(FLAGS.requestTimeout)) {
    throw new AskError('usage', '--header-timeout is part of --request-timeout and can\'t be longer: raise both')
  }
  return {
    host: args.text(FLAGS.host),
    port: args.number(FLAGS.port),
    trustedProxies: args.number(FLAGS.trustedProxies),
    limits: {
      maxConnections: args.number(FLAGS.maxConnections),
      maxConnectionsPerClient: args.number(FLAGS.maxClientConnections),
      maxLargeRepliesPerClient: args.number(FLAGS.maxClientReplies),
      stalledMs: args.number(FLAGS.stallTimeout) * 1_000,
      headersMs: args.number(FLAGS.headerTimeout) * 1_000,
      requestMs: args.number(FLAGS.requestTimeout) * 1_000,
      keepAliveMs: args.number(FLAGS.keepAliveTimeout) * 1_000,
      idleMs: args.number(FLAGS.idleTimeout) * 1_000,
      graceMs: args.number(FLAGS.stopTimeout) * 1_000,
      maxHeaderBytes: args.number(FLAGS.maxHeaderBytes),
      maxHeaders: args.number(FLAGS.maxHeaders),
    },
  }
}

/** The options that say who may use the service, and how much. */
export interface AccessOptions {
  readonly allowedHosts: readonly string[]
  readonly answerOrigins: readonly string[] | undefined
  readonly limits: LimitOptions
}

/** Reads these options; a flag overrides its variable. */
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
  const { answer, ...limits } = readLimitOptions(env) ?? {}
  const flags = limitsOf(args)
  return { ...limits, ...flags.limits, answer: { ...answer, ...flags.answer } }
}
