/**
 * Request target -> decoded path segments. The target is taken as it came, not
 * through `URL`, which would resolve dots, backslashes and hosts; each segment
 * is decoded exactly once, so that `%2F` is a character of a segment and
 * `%252F` is `%2F`. Empty segments don't count: `//` is `/`, and a trailing
 * slash makes no other route.
 */
import { AskError } from '../../base/errors.ts'

/** Characters of path and query together. */
const MAX_TARGET_LENGTH = 2_048

export interface Target {
  readonly segments: readonly string[]
  /** What stands behind the first `?`, not decoded. */
  readonly query: string
}

/** The parts of a request target; what no server should have to guess about is a bad request. */
export function parseTarget(target: string): Target {
  if (target.length > MAX_TARGET_LENGTH) {
    throw new AskError('bad-request', `The path and its query must be at most ${MAX_TARGET_LENGTH} characters.`)
  }
  if (!target.startsWith('/')) throw new AskError('bad-request', 'The request target must start with a slash.')
  const mark = target.indexOf('?')
  const path = mark === -1 ? target : target.slice(0, mark)
  if (path.includes('\\')) throw new AskError('bad-request', 'The path must not contain a backslash.')
  return {
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
