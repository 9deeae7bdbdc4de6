/** Failures of the system -> their codes. */

/** `ENOENT` and the like; what failed otherwise in its own words. */
export function errorCodeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : String(error)
}
