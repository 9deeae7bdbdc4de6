/** The flags and variables of a command -> whether it reads a store. A file alone, for `ask mcp` to start quickly. */
import { readStoreLocation } from '../../core/environment.ts'
import type { Arguments } from '../command-line/arguments.ts'
import { FLAGS, SOURCE_NAMES } from '../command-line/flags.ts'
import type { Io } from '../terminal/io.ts'

/** True if a command reads a store: the flag names one, or a variable does and no flag names another source. */
export function readsStore(args: Arguments, { env }: Pick<Io, 'env'>): boolean {
  if (args.has(FLAGS.searchUrl)) return true
  return readStoreLocation(env).url !== null && !SOURCE_NAMES.some((flag) => args.has(flag))
}
