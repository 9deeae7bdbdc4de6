/** A folder of content, or a store, and a model's key -> a source of answers in this process. */
import type { AnswerEvent, AskReply } from '../../core/answer/event.ts'
import { fitHistory, type HistoryTurn } from '../../core/answer/conversation.ts'
import { type Ask, createAsk, type MountOptions } from '../../core/ask.ts'
import { AskError } from '../../core/base/errors.ts'
import { readAccessOptions, readModelOptions, readTraceOptions } from '../../core/environment.ts'
import { extractGraph } from '../../core/graph-builder/rules/extract.ts'
import { type Arguments, filterNeeds, readsStore, settingsOf } from '../command-line/arguments.ts'
import { FLAGS } from '../command-line/flags.ts'
import { type Io, ownerLog } from '../terminal/io.ts'
import { chooseGraph, openStore, readGraphFile } from './knowledge.ts'
import { readWithNotice } from './content.ts'

const NO_MODEL = 'No model is set up: set LLM_API_KEY to the key of a model, or give a deployed service with --endpoint'

const FAILED = 'There is no answer, for the reason above: `ask doctor` tests key and model'

export interface AnswerSource {
  /** Address that relative links are resolved against, null if it is unknown. */
  readonly base: string | null
  readonly ask: (question: string, context: AskContext) => Promise<AskReply>
  readonly close: () => Promise<void>
}

/** The conversation that a question belongs to, and the signal that ends its answer. */
export interface AskContext {
  /** Oldest first, of any length. */
  readonly history: readonly HistoryTurn[]
  readonly signal: AbortSignal
}

/** Opens the source. Throws an `AskError` if there is no key, before anything is read. */
export async function openAnswerFolder(args: Arguments, io: Io): Promise<AnswerSource> {
  const model = readModelOptions(io.env)
  if (model.apiKey === undefined) throw new AskError('no-model', NO_MODEL)
  const { instructions, contact } = settingsOf(args)
  const [trace, { limits }] = [readTraceOptions(io.env), readAccessOptions(io.env)]
  const mount = { model, trace, limits, instructions, contact, fetch: io.fetch }
  const { answer, flush } = await (readsStore(args, io) ? openStore : openFolder)(args, io, mount)
  if (answer === null) throw new AskError('no-model', NO_MODEL)
  return {
    base: null,
    ask: async (question, { signal, history }) => {
      const events = answer(question, { ...filterNeeds(args), signal, history: fitHistory(history) })
      return { type: 'events', events: forOwner(events) }
    },
    close: flush,
  }
}

/** The events with an error for the one who owns the key: a reader's would not name what the log has. */
async function* forOwner(events: AsyncIterable<AnswerEvent>): AsyncGenerator<AnswerEvent> {
  for await (const event of events) yield event.type === 'error' ? { type: 'error', error: FAILED } : event
}

async function openFolder(args: Arguments, io: Io, mount: MountOptions): Promise<Ask> {
  const content = await readWithNotice(args.text(FLAGS.content), args, io)
  return createAsk({
    ...mount,
    content: async () => content.chunks,
    // The file that `ask serve` would use.
    graph: async () => (await chooseGraph(await readGraphFile(args), content, args)).graph,
    makeGraph: () => extractGraph(content.site.pages),
    log: ownerLog(io),
  })
}
