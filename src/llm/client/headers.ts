/** Settings -> the headers of a request, and its secrets. */
import { headerSecrets } from '../../base/redact.ts'
import type { Protocol } from '../model.ts'
import type { ModelSettings } from '../settings.ts'

const ANTHROPIC_VERSION = '2026-10-21'

/** Headers by lower-case name; extra headers replace the protocol's. */
export function requestHeaders({ key, target, headers }: ModelSettings, protocol: Protocol): Record<string, string> {
  return {
    'content-type': 'application/json',
    accept: 'text/event-stream',
    ...(protocol === 'anthropic' ? { 'anthropic-version': ANTHROPIC_VERSION } : {}),
    ...(key === null ? {} : keyHeaders(key, protocol, target.provider)),
    ...headers,
  }
}

function keyHeaders(key: string, protocol: Protocol, provider: string): Record<string, string> {
  if (protocol === 'anthropic') return { 'x-api-key': key }
  return { authorization: `Bearer ${key}`, ...(provider === 'azure' ? { 'api-key': key } : {}) }
}

/** The secrets of a request, to be removed from messages in which a server repeats them. */
export function requestSecrets({ key, target, headers }: ModelSettings): string[] {
  return [key ?? '', ...headerSecrets(Object.entries(headers)), ...new URL(target.base).searchParams.values()]
}
