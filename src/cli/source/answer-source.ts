/** The flags of `ask answer` -> a source of answers: a service, or a model that reads a folder or a store here. */
import { AskError } from '../../core/base/errors.ts'
import { parseAddress } from '../../core/client/request.ts'
import { createEndpointAsk } from '../../core/client/answer.ts'
import { type Arguments, filterNeeds } from '../command-line/arguments.ts'
import { CONTENT_FLAGS, type Flag, FLAGS } from '../command-line/flags.ts'
import type { Io } from '../terminal/io.ts'
import type { AnswerSource } from './answer-folder.ts'

/** For a whole answer: longer than a service takes. */
const TIMEOUT_MS = 180_000
/** Without a byte: a service sends one every 15 s. */
const SILENCE_MS = 60_000
/** Flags that have no meaning for a store, and those that have no meaning for a deployed service. */
const FOLDER_FLAGS = [FLAGS.content, FLAGS.kgPath, ...CONTENT_FLAGS]
const LOCAL_FLAGS = [...FOLDER_FLAGS, FLAGS.searchUrl, FLAGS.index]

/** Opens the source. Throws an `AskError` that names what is missing, before anything is sent. */
export async function openAnswerSource(args: Arguments, io: Io): Promise<AnswerSource> {
  const endpoint = args.text(FLAGS.endpoint)
  if (endpoint !== null) assertNone(args, LOCAL_FLAGS, '--endpoint', 'a service')
  else if (args.has(FLAGS.searchUrl)) assertNone(args, FOLDER_FLAGS, '--search-url', 'a store')
  if (endpoint === null) return (await import('./answer-folder.ts')).openAnswerFolder(args, io)
  const ask = createEndpointAsk(endpoint)
  const options = { fetch: io.fetch, timeoutMs: TIMEOUT_MS, idleMs: SILENCE_MS, ...filterNeeds(args) }
  return {
    base: parseAddress(endpoint),
    ask: (question, context) => ask(question, { ...options, ...context }),
    close: async () => undefined,
  }
}

function assertNone(args: Arguments, flags: readonly Flag[], source: string, what: string): void {
  const misplaced = flags.find((flag) => args.has(flag))
  if (misplaced === undefined) return
  throw new AskError('usage', `Give either ${source} or --${misplaced.name}, not both: ${what} has its own content`)
}
