/**
 * Options -> settings: every default and every range in one place. Below this
 * module nothing is optional.
 */
import type { ContentSettings } from './content/settings.ts'
import { AskError } from './errors.ts'
import type { HttpSettings } from './http/settings.ts'

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
  /** Text of `openapi.yaml`, served at `/openapi.yaml`. Default: that route is not there. */
  readonly openapi?: string
}

const MAX_BODY_BYTES = 65_536
const MAX_QUERY_CODE_POINTS = 1_000

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
}: HttpOptions): HttpSettings {
  return {
    endpoint: resolveEndpoint(endpoint),
    corsOrigins: corsOrigins.map(resolveOrigin),
    maxBodyBytes: MAX_BODY_BYTES,
    maxQueryCodePoints: MAX_QUERY_CODE_POINTS,
    postsPerMinute: wholeNumber('postsPerMinute', postsPerMinute, [1, 100_000]),
    trustedProxies: wholeNumber('trustedProxies', trustedProxies, [0, 10]),
    openapi: openapi ?? null,
  }
}

/** A key as a header can carry it, null for none; a key that can't be one is refused without being shown. */
export function resolveKey(key: string | undefined): string | null {
  const trimmed = key?.trim() ?? ''
  if (trimmed === '') return null
  if (!/^[\x21-\x7e]+$/.test(trimmed)) {
    throw new AskError('usage', 'The model key holds characters that no key has (spaces, line breaks, non-ASCII); set it again')
  }
  return trimmed
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
    throw new AskError('usage', `A CORS origin must look like https://docs.example.com, not ${JSON.stringify(text)}`)
  }
  return parsed.origin
}

function wholeNumber(name: string, value: number, [least, most]: readonly [number, number]): number {
  if (Number.isInteger(value) && value >= least && value <= most) return value
  throw new AskError('usage', `${name} must be a whole number from ${least} to ${most}, not ${value}`)
}
