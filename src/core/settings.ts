/**
 * Options -> settings: every default and every range of content and service. Below this module nothing is optional. A
 * wrong option is an `OptionError`. The limits that an owner may set are tables, each by the name that its option and
 * its setting of `ask.json` have; those of the service and of answers have a variable as well.
 */
import { type AnswerBounds, DEFAULT_BOUNDS } from './answer/answerer.ts'
import { isObject } from './base/json.ts'
import {
  boolean, callable, outOfRange, refuseUnknown, text, texts, trimmedText, wholeNumber, wrongType,
} from './base/option.ts'
import type { SourceGenerator } from './content/generators/profile.ts'
import { GENERATOR_RULE, profileNamed, sourceGenerator } from './content/generators/profiles.ts'
import { PLAIN_RULES, rulesOf, type SiteRules } from './content/generators/rules.ts'
import { type ContentSettings, isWeight, WEIGHT_RULE, type WeightRule } from './content/settings.ts'
import { createMemoryLedger } from './http/answers/guard.ts'
import { hostNames } from './http/wire/caller.ts'
import { SERVICE_PATHS } from './http/wire/request.ts'
import type { HttpSettings } from './http/wire/settings.ts'
import type { ModelSettings } from './llm/settings.ts'
import { languageTag } from './text/language.ts'

/** Options of reading content. */
export interface ContentOptions {
  /** Prefix of every link: the path, or the whole address, of the site. Default `/`. */
  readonly base?: string | undefined
  /** True if links to pages end in `/`. Default true. */
  readonly trailingSlash?: boolean | undefined
  /** Deepest heading that starts a section, 2 to 6. Default 6. */
  readonly depth?: number | undefined
  /** Title of the site; pages that show it as their h1 or `<title>` get another. Default: unknown. */
  readonly siteTitle?: string | undefined
  /**
   * Language (BCP 47 tag) of pages that don't state one and are not in a folder of a language. Default: that of the
   * root page.
   */
  readonly defaultLang?: string | undefined
  /**
   * Version of pages that don't state one and are not in a folder of a version, and the version whose copies of a
   * section are shown. Default: none; of copies the newest is shown.
   */
  readonly defaultVersion?: string | undefined
  /** First folders that hold translations, with their languages: `{ fr: 'fr' }`. Default: found by names and pages. */
  readonly locales?: Readonly<Record<string, string>> | undefined
  /** `commonTitles` of the site that was read as a whole, to read single pages of it again. Default: decided again. */
  readonly commonTitles?: readonly string[] | undefined
  /**
   * Weights of pages in search, 0.1 to 10, by patterns of their slugs: `{ 'guides/upgrade-to/**': 0.5 }`. The last that
   * fits counts, after the page's own. Default: none.
   */
  readonly weight?: Readonly<Record<string, number>> | undefined
  /**
   * Site generator that the sources are written for, whose rules make ids and addresses: `hugo`, `vitepress` …; `plain`
   * for none. Default: recognized by its configuration when a folder is read, else `plain`.
   */
  readonly generator?: SourceGenerator | undefined
  /**
   * Clock in milliseconds since 1970, for pages that state dates of their publication or expiry. Default: the time at
   * which the site is read.
   */
  readonly now?: (() => number) | undefined
}

/** Options of the routes: their path, their callers, their limits. */
export interface HttpOptions {
  /** Base path of the routes. Default `/api/ask`. */
  readonly endpoint?: string | undefined
  /**
   * Host names by which the service may be called, such as `docs.example.com`; loopback names always may. Default: any
   * name, but only loopback names if a node:http server listens on loopback.
   */
  readonly allowedHosts?: readonly string[] | undefined
  /** Origins whose pages may call from other sites, such as `https://docs.example.com`. Default: none. */
  readonly corsOrigins?: readonly string[] | undefined
  /** Number of proxies in front that append to `X-Forwarded-For`, 0 to 10. Default 0: the header is ignored. */
  readonly trustedProxies?: number | undefined
  /** Origins whose pages get answers, the service's own too; all others get keyword results. Default: every origin. */
  readonly answerOrigins?: readonly string[] | undefined
  /** True if a question that is repeated within ten minutes gets the same answer. Default true. */
  readonly answerCache?: boolean | undefined
  /** Text of `openapi.yaml`, served at `/openapi.yaml`. Default: there is no such route. */
  readonly openapi?: string | undefined
  readonly limits?: LimitOptions | undefined
}

