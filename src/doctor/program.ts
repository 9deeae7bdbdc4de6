/**
 * The files of this package -> a finding: the running program may be older than
 * its sources. `bin/ask.js` runs the compiled program if there is one, even if
 * the sources have changed since.
 */
import { type Check, checksOf } from './check.ts'

/** Age of the files of this package. Times are in ms since 1970. */
export interface ProgramFiles {
  /** Time at which the program was compiled; null if it is not compiled. */
  readonly compiledMs: number | null
  /** The source that changed last; null in an installed package, which has no sources. */
  readonly newestSource: { readonly path: string; readonly changedMs: number } | null
}

const { ok, warn } = checksOf('program')

/** Checks the program. A checkout may be compiled or not; an installed package always is. */
export function checkProgram({ compiledMs, newestSource }: ProgramFiles): Check {
  if (newestSource === null) return ok('The program is the installed package')
  if (compiledMs === null) return ok('The program runs from its sources')
  if (newestSource.changedMs <= compiledMs) return ok('The compiled program is as new as its sources')
  return warn(
    `The running program in dist/ is older than its sources: ${newestSource.path} has changed since`,
    'Run `npm run build`, or delete dist/ to run the sources',
  )
}
