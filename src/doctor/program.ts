/**
 * Where the program runs from -> whether what runs is what its sources say.
 * `bin/ask.js` takes the compiled program where there is one, also after its
 * sources have changed.
 */
import { type Check, checksOf } from './check.ts'

/** Files of this package. Times are in ms since 1970. */
export interface ProgramFiles {
  /** When the program was compiled; null where it is not. */
  readonly compiledMs: number | null
  /** The source that changed last; null in an installed package, which has none. */
  readonly newestSource: { readonly path: string; readonly changedMs: number } | null
}

const { ok, warn } = checksOf('program')

/** What is checked out may be compiled or not; what is installed always is. */
export function checkProgram({ compiledMs, newestSource }: ProgramFiles): Check {
  if (newestSource === null) return ok('The program is the installed package')
  if (compiledMs === null) return ok('The program runs from its sources')
  if (newestSource.changedMs <= compiledMs) return ok('The compiled program is as new as its sources')
  return warn(
    `\`bin/ask.js\` runs dist/, and ${newestSource.path} has changed since that was compiled`,
    'Run `npm run build`, or delete dist/ to run the sources themselves',
  )
}