/**
 * Limits of one client and of all clients together, as `LIMITS` has them with their ranges and defaults. Above the limits
 * of answers there are keyword results.
 */
export type LimitOptions = { readonly [name in keyof typeof LIMITS]?: number | undefined } & {
  /** Limits of one answer, each 1 to 1,000,000. Defaults: see `docs/options.md`. */
  readonly answer?: Partial<AnswerLimits> | undefined
}

/** Limits of one answer. */
export type AnswerLimits = AnswerBounds

/** One limit: a whole number. */
export interface Limit {
  /** Smallest and largest value. */
  readonly range: readonly [number, number]
  readonly default: number
  /** Its meaning in one line. */
  readonly help: string
}

/** A limit that a variable may set. */
export interface VariableLimit extends Limit {
  readonly variable: string
}

/** Largest value of any limit of one answer. */
const MAX_BOUND = 1_000_000
/** Longest time that a limit of the server may have, in ms. */
const HOUR_MS = 3_600_000

/** Limits of one client and of all clients together, by the name of their option in `limits`. */
export const LIMITS = {
  /** POSTs of one client in a minute, 1 to 100,000. Default 600. */
  postsPerMinute: {
    variable: 'ASK_POSTS_PER_MINUTE', range: [1, 100_000], default: 600, help: 'POSTs of one client in a minute',
  },
  /** Answers of one client in a minute, 1 to 100,000. Default 10. */
  answersPerMinute: {
    variable: 'ASK_ANSWERS_PER_MINUTE', range: [1, 100_000], default: 10, help: 'Answers of one client in a minute',
  },
  /** Answers of one client in a day, 1 to 1,000,000. Default 100. */
  answersPerDay: {
    variable: 'ASK_ANSWERS_PER_DAY', range: [1, 1_000_000], default: 100, help: 'Answers of one client in a day',
  },
  /** Answers at the same time, 1 to 10,000. Default 32. */
  answersAtOnce: {
    variable: 'ASK_ANSWERS_AT_ONCE', range: [1, 10_000], default: 32, help: 'Answers at the same time',
  },
  /** Questions that wait for another answer to end, up to ten seconds each, 0 to 100,000. Default 128. */
  answersWaiting: {
    variable: 'ASK_ANSWERS_WAITING', range: [0, 100_000], default: 128, help: 'Questions waiting for another answer',
  },
  /** Tokens of all answers in a day (UTC), input and output, 1 to 1,000,000,000,000. Default 2,000,000. */
  tokensPerDay: {
    variable: 'ASK_TOKENS_PER_DAY', range: [1, 1_000_000_000_000], default: 2_000_000,
    help: 'Tokens of all answers in a day',
  },
  /**
   * Longest pause after the provider has reported an exhausted quota, 1,000 to 86,400,000 ms. The first pause takes
   * 30 s, and each failed attempt doubles it. Default 600,000.
   */
  quotaPauseMs: {
    variable: 'ASK_QUOTA_PAUSE_MS', range: [1_000, 86_400_000], default: 600_000,
    help: 'Longest pause if a quota is used up',
  },
} as const satisfies Readonly<Record<string, VariableLimit>>

