/** `ask answer`: a question answered in a few sentences, as they are written. */
import { collapseAnswer } from '../../answer/events/collapse.ts'
import type { AnswerEvent, KeywordResponse, Source } from '../../answer/events/event.ts'
import { AskError } from '../../base/errors.ts'
import type { AnswerSource } from '../source/answer-source.ts'
import { openAnswerSource } from '../source/open-answer-source.ts'
import { type AnswerView, createAnswerView } from '../terminal/answer-view.ts'
import type { Arguments } from '../command-line/arguments.ts'
import type { Command } from '../command-line/command.ts'
import { CONTENT_FLAGS, JSON_FLAG, KG_PATH_FLAG } from '../command-line/flags.ts'
import type { Io } from '../terminal/io.ts'
import { createPrinter, sourceLine } from '../terminal/printer.ts'
import { safeJson, safeLine, safeText } from '../terminal/sanitize.ts'

/** As shells have it for a command that Ctrl-C ended. */
const INTERRUPTED = 130
/** Sections that are listed where the answer links to none, or there is no answer. */
const NEAREST = 5

export const answerCommand: Command = {
  name: 'answer',
  takes: '<question>',
  words: [1, Infinity],
  summary: 'Answer a question from the content, with links to what it rests on',
  details: `A deployed service answers, or with LLM_API_KEY set a model that reads a folder here: ./docs, else
./dist, else the current one. Without a terminal the answer is Markdown. Ctrl-C ends it.`,
  flags: [
    { name: 'endpoint', value: 'URL', help: 'Ask a deployed service' },
    { name: 'content', value: 'DIR', help: 'Read a folder of Markdown, MDX or built HTML' },
    KG_PATH_FLAG,
    ...CONTENT_FLAGS,
    JSON_FLAG,
  ],
  example: `$ ask answer --endpoint https://docs.acme.dev "How do I turn off trailing slashes?"
Reading: trailing slashes
Reading: Trailing slashes

Set \`trailingSlash\` to \`never\` in the configuration [1].

Sources
  [1] Guides · Routing › Trailing slashes
      https://docs.acme.dev/guides/routing/#trailing-slashes`,
  run: (args, io) => runAnswer(args, io),
}

/** Runs the command; `open` finds what answers. */
export async function runAnswer(args: Arguments, io: Io, open = openAnswerSource): Promise<number> {
  const question = args.words.join(' ').trim()
  if (question === '') throw new AskError('usage', '`ask answer` needs <question>')
  const source = await open(args, io)
  const stop = new AbortController()
  void io.stopSignal().then(() => stop.abort())
  try {
    await (args.has('json') ? printJson : print)({ question, source, signal: stop.signal }, io)
  } catch (error) {
    if (!stop.signal.aborted) throw error
  } finally {
    await source.close()
  }
  if (!stop.signal.aborted) return 0
  io.stderr.write('ask: the answer was cancelled\n')
  return INTERRUPTED
}

interface Asked {
  readonly question: string
  readonly source: AnswerSource
  readonly signal: AbortSignal
}

async function printJson({ question, source, signal }: Asked, io: Io): Promise<void> {
  const reply = await source.ask(question, signal)
  if (reply.type === 'keyword') tellFallback(reply.response, io)
  const shown = reply.type === 'keyword' ? reply.response : await collapseAnswer(reply.events, () => undefined)
  io.stdout.write(safeJson(shown))
}

async function print({ question, source, signal }: Asked, io: Io): Promise<void> {
  const reply = await source.ask(question, signal)
  if (reply.type === 'keyword') return printKeywords(reply.response, source.base, io)
  const watch = createWatch(io)
  const { answer, sources } = await collapseAnswer(reply.events, watch.see).finally(watch.end)
  if (!io.stdout.isTerminal) return printMarkdown(answer, sources, { base: source.base, stdout: io.stdout })
  const shown = watch.cited().length > 0 ? watch.cited() : sources.slice(0, NEAREST)
  if (shown.length === 0) return
  createPrinter(io.stdout, io.env).sources(shown.map((one) => ({ ...one, url: absolute(one.url, source.base) })))
}

interface Page extends Pick<Io, 'stdout'> {
  /** Address that relative links lead from, null where nobody knows. */
  readonly base: string | null
}

/** Links are whole where the service's address is known. Sections are listed only where the answer links to none itself. */
function printMarkdown(answer: string, sources: readonly Source[], { base, stdout }: Page): void {
  const linked = sources.reduce((text, { url }) => text.replaceAll(`](${url})`, () => `](${absolute(url, base)})`), answer.trimEnd())
  stdout.write(`${safeText(linked)}\n`)
  if (sources.length === 0 || sources.some(({ url }) => answer.includes(`](${url})`))) return
  stdout.write('\n')
  for (const source of sources.slice(0, NEAREST)) {
    stdout.write(`- [${sourceLine(source).replace(/[[\]\\]/g, '\\$&')}](${safeLine(absolute(source.url, base))})\n`)
  }
}

/** The nearest sections. An address has to do for an id. */
function printKeywords(response: KeywordResponse, base: string | null, io: Io): void {
  tellFallback(response, io)
  const { query } = response
  const results = response.results.slice(0, NEAREST).map((result) => ({ ...result, id: absolute(result.url, base) }))
  if (results.length > 0) createPrinter(io.stdout, io.env).results(results)
  else io.stderr.write(`Nothing found for "${safeLine(query)}"\n`)
}

function tellFallback({ warning }: KeywordResponse, { stderr }: Io): void {
  stderr.write(`No answer, but what keywords find${warning === undefined ? '' : `: ${safeLine(warning)}`}\n`)
}

function absolute(url: string, base: string | null): string {
  return base !== null && URL.canParse(url, base) ? new URL(url, base).href : url
}

/** What a person sees of an answer on its way. */
interface Watch {
  readonly see: (event: AnswerEvent) => void
  /** Ends the line that is being written. */
  readonly end: () => void
  /** Sources that the terminal showed numbers of. */
  readonly cited: () => readonly Source[]
}

/** What is looked up is told on stderr; the answer goes to stdout as it comes where that is a terminal. */
function createWatch(io: Io): Watch {
  const notes = createPrinter(io.stderr, io.env)
  let view: AnswerView | null = null
  return {
    see(event) {
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
