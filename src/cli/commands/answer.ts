/** `ask answer`: a question answered in a few sentences, as they are written. */
import {
  type Answer, type AnswerEvent, collapseAnswer, type KeywordResponse, type Source,
} from '../../core/answer/event.ts'
import { type HistoryTurn, MAX_TURNS } from '../../core/answer/conversation.ts'
import { AskError, messageOf } from '../../core/base/errors.ts'
import { askEndpoint } from '../../core/client/answer.ts'
import { parseAddress } from '../../core/client/request.ts'
import { type Arguments, type Command, filterNeeds, missingArgument } from '../command-line/arguments.ts'
import { CONTENT_FLAGS, FILTER_FLAGS, type Flag, FLAGS, SOURCE_FLAGS } from '../command-line/flags.ts'
import type { AnswerSource, AskContext } from '../source/answer-folder.ts'
import { type AnswerView, createAnswerView } from '../terminal/answer-view.ts'
import type { Io } from '../terminal/io.ts'
import { absolute, createPrinter, formatSource } from '../terminal/printer.ts'
import { formatJson, sanitizeLine, sanitizeText } from '../terminal/sanitize.ts'

/** Exit code of shells for a command that Ctrl-C ended. */
const INTERRUPTED = 130
/** Number of sections that are listed if the answer links to no section, or if there is no answer. */
const NEAREST = 5
const PROMPT = '> '
const GREETING = 'Ask a question. Ctrl-C stops an answer, Ctrl-D ends.\n'

export const answerCommand: Command = {
  usage: '[question]',
  positionals: [0, Infinity],
  summary: 'Answer a question from the content, with links to its sources',
  details: `With --endpoint a deployed service answers. Without it LLM_API_KEY must be set, and a model reads
the store of --search-url, or the folder of --content. Default: the current folder if it is an
Astro project, else ./docs, else ./dist, else the current folder. In a pipe the answer is Markdown.
Ctrl-C stops it. Without a question, on a terminal, it holds a conversation: each question may
refer to the answers before it. Ctrl-C stops an answer, Ctrl-D ends the conversation.`,
  flags: [...SOURCE_FLAGS, ...FILTER_FLAGS, FLAGS.json],
  example: 'ask answer --endpoint https://docs.acme.dev "How do I turn off trailing slashes?"',
  run: (args, io) => runAnswer(args, io),
}

/** Runs the command; `open` opens the source of answers, and only tests give another. */
export async function runAnswer(args: Arguments, io: Io, open = openAnswerSource): Promise<number> {
  const question = args.positionals.join(' ').trim()
  if (question === '') {
    const isConversation = args.positionals.length === 0 && !args.has(FLAGS.json) && io.questions !== null
    if (!isConversation) throw missingArgument({ name: 'answer', usage: '<question>' })
    return converse(await open(args, io), io)
  }
  const source = await open(args, io)
  const stop = new AbortController()
  void io.stopSignal().then(() => stop.abort())
  try {
    await (args.has(FLAGS.json) ? printJson : printAnswer)({ question, history: [], source, signal: stop.signal }, io)
  } catch (error) {
    if (!stop.signal.aborted) throw error
  } finally {
    await source.close()
  }
  if (!stop.signal.aborted) return 0
  io.stderr.write('ask: the answer was cancelled\n')
  return INTERRUPTED
}

async function converse(source: AnswerSource, io: Io): Promise<number> {
  const readLine = io.questions?.(PROMPT)
  const turns: HistoryTurn[] = []
  io.stderr.write(GREETING)
  try {
    for (let line = await readLine?.(); typeof line === 'string'; line = await readLine?.()) {
      const question = line.trim()
      if (question === '') continue
      const answer = await answerTurn({ question, history: turns, source }, io)
      if (answer !== null && turns.push({ query: question, answer: answer.answer }) > MAX_TURNS) turns.shift()
    }
  } finally {
    await source.close()
  }
  return 0
}

/** Prints one answer of a conversation; without an answer prints the reason, and returns null. */
async function answerTurn(turn: Omit<QuestionContext, 'signal'>, io: Io): Promise<Answer | null> {
  const stop = new AbortController()
  const stopListening = io.onInterrupt(() => stop.abort())
  try {
    return await printAnswer({ ...turn, signal: stop.signal }, io)
  } catch (error) {
    if (!stop.signal.aborted && !(error instanceof AskError)) throw error
    const reason = stop.signal.aborted ? 'the answer was cancelled' : sanitizeLine(messageOf(error))
    io.stderr.write(`ask: ${reason}\n`)
    return null
  } finally {
    stopListening()
    io.stdout.write('\n')
  }
}

interface QuestionContext extends AskContext {
  readonly question: string
  readonly source: AnswerSource
}

async function printJson({ question, source, ...context }: QuestionContext, io: Io): Promise<void> {
  const reply = await source.ask(question, context)
  if (reply.type === 'keyword') printFallback(reply.response, io)
  const shown = reply.type === 'keyword' ? reply.response : await collapseAnswer(reply.events, () => undefined)
  io.stdout.write(formatJson(shown))
}

