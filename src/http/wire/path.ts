/**
 * Request target -> decoded path segments. The target is not parsed by `URL`,
 * which would resolve dots, backslashes and hosts. Each segment is decoded
 * exactly once, so that `%2F` is a character of a segment and `%252F` is `%2F`.
 * Empty segments don't count: `//` is `/`, and a trailing slash leads to the
 * same route.
 */
import { AskError } from '../../base/errors.ts'
import type { Target } from './message.ts'

/** Characters of path and query together. */
const MAX_TARGET_LENGTH = 2_048

/** The parts of a request target; throws `AskError('bad-request')` for one that servers could read in two ways. */
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
  if (/\p{Cc}/u.test(decoded)) throw new AskError('bad-request', 'The path must not contain control characters.')
  return decoded
}

function decodePercent(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch (cause) {
    throw new AskError('bad-request', 'The path has malformed percent-encoding.', { cause })
  }
}
