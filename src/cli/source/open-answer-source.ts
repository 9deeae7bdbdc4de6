/**
 * The flags of `ask answer` -> what answers: a deployed service, or a model
 * that reads a folder of content in this process.
 */
import { parseAddress } from '../../client/address.ts'
import { askEndpoint } from '../../client/answer.ts'
import { AskError } from '../../base/errors.ts'
import type { Arguments } from '../command-line/arguments.ts'
import { CONTENT_FLAGS } from '../command-line/flags.ts'
import type { Io } from '../terminal/io.ts'
import type { AnswerSource } from './answer-source.ts'

/** Longer than a service takes for an answer. */
const TIMEOUT_MS = 180_000
/** A service says something every 15 s. */
const SILENCE_MS = 60_000
/** Flags that a deployed service has no use for. */
const FOLDER_FLAGS = ['content', 'kg-path', ...CONTENT_FLAGS.map(({ name }) => name)]

/** Throws an `AskError` that says what is missing, before anything is sent. */
export async function openAnswerSource(args: Arguments, io: Io): Promise<AnswerSource> {
  const endpoint = args.text('endpoint')
  if (endpoint === null) return (await import('./answer-folder.ts')).openAnswerFolder(args, io)
  const misplaced = FOLDER_FLAGS.find((flag) => args.has(flag))
  if (misplaced !== undefined) {
    throw new AskError('usage', `--${misplaced} is for answers from a folder: leave it out, or --endpoint`)
  }
  const options = { fetch: io.fetch, timeoutMs: TIMEOUT_MS, idleMs: SILENCE_MS }
  return {
    base: parseAddress(endpoint),
    ask: (question, signal) => askEndpoint(endpoint, question, { ...options, signal }),
    close: async () => undefined,
  }
}