/** Limits of one answer, by the name of their option in `limits.answer`. */
export const ANSWER_LIMITS = {
  maxSteps: ofAnswer('ASK_MAX_STEPS', 'maxSteps', 'Requests to the model for one answer'),
  maxCalls: ofAnswer('ASK_MAX_CALLS', 'maxCalls', 'Tool calls of one answer'),
  maxCallsPerStep: ofAnswer('ASK_MAX_CALLS_PER_STEP', 'maxCallsPerStep', 'Tool calls in one step'),
  maxToolTokens: ofAnswer('ASK_MAX_TOOL_TOKENS', 'maxToolTokens', 'Tokens of tool results for one answer'),
  maxResultLength: ofAnswer('ASK_MAX_RESULT_LENGTH', 'maxResultLength', 'Characters of one tool result'),
  maxAnswerLength: ofAnswer('ASK_MAX_ANSWER_LENGTH', 'maxAnswerLength', 'Characters of an answer'),
  timeoutMs: ofAnswer('ASK_ANSWER_TIMEOUT_MS', 'timeoutMs', 'Time limit of an answer in ms'),
} as const satisfies Readonly<Record<string, VariableLimit>>

/** Limits of a server against slow, broken and hostile clients, by the name of their option in `limits`. */
export const SERVER_LIMITS = {
  maxConnections: { range: [1, 65_535], default: 1_024, help: 'Open connections of all clients' },
  // Half of all, since an office or a load test may use one address.
  maxConnectionsPerClient: { range: [1, 65_535], default: 512, help: 'Open connections of one client' },
  // Enough for the agents of a team behind one address.
  maxLargeRepliesPerClient: { range: [1, 65_535], default: 64, help: 'Unfinished large replies to one client' },
  stalledMs: { range: [1_000, HOUR_MS], default: 30_000, help: 'Time in ms that a client may read nothing' },
  // Node's own are a minute and five minutes.
  headersMs: { range: [1_000, HOUR_MS], default: 10_000, help: 'Time in ms to send the headers of a request' },
  requestMs: { range: [1_000, HOUR_MS], default: 15_000, help: 'Time in ms to send a whole request' },
  // Longer than in proxies (60 s), so that these never use a closed connection.
  keepAliveMs: { range: [1_000, HOUR_MS], default: 65_000, help: 'Time in ms that an unused connection stays open' },
  // Above the 15 s after which a stream sends a comment.
  idleMs: { range: [20_000, HOUR_MS], default: 120_000, help: 'Time in ms without a byte before closing' },
  graceMs: { range: [0, HOUR_MS], default: 10_000, help: 'Time in ms to finish replies when stopping' },
  maxHeaderBytes: { range: [4_096, 1_048_576], default: 8_192, help: 'Bytes of the headers of a request' },
  // Browsers and proxies send about 30.
  maxHeaders: { range: [16, 1_000], default: 64, help: 'Number of headers of a request' },
} as const satisfies Readonly<Record<string, Limit>>

function ofAnswer(variable: string, option: keyof typeof DEFAULT_BOUNDS, help: string): VariableLimit {
  return { variable, range: [1, MAX_BOUND], default: DEFAULT_BOUNDS[option], help }
}

/** Values of limits; those that are absent have their defaults. */
export interface LimitValues {
  readonly limits: { readonly [name in keyof typeof LIMITS]?: number }
  readonly answer: { readonly [name in keyof typeof ANSWER_LIMITS]?: number }
}

/** The values that `read` gives, undefined for a limit that isn't set. */
export function readLimits(read: (limit: VariableLimit) => number | undefined): LimitValues {
  const valuesOf = (table: Readonly<Record<string, VariableLimit>>) =>
    Object.fromEntries(Object.entries(table).flatMap(([name, limit]) => {
      const value = read(limit)
      return value === undefined ? [] : [[name, value]]
    }))
  return { limits: valuesOf(LIMITS), answer: valuesOf(ANSWER_LIMITS) }
}

/** Limits, with those of `over` in their place one by one. */
export function replaceLimits(limits: LimitOptions = {}, over: LimitOptions = {}): LimitOptions {
  return { ...limits, ...over, answer: { ...limits.answer, ...over.answer } }
}

/** Proxies close a connection after a minute of silence, old ones earlier. */
const HEARTBEAT_MS = 15_000
/** Longest wait for the end of another answer; the reader has seen nothing yet. */
const MAX_WAIT_MS = 10_000
/** Tokens that an answer reserves: more than it costs, unless the model requests large parts of the docs. */
const RESERVED_TOKENS = 60_000

