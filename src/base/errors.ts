/**
 * The error class of the project and its closed set of codes. Code branches on
 * `code`, people read `message`. The HTTP status and the exit code of each code
 * are defined here only.
 */

interface Consequence {
  /** HTTP status of the Error body. */
  readonly status: number
  /** Exit code of the command line: 1 for a failure, 2 for wrong usage. */
  readonly exit: 1 | 2
}

const CONSEQUENCES = {
  /** A command line that can't be parsed. */
  usage: { status: 400, exit: 2 },
  /** A request that can't be parsed. */
  'bad-request': { status: 400, exit: 1 },
  /** A term, section, route or file that isn't there. */
  'not-found': { status: 404, exit: 1 },
  /** The route exists, its method doesn't. */
  'method-not-allowed': { status: 405, exit: 1 },
  'body-too-large': { status: 413, exit: 1 },
  'media-type': { status: 415, exit: 1 },
  'too-many-requests': { status: 429, exit: 1 },
  /** Content that can't be read or has no page. */
  content: { status: 500, exit: 1 },
  /** A graph file that is needed and missing. */
  'graph-missing': { status: 500, exit: 1 },
  /** A graph file of another format or version. */
  'graph-format': { status: 500, exit: 1 },
  /** An index file of another format or version. */
  'index-format': { status: 500, exit: 1 },
  /** A deployed service that can't be reached or sends invalid replies. */
  endpoint: { status: 502, exit: 1 },
  /** A model that can't be reached or sends invalid replies. */
  model: { status: 502, exit: 1 },
  /** A key that the model's provider rejects. */
  'model-key': { status: 502, exit: 1 },
  /** A quota or credit that is spent: another request doesn't help soon. */
  'model-quota': { status: 503, exit: 1 },
  /** A model that is overloaded or rate limited, after all retries. */
  'model-busy': { status: 503, exit: 1 },
  /** A request that the provider rejects: unknown model, context too long, unsupported field. */
  'model-request': { status: 502, exit: 1 },
  /** A model that sent no whole reply within its time limits. */
  'model-timeout': { status: 504, exit: 1 },
  /** A request that its client or caller cancelled. */
  cancelled: { status: 499, exit: 1 },
  /** A service that can't listen: port in use, address of another machine. */
  listen: { status: 500, exit: 1 },
} as const satisfies Record<string, Consequence>

/** A code of `AskError`. */
export type ErrorCode = keyof typeof CONSEQUENCES

/** A failure that a caller can branch on (`code`) and a person can act on (`message`). */
export class AskError extends Error {
  readonly code: ErrorCode

  constructor(code: ErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'AskError'
    this.code = code
  }
}

/** The HTTP status for errors of this code. */
export function statusOf(code: ErrorCode): number {
  return CONSEQUENCES[code].status
}

/** The exit code of commands that end with this code. */
export function exitOf(code: ErrorCode): 1 | 2 {
  return CONSEQUENCES[code].exit
}
