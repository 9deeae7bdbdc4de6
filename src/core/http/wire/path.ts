/**
 * Request target -> decoded path segments. The target is not parsed by `URL`, which would resolve dots, backslashes and
 * hosts. Each segment is decoded exactly once: `%2F` becomes a slash inside a segment, and `%252F` becomes `%2F`. Empty
 * segments are ignored, so `//` equals `/`, and a trailing slash makes no difference.
 */
import { AskError } from '../../base/errors.ts'
import type { Target } from './message.ts'

/** Unicode's category Cc, written out: as `\p{Cc}`, this test would take longer than all other work on a short path. */
const CONTROL = /[\0-\x1f\x7f-\x9f]/

/** Longest path with its query, in characters. */
const MAX_TARGET_LENGTH = 2_048

/** The parts of a request target; throws `AskError('bad-request')` for one that servers could interpret differently. */
export function parseTarget(target: string): Target {
  if (target.length > MAX_TARGET_LENGTH) {
    throw new AskError('bad-request', `The path and its query must be at most ${MAX_TARGET_LENGTH} characters.`)
  }
  if (!target.startsWith('/')) throw new AskError('bad-request', 'The request target must start with a slash.')
  const mark = target.indexOf('?')
  const path = mark === -1 ? target : target.slice(0, mark)
  if (path.includes('\\')) throw new AskError('bad-request', 'The path must not contain a backslash.')
  return {
    path,
    segments: path.split('/').filter((segment) => segment !== '').map(decodeSegment),
    query: mark === -1 ? '' : target.slice(mark + 1),
  }
}

function decodeSegment(segment: string): string {
  const decoded = segment.includes('%') ? decodePercent(segment) : segment
  if (CONTROL.test(decoded)) throw new AskError('bad-request', 'The path must not contain control characters.')
  return decoded
}

function decodePercent(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch (cause) {
    throw new AskError('bad-request', 'The path has malformed percent-encoding.', { cause })
  }
}

/** Path -> purpose of the service's paths outside its endpoint. No endpoint and no page can have such a path. */
export const SERVICE_PATHS: ReadonlyMap<string, string> = new Map([
  ['/healthz', 'health check'],
  ['/readyz', 'readiness check'],
  ['/openapi.yaml', 'description of the API'],
])
