/** Options of tracing -> its settings: the defaults, and what they may be. */
import { AskError } from '../base/errors.ts'

/** How much of questions and answers goes along: none, masked and cut, or all but secrets. */
export type CaptureContent = 'off' | 'redacted' | 'full'

/** Where traces of answers go. */
export interface TraceOptions {
  /** Project key of the collector. Default: there is no tracing. */
  readonly analyticsKey?: string | undefined
  /** Address of the collector. Default `https://us.i.posthog.com`. */
  readonly analyticsHost?: string | undefined
  /** `off`, `redacted` or `full`; anything else counts as `off`. Default `full`. */
  readonly captureContent?: string | undefined
}

/** The same, complete. */
export interface TraceSettings {
  readonly key: string
  /** Without a slash at its end. */
  readonly host: string
  readonly content: CaptureContent
}

const DEFAULT_HOST = 'https://us.i.posthog.com'
const MODES: readonly CaptureContent[] = ['off', 'redacted', 'full']

/**
 * Null without a key. `warn` hears of an unknown mode. Throws `AskError('usage')`
 * for a key or an address that can't be one.
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

/** What is wrong is not shown: an address may hold a password. */
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
  const mode = word === '' ? 'full' : MODES.find((known) => known === word)
  if (mode !== undefined) return mode
  warn(`Traces carry no text: ANALYTICS_CAPTURE_CONTENT must be one of ${MODES.join(', ')}; all else counts as off`)
  return 'off'
}
