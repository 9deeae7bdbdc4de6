/** `ask answer`: a question answered in a few sentences, as they are written. */
import { collapseAnswer } from '../../answer/events/collapse.ts'
import type { AnswerEvent, KeywordResponse, Source } from '../../answer/events/event.ts'
import { type Arguments, missingArgument } from '../command-line/arguments.ts'
import type { Command } from '../command-line/command.ts'
import { FILTER_FLAGS, FLAGS, SOURCE_FLAGS } from '../command-line/flags.ts'
import type { AnswerSource } from '../source/answer-source.ts'
import { openAnswerSource } from '../source/open-answer-source.ts'
import { type AnswerView, createAnswerView } from '../terminal/answer-view.ts'
import type { Io } from '../terminal/io.ts'
import { createPrinter, formatSource } from '../terminal/printer.ts'
import { formatJson, sanitizeLine, sanitizeText } from '../terminal/sanitize.ts'

/** Exit code of shells for a command that Ctrl-C ended. */
const INTERRUPTED = 130
/** Number of sections listed if the answer links to none, or there is no answer. */
const NEAREST = 5

/** The command `ask answer`. */
export const answerCommand: Command = {
  name: 'answer',
  usage: '<question>',
  positionals: [1, Infinity],
  summary: 'Answer a question from the content, with links to its sources',
  details: `With --endpoint a deployed service answers. Without it LLM_API_KEY must be set, and a model reads
the folder of --content. Default: the current folder if it is an Astro project, else ./docs, else
./dist, else the current folder. In a pipe the answer is Markdown. Ctrl-C stops it.`,
  flags: [...SOURCE_FLAGS, ...FILTER_FLAGS, FLAGS.json],
  example: `$ ask answer --endpoint https://docs.acme.dev "How do I turn off trailing slashes?"
Reading: trailing slashes
Reading: Trailing slashes

Set \`trailingSlash\` to \`never\` in the configuration [1].

Sources
  [1] Guides · Routing › Trailing slashes
      https://docs.acme.dev/guides/routing/#trailing-slashes`,
  run: (args, io) => runAnswer(args, io),
}

/** Runs the command; `open` opens the source of answers. */
export async function runAnswer(args: Arguments, io: Io, open = openAnswerSource): Promise<number> {
  const question = args.positionals.join(' ').trim()
  if (question === '') throw missingArgument(answerCommand)
  const source = await open(args, io)
  const stop = new AbortController()
  void io.stopSignal().then(() => stop.abort())
  try {
    await (args.has(FLAGS.json) ? printJson : printAnswer)({ question, source, signal: stop.signal }, io)
  } catch (error) {
    if (!stop.signal.aborted) throw error
  } finally {
    await source.close()
  }
  if (!stop.signal.aborted) return 0
  io.stderr.write('ask: the answer was cancelled\n')
  return INTERRUPTED
}

interface QuestionContext {
  readonly question: string
  readonly source: AnswerSource
  readonly signal: AbortSignal
}

async function printJson({ question, source, signal }: QuestionContext, io: Io): Promise<void> {
  const reply = await source.ask(question, signal)
  if (reply.type === 'keyword') printFallback(reply.response, io)
  const shown = reply.type === 'keyword' ? reply.response : await collapseAnswer(reply.events, () => undefined)
  io.stdout.write(formatJson(shown))
}

async function printAnswer({ question, source, signal }: QuestionContext, io: Io): Promise<void> {
  const reply = await source.ask(question, signal)
  if (reply.type === 'keyword') return printKeywords(reply.response, source.base, io)
  const display = createDisplay(io)
  const { answer, sources } = await collapseAnswer(reply.events, display.show).finally(display.end)
  if (!io.stdout.isTerminal) return printMarkdown(answer, sources, { base: source.base, stdout: io.stdout })
  const cited = display.cited()
  const shown = cited.length > 0 ? cited : sources.slice(0, NEAREST)
  if (shown.length === 0) return
  createPrinter(io.stdout, io.env).sources(shown.map((item) => ({ ...item, url: absolute(item.url, source.base) })))
}

interface MarkdownContext extends Pick<Io, 'stdout'> {
  /** Address that relative links are resolved against, null if it is unknown. */
  readonly base: string | null
}

/** Prints an answer as Markdown. Sections are listed only if the answer links to none. */
function printMarkdown(answer: string, sources: readonly Source[], { base, stdout }: MarkdownContext): void {
  const withLinks = (text: string, { url }: Source) => text.replaceAll(`](${url})`, () => `](${absolute(url, base)})`)
  const linked = sources.reduce(withLinks, answer.trimEnd())
  stdout.write(`${sanitizeText(linked)}\n`)
  if (sources.length === 0 || sources.some(({ url }) => answer.includes(`](${url})`))) return
  stdout.write('\n')
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

function absolute(url: string, base: string | null): string {
  return base !== null && URL.canParse(url, base) ? new URL(url, base).href : url
}

/** The display of an answer while it streams. */
interface AnswerDisplay {
  readonly show: (event: AnswerEvent) => void
  /** Ends the line that is being written. */
  readonly end: () => void
  /** Sources whose numbers the terminal has shown. */
  readonly cited: () => readonly Source[]
}

/** Creates a display: lookups go to stderr; on a terminal the answer goes to stdout as it arrives. */
function createDisplay(io: Io): AnswerDisplay {
  const notes = createPrinter(io.stderr, io.env)
  let view: AnswerView | null = null
  return {
    show(event) {
      if (event.type === 'search') notes.note(`Reading: ${event.query}`)
      else if (event.type === 'token') view?.push(event.text)
      else if (event.type === 'sources' && io.stdout.isTerminal) {
        if (io.stderr.isTerminal) notes.line('')
        view = createAnswerView(io.stdout, createPrinter(io.stdout, io.env).columns, event.sources)
      }
    },
    end: () => view?.end(),
    cited: () => view?.cited() ?? [],
  }
}
