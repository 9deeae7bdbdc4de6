/**
 * The error class of the project and its closed set of codes, and thrown values -> text for people. Code branches on
 * `code`, people read `message`. The HTTP status and the exit code of each code are defined here only.
 */
import { foldSpace } from './text.ts'

/** Longest line of a log, in UTF-16 units: a message and some frames of its stack. */
const MAX_LINE_LENGTH = 2_000

/** The kinds of failure, with the HTTP status of the Error body. */
const STATUSES = {
  /** A command line that can't be parsed. */
  usage: 400,
  /** A variable of the environment whose value can't be used. */
  configuration: 500,
  /** A request that can't be parsed. */
  'bad-request': 400,
  /** A term, section, route or file that isn't there. */
  'not-found': 404,
  /** The route exists, its method doesn't. */
  'method-not-allowed': 405,
  'body-too-large': 413,
  'media-type': 415,
  'too-many-requests': 429,
  /** Content without a page, or with more than can be served. */
  content: 500,
  /** A file or folder that can't be read or written. */
  file: 500,
  /** A file whose text can't be parsed. */
  'file-format': 500,
  /** A file that `ask` did not write and would overwrite. */
  'file-exists': 500,
  /** Another process does the same work on the same files. */
  locked: 500,
  /** A graph file that is needed and missing. */
  'graph-missing': 500,
  /** A graph file of another format or version. */
  'graph-format': 500,
  /** An index file of another format or version. */
  'index-format': 500,
  /** A store that can't be reached, fails, or holds an index that can't be used. */
  store: 500,
  /** A deployed service that can't be reached or sends invalid replies. */
  endpoint: 502,
  /** A model that is needed and not configured. */
  'no-model': 500,
  /** A model that can't be reached or sends invalid replies. */
  model: 502,
  /** A key that the model's provider rejects. */
  'model-key': 502,
  /** An exhausted quota or credit: another request doesn't help soon. */
  'model-quota': 503,
  /** A model that is overloaded or rate limited, after all retries. */
  'model-busy': 503,
  /** A request that the provider rejects: unknown model, unsupported field. */
  'model-request': 502,
  /** A request that is longer than the model's context. */
  'model-context': 502,
  /** A request whose content the provider's filter rejects. */
  'model-refusal': 502,
  /** A model that sent no whole reply within its time limits. */
  'model-timeout': 504,
  /** A request that its client or caller cancelled. */
  cancelled: 499,
  /** A service that can't listen: port in use, address of another machine. */
  listen: 500,
} as const

export type ErrorCode = keyof typeof STATUSES

/** A wrong command line, variable or output file, for which the command line exits with 2; any other failure is 1. */
const WRONG_USES: ReadonlySet<ErrorCode> = new Set(['usage', 'configuration', 'file-exists'])

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
  return STATUSES[code]
}

/** The exit code of commands that end with this code. */
export function exitOf(code: ErrorCode): 1 | 2 {
  return WRONG_USES.has(code) ? 2 : 1
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
  return line.length <= MAX_LINE_LENGTH ? line : line.slice(0, MAX_LINE_LENGTH - 1).replace(/(?<!\S)\S*$/, '…')
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
