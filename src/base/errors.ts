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

/** The kinds of failure. */
export type ErrorCode =
  /** A command line that can't be understood. */
  | 'usage'
  /** A variable of the environment whose value can't be used. */
  | 'configuration'
  /** A request that can't be understood. */
  | 'bad-request'
  /** A term, section, route or file that isn't there. */
  | 'not-found'
  /** The route exists, its method doesn't. */
  | 'method-not-allowed'
  | 'body-too-large'
  | 'media-type'
  | 'too-many-requests'
  /** Content without a page, or with more than can be served. */
  | 'content'
  /** A file or folder that can't be read or written. */
  | 'file'
  /** A file whose text is not what it has to be. */
  | 'file-format'
  /** A file that would be overwritten, and that `ask` did not write. */
  | 'file-exists'
  /** Another process does the same work on the same files. */
  | 'locked'
  /** No graph file where one is needed. */
  | 'graph-missing'
  /** A graph file that is no graph of this version. */
  | 'graph-format'
  /** An index file that is no index of this version. */
  | 'index-format'
  /** A deployed service that can't be reached or answers nonsense. */
  | 'endpoint'
  /** No model is configured where one has to answer. */
  | 'no-model'
  /** A model that can't be reached, or whose replies can't be read. */
  | 'model'
  /** The model's provider refuses the key. */
  | 'model-key'
  /** The provider's quota or credit is spent: asking again doesn't help soon. */
  | 'model-quota'
  /** The model is overloaded or asked too often, after all retries. */
  | 'model-busy'
  /** The provider refuses the request itself: unknown model, context too long, a field it does not accept. */
  | 'model-request'
  /** The model gave nothing, or not enough, in the time it had. */
  | 'model-timeout'
  /** The caller has cancelled it. */
  | 'cancelled'
  /** The service can't listen: port in use, address not here. */
  | 'listen'

const CONSEQUENCES: Readonly<Record<ErrorCode, Consequence>> = {
  usage: { status: 400, exit: 2 },
  configuration: { status: 500, exit: 2 },
  'bad-request': { status: 400, exit: 1 },
  'not-found': { status: 404, exit: 1 },
  'method-not-allowed': { status: 405, exit: 1 },
  'body-too-large': { status: 413, exit: 1 },
  'media-type': { status: 415, exit: 1 },
  'too-many-requests': { status: 429, exit: 1 },
  content: { status: 500, exit: 1 },
  file: { status: 500, exit: 1 },
  'file-format': { status: 500, exit: 1 },
  'file-exists': { status: 500, exit: 2 },
  locked: { status: 500, exit: 1 },
  'graph-missing': { status: 500, exit: 1 },
  'graph-format': { status: 500, exit: 1 },
  'index-format': { status: 500, exit: 1 },
  endpoint: { status: 502, exit: 1 },
  'no-model': { status: 500, exit: 1 },
  model: { status: 502, exit: 1 },
  'model-key': { status: 502, exit: 1 },
  'model-quota': { status: 503, exit: 1 },
  'model-busy': { status: 503, exit: 1 },
  'model-request': { status: 502, exit: 1 },
  'model-timeout': { status: 504, exit: 1 },
  cancelled: { status: 499, exit: 1 },
  listen: { status: 500, exit: 1 },
}

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
