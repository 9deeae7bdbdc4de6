/** The flags and variables of a command -> the search engine that it reads or writes. */
import { type Connection, resolveConnection } from '../../../addons/store/opensearch/address.ts'
import { createOpenSearch } from '../../../addons/store/opensearch/opensearch.ts'
import { EngineFailure } from '../../../addons/store/opensearch/reply.ts'
import { type Ask, createAsk, type MountOptions } from '../../../core/ask.ts'
import { AskError } from '../../../core/base/errors.ts'
import { isOptionError } from '../../../core/base/option.ts'
import { readStoreAccess, readStoreLocation } from '../../../core/environment.ts'
import { storeService } from '../../../store.ts'
import type { Arguments } from '../../command-line/arguments.ts'
import { type Flag, FLAGS, type TextFlag } from '../../command-line/flags.ts'
import { type Io, ownerLog } from '../../terminal/io.ts'

/** Longest time of a search of a command, which begins with nothing in its caches. */
const COMMAND_SEARCH_MS = 15_000

/** Address and alias of the store that flags and variables name, for people. */
export function storeLocation(args: Arguments, io: Io): { readonly url: string; readonly index: string } {
  const { addresses, index } = openConnection(args, io, FLAGS.searchUrl)
  return { url: addresses.join(', '), index }
}

/** A service over the store of flags and variables, mounted or for one command. An `AskError` names a wrong one. */
export function openStore(args: Arguments, io: Io, mount: MountOptions | null = null): Ask {
  const log = ownerLog(io)
  const connection = openConnection(args, io, FLAGS.searchUrl)
  const searchMs = mount === null ? COMMAND_SEARCH_MS : connection.searchMs
  const logged = { ...connection, searchMs, log: (line: string) => log(connection.redact(line)) }
  const store = storeService(createOpenSearch(logged, { now: () => performance.now(), random: Math.random }))
  return createAsk({ log, ...mount, store })
}

/** Option of a connection -> the flag or the variable that sets it, except its address. */
const SET_BY: Readonly<Record<string, string>> = {
  index: '--index', user: 'ASK_SEARCH_USER', password: 'ASK_SEARCH_PASSWORD', apiKey: 'ASK_SEARCH_API_KEY',
  headers: 'ASK_SEARCH_HEADERS',
}

export const STORE_FLAGS: readonly Flag[] = [FLAGS.to, FLAGS.index]

/** The connection that flags and variables give. Throws an `AskError` that names the wrong one. */
export function openConnection(args: Arguments, { env, fetch }: Io, address: TextFlag = FLAGS.to): Connection {
  const location = readStoreLocation(env)
  const url = args.text(address) ?? location.url
  const index = args.text(FLAGS.index) ?? location.index
  if (url === null) {
    throw new AskError('usage', `Which search engine? Give --${address.name} URL, or set ASK_SEARCH_URL`)
  }
  if (index === null) throw new AskError('usage', 'Which index? Give --index NAME, or set ASK_SEARCH_INDEX')
  try {
    return resolveConnection({ url, index, ...readStoreAccess(env), fetch, log: () => undefined })
  } catch (cause) {
    if (!isOptionError(cause)) throw cause
    const name = cause.option === 'url' ? `--${address.name}` : SET_BY[cause.option] ?? cause.option
    const code = name.startsWith('--') ? 'usage' : 'configuration'
    throw new AskError(code, name + cause.message.slice(cause.option.length), { cause })
  }
}

/**
 * Runs work on a search engine. Details of a failure go into its message, because the command line has no other log.
 */
export async function withDetails<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (cause) {
    if (!(cause instanceof EngineFailure)) throw cause
    throw new AskError('store', `${cause.message.replace(/\.$/, '')}: ${cause.details}`, { cause })
  }
}
