/**
 * The error class of the project and its closed set of codes, and thrown values -> text for people. Code branches on
 * `code`, people read `message`. The HTTP status and the exit code of each code are defined here only.
 */
import { foldSpace } from './fold-space.ts'

/** Longest line of a log, in UTF-16 units: a message and some frames of its stack. */
const MAX_LINE_LENGTH = 2_000

/** The kinds of failure. */
export type ErrorCode =
  /** A command line that can't be parsed. */
  | 'usage'
  /** A variable of the environment whose value can't be used. */
  | 'configuration'
  /** A request that can't be parsed. */
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
  /** A file whose text can't be parsed. */
  | 'file-format'
  /** A file that `ask` did not write and would overwrite. */
  | 'file-exists'
  /** Another process does the same work on the same files. */
  | 'locked'
  /** A graph file that is needed and missing. */
  | 'graph-missing'
  /** A graph file of another format or version. */
  | 'graph-format'
  /** An index file of another format or version. */
  | 'index-format'
  /** A store that can't be reached, fails, or holds an index that can't be used. */
  | 'store'
  /** A deployed service that can't be reached or sends invalid replies. */
  | 'endpoint'
  /** A model that is needed and not configured. */
  | 'no-model'
  /** A model that can't be reached or sends invalid replies. */
  | 'model'
  /** A key that the model's provider rejects. */
  | 'model-key'
  /** An exhausted quota or credit: another request doesn't help soon. */
  | 'model-quota'
  /** A model that is overloaded or rate limited, after all retries. */
  | 'model-busy'
  /** A request that the provider rejects: unknown model, unsupported field. */
  | 'model-request'
  /** A request that is longer than the model's context. */
  | 'model-context'
  /** A request whose content the provider's filter rejects. */
  | 'model-refusal'
  /** A model that sent no whole reply within its time limits. */
  | 'model-timeout'
  /** A request that its client or caller cancelled. */
  | 'cancelled'
  /** A service that can't listen: port in use, address of another machine. */
  | 'listen'

/**
 * HTTP status of the Error body, and exit code of the command line: 1 for a failure, 2 for a wrong command line,
 * variable or output file.
 */
const CONSEQUENCES: Readonly<Record<ErrorCode, { readonly status: number; readonly exit: 1 | 2 }>> = {
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
  store: { status: 500, exit: 1 },
  endpoint: { status: 502, exit: 1 },
  'no-model': { status: 500, exit: 1 },
  model: { status: 502, exit: 1 },
  'model-key': { status: 502, exit: 1 },
  'model-quota': { status: 503, exit: 1 },
  'model-busy': { status: 503, exit: 1 },
  'model-request': { status: 502, exit: 1 },
  'model-context': { status: 502, exit: 1 },
  'model-refusal': { status: 502, exit: 1 },
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

/** The HTTP status for errors of this code. */
export function statusOf(code: ErrorCode): number {
  return CONSEQUENCES[code].status
}

/** The exit code of commands that end with this code. */
export function exitOf(code: ErrorCode): 1 | 2 {
  return CONSEQUENCES[code].exit
}

/** The message of an error; any other thrown value as text. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

/** One line of a log, `what: …`, with the message of an `AskError` and the stack of a defect. At most 2,000 units. */
export function failureLine(what: string, error: unknown): string {
  const isDefect = error instanceof Error && !(error instanceof AskError)
  const line = foldSpace(`${what}: ${isDefect ? (error.stack ?? error.message) : messageOf(error)}`)
  // Cut between words: half a key would be a secret that no redactor recognizes.
  return line.length <= MAX_LINE_LENGTH ? line : line.slice(0, MAX_LINE_LENGTH).replace(/\S*$/, '…')
}

/** What `read` gives; its `AskError` begins with the name of what it reads. */
export function readNamed<T>(name: string, read: () => T): T {
  try {
    return read()
  } catch (cause) {
    if (!(cause instanceof AskError)) throw cause
    throw new AskError(cause.code, `${name}: ${cause.message}`, { cause })
  }
}
