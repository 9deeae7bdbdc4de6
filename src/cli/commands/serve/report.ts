/** The lines that `ask serve` prints at its start. */
import { count } from '../../../core/base/count.ts'
import type { Warning } from '../../../core/content/page.ts'
import { type ModelOptions, resolveModel } from '../../../core/llm/settings.ts'
import type { Service } from '../../../core/service.ts'
import type { Arguments } from '../../command-line/arguments.ts'
import { FLAGS } from '../../command-line/flags.ts'
import type { Content } from '../../source/content.ts'
import type { Io } from '../../terminal/io.ts'
import { createPrinter, printWarnings } from '../../terminal/printer.ts'
import { sanitizeLine } from '../../terminal/sanitize.ts'

/** The parts of a report that don't depend on the content. */
type StartedServices = Pick<StartReport, 'answers' | 'questions' | 'metrics'>

/** Prints what is served from a store. */
export async function reportStore(
  { store }: Service,
  started: StartedServices,
  args: Arguments,
  io: Io,
): Promise<void> {
  const { storeLocation } = await import('../../addons/store/open-store.ts')
  const { url, index } = storeLocation(args, io)
  const sections = (await store?.size()) ?? 0
  io.stdout.write(`Serving ${sanitizeLine(`${args.text(FLAGS.siteTitle) ?? index} (${url})`)}\n`)
  printRows([['Content', count(sections, 'section')]], started, io)
}

/** The facts about a served folder. */
interface StartReport {
  readonly content: Content
  readonly state: string
  /** Milliseconds. */
  readonly indexed: number
  /** The model that answers questions. */
  readonly answers: string
  /** The question log, null without one. */
  readonly questions: string | null
  /** Address of the metrics, null without any. */
  readonly metrics: string | null
  readonly warnings: readonly Warning[]
}

/** Prints what is served from a folder, and the warnings about it. */
export function reportContent(
  { content, state, indexed, answers, questions, metrics, warnings }: StartReport,
  args: Arguments,
  io: Io,
): void {
  const { folder, site, chunks } = content
  const groups = new Set(site.pages.flatMap(({ group }) => group ?? [])).size
  const size = [count(site.pages.length, 'page'), count(chunks.length, 'section'), count(groups, 'group')]
  if (site.hidden > 0) size.push(`${count(site.hidden, 'hidden page')} left out`)
  const title = args.text(FLAGS.siteTitle)
  io.stdout.write(`Serving ${sanitizeLine(title === null ? folder : `${title} (${folder})`)}\n`)
  const index = `built in ${(indexed / 1000).toFixed(2)} s`
  printRows([['Content', size.join(', ')], ['Index', index], ['Graph', state]], { answers, questions, metrics }, io)
  printWarnings(warnings, io)
}

function printRows(
  rows: readonly (readonly [string, string])[],
  { answers, questions, metrics }: StartedServices,
  io: Io,
): void {
  createPrinter(io.stdout, io.env).table([
    ...rows,
    ['Answers', answers],
    ...(questions === null ? [] : [['Questions', questions] as const]),
    ...(metrics === null ? [] : [['Metrics', `${metrics}/metrics`] as const]),
  ])
}

/** The model and its host, so that an owner sees where the key is sent. */
export function answersBy(options: ModelOptions): string {
  const settings = resolveModel(options)
  if (settings === null) return 'none, only search results (LLM_API_KEY is not set)'
  return `${settings.model} at ${new URL(settings.baseUrl).host}`
}
