/**
 * The one error class of the project and its closed set of codes. Code branches
 * on `code`, people read `message`; each code has one HTTP status and one exit
 * code, here and nowhere else.
 */

interface Consequence {
  /** HTTP status of the Error body. */
  readonly status: number
  /** Exit code of the command line: 1 the thing asked for failed, 2 wrong usage. */
  readonly exit: 1 | 2
}

const CONSEQUENCES = {
  /** A command line that can't be understood. */
  usage: { status: 400, exit: 2 },
  /** A variable of the environment whose value can't be used. */
  configuration: { status: 500, exit: 2 },
  /** A request that can't be understood. */
  'bad-request': { status: 400, exit: 1 },
  /** A term, section, route or file that isn't there. */
  'not-found': { status: 404, exit: 1 },
  /** The route exists, its method doesn't. */
  'method-not-allowed': { status: 405, exit: 1 },
  'body-too-large': { status: 413, exit: 1 },
  'media-type': { status: 415, exit: 1 },
  'too-many-requests': { status: 429, exit: 1 },
  /** Content without a page, or with more than can be served. */
  content: { status: 500, exit: 1 },
  /** A file or folder that can't be read or written. */
  file: { status: 500, exit: 1 },
  /** A file whose text is not what it has to be. */
  'file-format': { status: 500, exit: 1 },
  /** A file that would be overwritten, and that `ask` did not write. */
  'file-exists': { status: 500, exit: 2 },
  /** Another process does the same work on the same files. */
  locked: { status: 500, exit: 1 },
  /** No graph file where one is needed. */
  'graph-missing': { status: 500, exit: 1 },
  /** A graph file that is no graph of this version. */
  'graph-format': { status: 500, exit: 1 },
  /** An index file that is no index of this version. */
  'index-format': { status: 500, exit: 1 },
  /** A deployed service that can't be reached or answers nonsense. */
  endpoint: { status: 502, exit: 1 },
  /** No model is configured where one has to answer. */
  'no-model': { status: 500, exit: 1 },
  /** A model that can't be reached, or whose replies can't be read. */
  model: { status: 502, exit: 1 },
  /** The model's provider refuses the key. */
  'model-key': { status: 502, exit: 1 },
  /** The provider's quota or credit is spent: asking again doesn't help soon. */
  'model-quota': { status: 503, exit: 1 },
  /** The model is overloaded or asked too often, after all retries. */
  'model-busy': { status: 503, exit: 1 },
  /** The provider refuses the request itself: unknown model, context too long, a field it does not accept. */
  'model-request': { status: 502, exit: 1 },
  /** The model gave nothing, or not enough, in the time it had. */
  'model-timeout': { status: 504, exit: 1 },
  /** The caller has cancelled it. */
  cancelled: { status: 499, exit: 1 },
  /** The service can't listen: port in use, address not here. */
  listen: { status: 500, exit: 1 },
} as const satisfies Record<string, Consequence>

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

/** HTTP status that answers an error of this code. */
export function statusOf(code: ErrorCode): number {
  return CONSEQUENCES[code].status
}

/** Exit code of a command that ends with an error of this code. */
export function exitOf(code: ErrorCode): 1 | 2 {
  return CONSEQUENCES[code].exit
}