async function printAnswer({ question, source, ...context }: QuestionContext, io: Io): Promise<Answer | null> {
  const reply = await source.ask(question, context)
  if (reply.type === 'keyword') {
    printKeywords(reply.response, source.base, io)
    return null
  }
  const display = createDisplay(io)
  const answer = await collapseAnswer(reply.events, display.show).finally(display.end)
  if (io.stdout.isTerminal) printSources(answer, display.cited(), source.base, io)
  else printMarkdown(answer.answer, answer.sources, source.base, io)
  const { contact, followUps = [] } = answer.outcome ?? {}
  if (contact !== undefined) io.stderr.write(`The docs don't cover this. Ask: ${sanitizeLine(contact)}\n`)
  for (const question of followUps) io.stderr.write(`Ask next: ${sanitizeLine(question)}\n`)
  return answer
}

function printSources({ sources, outcome }: Answer, cited: readonly Source[], base: string | null, io: Io): void {
  const shown = cited.length > 0 ? cited : sources.slice(0, NEAREST)
  if (shown.length === 0) return
  const isNear = outcome !== undefined && (outcome.outcome !== 'answered' || cited.length === 0)
  const items = shown.map((item) => ({ ...item, url: absolute(item.url, base) }))
  createPrinter(io.stdout, io.env).sources(items, isNear ? 'Nearest sections' : 'Sources')
}

/** Prints an answer as Markdown. Sections are listed only if the answer links to none. */
function printMarkdown(answer: string, sources: readonly Source[], base: string | null, { stdout }: Io): void {
  const withLinks = (text: string, { url }: Source) => text.replaceAll(`](${url})`, () => `](${absolute(url, base)})`)
  const linked = sources.reduce(withLinks, answer.trimEnd())
  stdout.write(`${sanitizeText(linked)}\n`)
  if (sources.length === 0 || sources.some(({ url }) => answer.includes(`](${url})`))) return
  stdout.write('\nNearest sections:\n\n')
  for (const source of sources.slice(0, NEAREST)) {
    const text = formatSource(source).replace(/[[\]\\]/g, '\\$&')
    stdout.write(`- [${text}](${sanitizeLine(absolute(source.url, base))})\n`)
  }
}

/** Prints the best search results. They carry no id, so the address is shown instead. */
function printKeywords(response: KeywordResponse, base: string | null, io: Io): void {
  printFallback(response, io)
  const { query } = response
  const results = response.results.slice(0, NEAREST).map((result) => ({ ...result, id: absolute(result.url, base) }))
  if (results.length > 0) createPrinter(io.stdout, io.env).results(results)
  else io.stderr.write(`Nothing found for "${sanitizeLine(query)}"\n`)
}

function printFallback({ warning }: KeywordResponse, { stderr }: Io): void {
  stderr.write(`No answer, only search results${warning === undefined ? '' : `: ${sanitizeLine(warning)}`}\n`)
}

/** Creates a display: lookups go to stderr; on a terminal the answer goes to stdout as it arrives. */
function createDisplay(io: Io) {
  const notes = createPrinter(io.stderr, io.env)
  let view: AnswerView | null = null
  return {
    show(event: AnswerEvent): void {
      if (event.type === 'search') notes.note(`Reading: ${event.query}`)
      else if (event.type === 'token') view?.push(event.text)
      else if (event.type === 'sources' && io.stdout.isTerminal) {
        if (io.stderr.isTerminal) notes.line('')
        view = createAnswerView(io.stdout, createPrinter(io.stdout, io.env).columns, event.sources)
      }
    },
    end: () => view?.end(),
    /** Sources whose numbers the terminal has shown. */
    cited: (): readonly Source[] => view?.cited() ?? [],
  }
}

/** For a whole answer: longer than a service takes. */
const TIMEOUT_MS = 180_000
/** Without a byte: a service sends one every 15 s. */
const SILENCE_MS = 60_000
/** Flags that have no meaning for a store, and those that have no meaning for a deployed service. */
const FOLDER_FLAGS = [FLAGS.content, FLAGS.kgPath, ...CONTENT_FLAGS]
const LOCAL_FLAGS = [...FOLDER_FLAGS, FLAGS.searchUrl, FLAGS.index]

/**
 * Opens the source: a service, or a model that reads a folder or a store here. Throws an `AskError` that names what is
 * missing, before anything is sent.
 */
async function openAnswerSource(args: Arguments, io: Io): Promise<AnswerSource> {
  const endpoint = args.text(FLAGS.endpoint)
  if (endpoint !== null) assertNone(args, LOCAL_FLAGS, '--endpoint', 'a service')
  else if (args.has(FLAGS.searchUrl)) assertNone(args, FOLDER_FLAGS, '--search-url', 'a store')
  if (endpoint === null) return (await import('../source/answer-folder.ts')).openAnswerFolder(args, io)
  const options = { fetch: io.fetch, timeoutMs: TIMEOUT_MS, idleMs: SILENCE_MS, ...filterNeeds(args) }
  return {
    base: parseAddress(endpoint),
    ask: (question, context) => askEndpoint(endpoint, question, { ...options, ...context }),
    close: async () => undefined,
  }
}

function assertNone(args: Arguments, flags: readonly Flag[], source: string, what: string): void {
  const misplaced = flags.find((flag) => args.has(flag))
  if (misplaced === undefined) return
  throw new AskError('usage', `Give either ${source} or --${misplaced.name}, not both: ${what} has its own content`)
}
