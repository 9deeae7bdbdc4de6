/** System errors -> their codes, and errors that name the file. */
import { AskError } from '../../base/errors.ts'

/** Code of a system error such as `ENOENT`; any other error as text. */
export function errorCodeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : String(error)
}

/** The result of work on a file; it rejects with the error that names the file. */
export async function orFileError<T>(path: string, verb: 'read' | 'written', work: Promise<T>): Promise<T> {
  return work.catch((cause: unknown) => {
    throw fileError(path, verb, cause)
  })
}

/** The error for a file: without a cause, it is no regular file; a cause that is an `AskError` says it already. */
export function fileError(path: string, verb: 'read' | 'written', cause?: unknown): AskError {
  if (cause instanceof AskError) return cause
  const reason = cause === undefined ? ': it is not a regular file' : ` (${errorCodeOf(cause)})`
  return new AskError('file', `${path}: can't be ${verb}${reason}`, { cause })
}
