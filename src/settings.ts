/**
 * Options -> settings: every default and every range in one place. Below this
 * module nothing is optional.
 */
import { DEFAULT_BOUNDS, type LoopBounds } from './answer/bounds.ts'
import type { ContentSettings } from './content/settings.ts'
import { AskError } from './base/errors.ts'
import type { AnswerSettings, HttpSettings } from './http/wire/settings.ts'
import type { ModelSettings } from './llm/settings.ts'
import { wholeNumber } from './base/whole-number.ts'

/** How content becomes pages. */
export interface ContentOptions {
  /** Prefix of every link: the path, or the whole address, the site is at. Default `/`. */
  readonly base?: string
  /** Whether links to pages end in `/`. Default true. */
  readonly trailingSlash?: boolean
  /** Deepest heading that starts a section, 2 to 6. Default 6. */
  readonly depth?: number
}

/** How the service is mounted, and what it lets in. */
export interface HttpOptions {
  /** Base path of the routes. Default `/api/ask`. */
  readonly endpoint?: string
  /** Origins that other sites' pages may call from, such as `https://docs.example.com`. Default none. */
  readonly corsOrigins?: readonly string[]
  /** POSTs a client may send in a minute, 1 to 100,000. Default 600. */
  readonly postsPerMinute?: number
  /** Proxies in front that are known to append to `X-Forwarded-For`, 0 to 10. Default 0: the header is ignored. */
  readonly trustedProxies?: number
  /** Answers a client may have in a minute, 1 to 100,000; past this and the next four, keyword results. Default 10. */
  readonly answersPerMinute?: number
  /** Answers a client may have in a day, 1 to 1,000,000. Default 100. */
  readonly answersPerDay?: number
  /** Answers written at once, 1 to 10,000. Default 8. */
  readonly maxAnswers?: number
  /** Questions that wait for one of those to end, up to ten seconds each, 0 to 100,000. Default 16. */
  readonly maxWaiting?: number
  /** Tokens that all answers of a day (UTC) may take, input and output, from 1. Default 2,000,000. */
  readonly tokensPerDay?: number
  /** Origins whose pages get answers; all others get keyword results. Default: the pages of any origin. */
  readonly origins?: readonly string[]
  /** Whether a question asked again within ten minutes gets the answer it had. Default true. */
  readonly answerCache?: boolean
  /** Text of `openapi.yaml`, served at `/openapi.yaml`. Default: that route is not there. */
  readonly openapi?: string
}

/** Of any bound of an answer: a million steps are as good as none. */
const MAX_BOUND = 1_000_000
const MAX_BODY_BYTES = 65_536
const MAX_QUERY_CODE_POINTS = 1_000
/** Proxies take a connection for dead after a minute of silence, old ones after less. */
const HEARTBEAT_MS = 15_000
/** Wait for a place among the answers at once; the reader has seen nothing yet. */
const MAX_WAIT_MS = 10_000

/** Throws `AskError('usage')` when an option is out of its range. */
export function resolveContent({ base = '/', trailingSlash = true, depth = 6 }: ContentOptions): ContentSettings {
  return { base: resolveBase(base), trailingSlash, depth: wholeNumber('depth', depth, [2, 6]) }
}

/** Throws `AskError('usage')` when an option is out of its range. */
export function resolveHttp({
  endpoint = '/api/ask',
  corsOrigins = [],
  postsPerMinute = 600,
  trustedProxies = 0,
  openapi,
  ...answers
}: HttpOptions): HttpSettings {
  return {
    endpoint: resolveEndpoint(endpoint),
    corsOrigins: corsOrigins.map(resolveOrigin),
    maxBodyBytes: MAX_BODY_BYTES,
    maxQueryCodePoints: MAX_QUERY_CODE_POINTS,
    postsPerMinute: wholeNumber('postsPerMinute', postsPerMinute, [1, 100_000]),
    trustedProxies: wholeNumber('trustedProxies', trustedProxies, [0, 10]),
    openapi: openapi ?? null,
    heartbeatMs: HEARTBEAT_MS,
    answers: resolveAnswers(answers),
  }
}

function resolveAnswers({
  answersPerMinute = 10,
  answersPerDay = 100,
  maxAnswers = 8,
  maxWaiting = 16,
  tokensPerDay = 2_000_000,
  origins = [],
  answerCache = true,
}: HttpOptions): AnswerSettings {
  return {
    perMinute: wholeNumber('answersPerMinute', answersPerMinute, [1, 100_000]),
    perDay: wholeNumber('answersPerDay', answersPerDay, [1, 1_000_000]),
    atOnce: wholeNumber('maxAnswers', maxAnswers, [1, 10_000]),
    maxWaiting: wholeNumber('maxWaiting', maxWaiting, [0, 100_000]),
    maxWaitMs: MAX_WAIT_MS,
    tokensPerDay: wholeNumber('tokensPerDay', tokensPerDay, [1, Number.MAX_SAFE_INTEGER]),
    origins: origins.map(resolveOrigin),
    isCached: answerCache,
  }
}

/** What one answer may take; time and tokens follow the model's own where no option says otherwise. Throws `AskError('usage')`. */
export function resolveBounds(bounds: Partial<LoopBounds>, { deadlineMs, maxTokens }: Pick<ModelSettings, 'deadlineMs' | 'maxTokens'>): LoopBounds {
  for (const [name, value] of Object.entries(bounds)) wholeNumber(`bounds.${name}`, value, [1, MAX_BOUND])
  return { ...DEFAULT_BOUNDS, timeoutMs: deadlineMs, maxOutputTokens: maxTokens, ...bounds }
}

function resolveBase(base: string): string {
  const isWhole = /^https?:\/\/[^/?#\s]+/i.test(base)
  if ((!isWhole && !base.startsWith('/')) || base.startsWith('//') || /[?#\s\\]/.test(base)) {
    throw new AskError('usage', `base must be a path such as /docs or an address such as https://docs.example.com, not ${JSON.stringify(base)}`)
  }
  return base.endsWith('/') ? base : `${base}/`
}

function resolveEndpoint(endpoint: string): string {
  const path = endpoint.replace(/\/$/, '')
  if (!/^(?:\/[A-Za-z0-9._~-]+)+$/.test(path) || /\/\.\.?(?:\/|$)/.test(path)) {
    throw new AskError('usage', `endpoint must be a path such as /api/ask, not ${JSON.stringify(endpoint)}`)
  }
  return path
}

function resolveOrigin(text: string): string {
  const parsed = URL.canParse(text) ? new URL(text) : null
  if (parsed === null || !/^https?:$/.test(parsed.protocol) || parsed.pathname !== '/' || parsed.search + parsed.hash !== '') {
    throw new AskError('usage', `An origin must look like https://docs.example.com, not ${JSON.stringify(text)}`)
  }
  return parsed.origin
}