const CONTENT_NAMES = {
  base: true, trailingSlash: true, depth: true, siteTitle: true, defaultLang: true, defaultVersion: true, locales: true,
  commonTitles: true, weight: true, generator: true, now: true,
} as const satisfies Record<keyof ContentOptions, true>

/** Names of the options of `HttpOptions`. */
export const HTTP_NAMES = {
  endpoint: true, allowedHosts: true, corsOrigins: true, trustedProxies: true, answerOrigins: true, answerCache: true,
  openapi: true, limits: true,
} as const satisfies Record<keyof HttpOptions, true>

/** Settings of content. Throws an `OptionError`; `owner` is the function that takes the options. */
export function resolveContent(options: ContentOptions, owner = 'Content'): ContentSettings {
  refuseUnknown(owner, options, CONTENT_NAMES)
  const { base = '/', trailingSlash = true, depth = 6, siteTitle, commonTitles } = options
  const { defaultLang, defaultVersion, locales, weight = {}, generator = 'plain', now = Date.now } = options
  return {
    base: resolveBase(base),
    trailingSlash: boolean('trailingSlash', trailingSlash),
    depth: wholeNumber('depth', depth, [2, 6]),
    siteTitle: trimmedText('siteTitle', siteTitle),
    defaultLang: defaultLang === undefined ? null : resolveTag('defaultLang', defaultLang),
    defaultVersion: trimmedText('defaultVersion', defaultVersion),
    locales: locales === undefined ? null : resolveLocales(locales),
    commonTitles: commonTitles === undefined ? null : texts('commonTitles', commonTitles),
    weights: resolveWeights(weight),
    rules: resolveRules(generator),
    now: callable('now', now),
  }
}

/** The generator of a name. Throws an `OptionError` for any other. */
export function resolveGenerator(name: string): SourceGenerator {
  const generator = sourceGenerator(name)
  if (generator === null) throw outOfRange('generator', `${GENERATOR_RULE}, not ${JSON.stringify(name)}`)
  return generator
}

/** The rules of a generator without a configuration. */
function resolveRules(name: string): SiteRules {
  const profile = profileNamed(resolveGenerator(name))
  return profile === null ? PLAIN_RULES : rulesOf(profile, '', [])
}

function resolveWeights(weights: Readonly<Record<string, number>>): WeightRule[] {
  if (!isObject(weights)) throw wrongType('weight', 'must be an object of patterns and weights')
  return Object.entries(weights).map(([pattern, weight]) => {
    if (isWeight(weight)) return { pattern, weight }
    const rule = `${WEIGHT_RULE}, for ${JSON.stringify(pattern)} not ${String(weight)}`
    throw typeof weight === 'number' ? outOfRange('weight', rule) : wrongType('weight', rule)
  })
}

/** Settings of the routes. Throws an `OptionError`. The ledger counts the tokens of a day; default: in memory. */
export function resolveHttp(options: HttpOptions, ledger = createMemoryLedger()): HttpSettings {
  const { endpoint = '/api/ask', allowedHosts = [], corsOrigins = [], trustedProxies = 0, limits = {} } = options
  const { answerOrigins = [], answerCache = true } = options
  refuseUnknown('limits', limits, { ...LIMITS, answer: true })
  callable('ledger.spentOn', ledger.spentOn)
  callable('ledger.add', ledger.add)
  return {
    endpoint: resolveEndpoint(endpoint),
    allowedHosts: hostNames('allowedHosts', allowedHosts),
    corsOrigins: resolveOrigins('corsOrigins', corsOrigins),
    postsPerMinute: resolveLimit('postsPerMinute', limits),
    trustedProxies: wholeNumber('trustedProxies', trustedProxies, [0, 10]),
    openapi: text('openapi', options.openapi),
    heartbeatMs: HEARTBEAT_MS,
    answers: {
      perMinute: resolveLimit('answersPerMinute', limits),
      perDay: resolveLimit('answersPerDay', limits),
      atOnce: resolveLimit('answersAtOnce', limits),
      maxWaiting: resolveLimit('answersWaiting', limits),
      maxWaitMs: MAX_WAIT_MS,
      tokensPerDay: resolveLimit('tokensPerDay', limits),
      reservedTokens: RESERVED_TOKENS,
      ledger,
      longestPauseMs: resolveLimit('quotaPauseMs', limits),
      origins: resolveOrigins('answerOrigins', answerOrigins),
      isCached: boolean('answerCache', answerCache),
    },
  }
}

