/** System errors -> their codes. */

/** Code of a system error such as `ENOENT`; any other error as text. */
export function errorCodeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : String(error)
}
