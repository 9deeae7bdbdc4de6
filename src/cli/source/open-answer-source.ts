/**
 * The flags of `ask answer` -> a source of answers: a deployed service, or a
 * model that reads a folder of content in this process.
 */
import { AskError } from '../../base/errors.ts'
import { parseAddress } from '../../client/address.ts'
import { askEndpoint } from '../../client/answer.ts'
import type { Arguments } from '../command-line/arguments.ts'
import { CONTENT_FLAGS, FLAGS } from '../command-line/flags.ts'
import type { Io } from '../terminal/io.ts'
import type { AnswerSource } from './answer-source.ts'
import { filterNeeds } from './filter.ts'

/** For a whole answer: longer than a service takes. */
const TIMEOUT_MS = 180_000
/** Without a byte: a service sends one every 15 s. */
const SILENCE_MS = 60_000
/** Flags without a meaning for a deployed service. */
const FOLDER_FLAGS = [FLAGS.content, FLAGS.kgPath, ...CONTENT_FLAGS]

/** Opens the source. Throws an `AskError` that names what is missing, before anything is sent. */
export async function openAnswerSource(args: Arguments, io: Io): Promise<AnswerSource> {
  const endpoint = args.text(FLAGS.endpoint)
  if (endpoint === null) return (await import('./answer-folder.ts')).openAnswerFolder(args, io)
  const misplaced = FOLDER_FLAGS.find((flag) => args.has(flag))
  if (misplaced !== undefined) {
    const flags = `--endpoint or --${misplaced.name}`
    throw new AskError('usage', `Give either ${flags}, not both: a service has its own content`)
  }
  const options = { fetch: io.fetch, timeoutMs: TIMEOUT_MS, idleMs: SILENCE_MS, ...filterNeeds(args) }
  return {
    base: parseAddress(endpoint),
    ask: (question, signal) => askEndpoint(endpoint, question, { ...options, signal }),
    close: async () => undefined,
  }
}