function resolveLimit(name: keyof typeof LIMITS, limits: LimitOptions): number {
  const { [name]: limit = LIMITS[name].default } = limits
  return wholeNumber(`limits.${name}`, limit, LIMITS[name].range)
}

/** Limits of one answer; time and tokens are the model's own unless an option sets them. Throws an `OptionError`. */
export function resolveBounds(
  answer: Partial<AnswerLimits>,
  model: Pick<ModelSettings, 'deadlineMs' | 'maxTokens'> | null,
): AnswerBounds {
  refuseUnknown('limits.answer', answer, DEFAULT_BOUNDS)
  const given = Object.entries(answer).filter(([, value]) => value !== undefined)
  for (const [name, value] of given) wholeNumber(`limits.answer.${name}`, value, [1, MAX_BOUND])
  const ofModel = model === null ? {} : { timeoutMs: model.deadlineMs, maxOutputTokens: model.maxTokens }
  return { ...DEFAULT_BOUNDS, ...ofModel, ...Object.fromEntries(given) }
}

function resolveLocales(locales: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  if (!isObject(locales)) throw wrongType('locales', 'must be an object such as { fr: \'fr\' }')
  return Object.fromEntries(Object.entries(locales).map(([folder, lang]) => [folder, resolveTag('locales', lang)]))
}

function resolveTag(option: string, text: string): string {
  const rule = 'must be a language tag such as en or pt-BR'
  if (typeof text !== 'string') throw wrongType(option, rule)
  const tag = languageTag(text)
  if (tag === null) throw outOfRange(option, `${rule}, not ${JSON.stringify(text)}`)
  return tag
}

function resolveBase(base: string): string {
  const rule = 'must be a path such as /docs or an address such as https://docs.example.com'
  if (typeof base !== 'string') throw wrongType('base', rule)
  const isAddress = /^https?:\/\/[^/?#\s]+/i.test(base) && URL.canParse(base)
  if ((!isAddress && !base.startsWith('/')) || base.startsWith('//') || /[?#\s\\]/.test(base)) {
    throw outOfRange('base', `${rule}, not ${JSON.stringify(base)}`)
  }
  return base.endsWith('/') ? base : `${base}/`
}

function resolveEndpoint(endpoint: string): string {
  const rule = 'must be a path such as /api/ask'
  if (typeof endpoint !== 'string') throw wrongType('endpoint', rule)
  const path = endpoint.replace(/\/$/, '')
  if (!/^(?:\/[A-Za-z0-9._~-]+)+$/.test(path) || /\/\.\.?(?:\/|$)/.test(path)) {
    throw outOfRange('endpoint', `${rule}, not ${JSON.stringify(endpoint)}`)
  }
  const use = SERVICE_PATHS.get(path)
  if (use !== undefined) throw outOfRange('endpoint', `${rule}, not ${JSON.stringify(endpoint)}, which is the ${use}`)
  return path
}

function resolveOrigins(option: string, origins: readonly string[]): readonly string[] {
  return texts(option, origins).map((text) => {
    const parsed = URL.canParse(text) ? new URL(text) : null
    const isOrigin = parsed !== null && parsed.pathname === '/' && parsed.search + parsed.hash === ''
    // `URL` takes a `*`, which no origin of a browser has.
    if (!isOrigin || !/^https?:$/.test(parsed.protocol) || parsed.hostname.includes('*')) {
      throw outOfRange(option, `must hold origins such as https://docs.example.com, not ${JSON.stringify(text)}`)
    }
    return parsed.origin
  })
}
