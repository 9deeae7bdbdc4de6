/** Trace options -> trace settings, with defaults and checks. */
import { keyText, outOfRange, refuseUnknown, trimmedText } from '../base/option.ts'

/** The text of questions and answers in a trace: no text, masked and cut, or all but secrets. */
export type CaptureContent = 'off' | 'redacted' | 'full'

export interface TraceOptions {
  /** Project key of the collector. Default: there is no tracing. */
  readonly key?: string | undefined
  /** Address of the collector. Default `https://us.i.posthog.com`. */
  readonly host?: string | undefined
  /** `off`, `redacted` or `full`; anything else counts as `off`. Default `full`. */
  readonly captureContent?: string | undefined
}

export interface TraceSettings {
  readonly key: string
  /** Without a slash at its end. */
  readonly host: string
  readonly content: CaptureContent
}

const DEFAULT_HOST = 'https://us.i.posthog.com'
const MODES: readonly CaptureContent[] = ['off', 'redacted', 'full']
const NAMES = { key: true, host: true, captureContent: true } as const satisfies Record<keyof TraceOptions, true>

/** The settings of tracing, null without a key. Throws an `OptionError` for an invalid key or address. */
export function resolveTrace(options: TraceOptions, warn: (line: string) => void): TraceSettings | null {
  refuseUnknown('trace', options, NAMES)
  const key = keyText('trace.key', options.key)
  const [host, mode] = [
    trimmedText('trace.host', options.host),
    trimmedText('trace.captureContent', options.captureContent),
  ]
  if (key === null) return null
  return { key, host: resolveHost(host), content: resolveContent(mode, warn) }
}

/** Errors don't show the address, which may hold a password. */
function resolveHost(given: string | null): string {
  if (given === null) return DEFAULT_HOST
  const url = URL.canParse(given) ? new URL(given) : null
  const isPlain = url !== null && url.username + url.password + url.search + url.hash === ''
  if (!isPlain || !/^https?:$/.test(url.protocol)) {
    throw outOfRange('trace.host', `must be an address such as ${DEFAULT_HOST}, without user, query and #`)
  }
  return url.href.replace(/(?<!\/)\/+$/, '')
}

function resolveContent(given: string | null, warn: (line: string) => void): CaptureContent {
  const mode = given === null ? 'full' : MODES.find((name) => name === given.toLowerCase())
  if (mode !== undefined) return mode
  const wanted = MODES.join(', ')
  warn(
    `Traces carry no text: captureContent (ANALYTICS_CAPTURE_CONTENT) must be one of ${wanted}; all else counts as off`,
  )
  return 'off'
}
