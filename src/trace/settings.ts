/** Trace options -> trace settings, with defaults and checks. */
import { AskError } from '../base/errors.ts'

/** The text of questions and answers in a trace: no text, masked and cut, or all but secrets. */
export type CaptureContent = 'off' | 'redacted' | 'full'

/** Options of tracing. */
export interface TraceOptions {
  /** Project key of the collector. Default: there is no tracing. */
  readonly analyticsKey?: string | undefined
  /** Address of the collector. Default `https://us.i.posthog.com`. */
  readonly analyticsHost?: string | undefined
  /** `off`, `redacted` or `full`; anything else counts as `off`. Default `full`. */
  readonly captureContent?: string | undefined
}

/** Complete settings of tracing. */
export interface TraceSettings {
  readonly key: string
  /** Without a slash at its end. */
  readonly host: string
  readonly content: CaptureContent
}

const DEFAULT_HOST = 'https://us.i.posthog.com'
const MODES: readonly CaptureContent[] = ['off', 'redacted', 'full']

/**
 * The settings of tracing, null without a key. An unknown mode is a warning. Throws
 * `AskError('usage')` for an invalid key or address.
 */
export function resolveTrace(options: TraceOptions, warn: (line: string) => void): TraceSettings | null {
  const key = options.analyticsKey?.trim() ?? ''
  if (key === '') return null
  if (!/^[\x21-\x7e]+$/.test(key)) {
    const flaw = 'holds characters that no key has (spaces, line breaks, non-ASCII)'
    throw new AskError('usage', `The analytics key (ANALYTICS_KEY) ${flaw}; set it again`)
  }
  const host = resolveHost(options.analyticsHost?.trim() ?? '')
  return { key, host, content: resolveContent(options.captureContent, warn) }
}

/** Errors don't show the address, which may hold a password. */
function resolveHost(given: string): string {
  if (given === '') return DEFAULT_HOST
  const url = URL.canParse(given) ? new URL(given) : null
  const isPlain = url !== null && url.username + url.password + url.search + url.hash === ''
  if (!isPlain || !/^https?:$/.test(url.protocol)) {
    const wanted = `an address such as ${DEFAULT_HOST}, without user, query and #`
    throw new AskError('usage', `The analytics host (ANALYTICS_HOST) must be ${wanted}`)
  }
  return url.href.replace(/\/+$/, '')
}

function resolveContent(given: string | undefined, warn: (line: string) => void): CaptureContent {
  const word = given?.trim().toLowerCase() ?? ''
  const mode = word === '' ? 'full' : MODES.find((name) => name === word)
  if (mode !== undefined) return mode
  warn(`Traces carry no text: ANALYTICS_CAPTURE_CONTENT must be one of ${MODES.join(', ')}; all else counts as off`)
  return 'off'
}
