/** The flags and variables of a command -> the store that it reads. */
import { createOpenSearch } from '../../../addons/store/opensearch/opensearch.ts'
import { type Ask, createAsk, type MountOptions } from '../../../core/ask.ts'
import { storeService } from '../../../store.ts'
import type { Arguments } from '../../command-line/arguments.ts'
import { FLAGS } from '../../command-line/flags.ts'
import { type Io, ownerLog } from '../../terminal/io.ts'
import { openConnection } from './store-connection.ts'

/** Longest time of a search of a command, which begins with nothing in its caches. */
const COMMAND_SEARCH_MS = 15_000

/** Address and alias of the store that flags and variables name, for people. */
export function storeLocation(args: Arguments, io: Io): { readonly url: string; readonly index: string } {
  const { addresses, index } = openConnection(args, io, FLAGS.searchUrl)
  return { url: addresses.join(', '), index }
}

/**
 * A service over the store that flags and variables name, mounted with options or for one command. Throws an
 * `AskError` that names the wrong one.
 */
export function openStore(args: Arguments, io: Io, mount: MountOptions | null = null): Ask {
  const log = ownerLog(io)
  const connection = openConnection(args, io, FLAGS.searchUrl)
  const searchMs = mount === null ? COMMAND_SEARCH_MS : connection.searchMs
  const logged = { ...connection, searchMs, log: (line: string) => log(connection.redact(line)) }
  const store = storeService(createOpenSearch(logged, { now: Date.now, random: Math.random }))
  return createAsk({ log, ...mount, store })
}
