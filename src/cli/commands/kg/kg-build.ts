/** `ask kg build`: content -> the graph file, by rules or with a model. */
import { dirname } from 'node:path'
import { AskError } from '../../../core/base/errors.ts'
import { count } from '../../../core/base/text.ts'
import { readModelOptions } from '../../../core/environment.ts'
import {
  buildWithModel, type ModelBuild, type ModelPlan, planModelBuild,
} from '../../../core/graph-builder/model/model-build.ts'
import { extractGraph } from '../../../core/graph-builder/rules/extract.ts'
import { MAX_ENTRIES } from '../../../core/graph-builder/rules/glossary.ts'
import { formatGraph, type Graph } from '../../../core/graph/graph.ts'
import { keepQueries } from '../../../core/graph/queries.ts'
import { createModel } from '../../../core/llm/client/client.ts'
import { type ModelSettings, resolveModel } from '../../../core/llm/settings.ts'
import { removeAbandonedFiles, writeFileAtomically } from '../../../core/node/files/atomic-write.ts'
import { acquireLock, type BuildLock } from '../../../core/node/graph/build-lock.ts'
import { assertOverwritable, findGraph, readGraphText } from '../../../core/node/graph/graph-file.ts'
import { openRecordCache } from '../../../core/node/graph/record-cache-file.ts'
import type { Arguments, Command } from '../../command-line/arguments.ts'
import { CONTENT_FLAGS, FLAGS } from '../../command-line/flags.ts'
import { type Content, readContent } from '../../source/content.ts'
import { type Io, ownerLog } from '../../terminal/io.ts'
import { formatSeconds, graphStats, printOutcome, printWarnings } from '../../terminal/printer.ts'
import { createProgressBar } from '../../terminal/progress.ts'
import { sanitizeLine } from '../../terminal/sanitize.ts'

const NO_KEY = 'LLM_API_KEY is not set: building by rules, without a model\n'
const REJECTED = 'sections whose reply from the model was not usable (--fresh asks again)'
const REFUSED = 'refused by rules, or by a second look of the model (--json shows them)'
const FULL_GLOSSARY = `The glossary is full: it has the ${MAX_ENTRIES} surest terms, and any others are left out`
const CONTINUE = 'the replies of the model so far are saved, and the next `ask kg build` continues from them'

export const kgBuildCommand: Command = {
  usage: '[content]',
  summary: 'Build the graph file from a folder of content',
  details: `Commit the file: search, glossary, sections and overview read it without a model or key.
If LLM_API_KEY is set, a model writes the summaries and the glossary. Its replies are saved next to
the graph (kg.cache.jsonl), so that the next build asks only about changed sections.`,
  flags: [FLAGS.kgPath, FLAGS.extractive, FLAGS.concurrency, FLAGS.fresh, FLAGS.quiet, ...CONTENT_FLAGS, FLAGS.json],
  example: 'ask kg build ./docs --extractive',
  async run(args, io) {
    const started = io.now()
    const path = args.text(FLAGS.kgPath)
    await assertOverwritable(path)
    const content = await readContent(args.positionals[0] ?? null, args, io)
    printWarnings(content.site.warnings, io)
    const settings = args.has(FLAGS.extractive) ? null : resolveModel(readModelOptions(io.env))
    if (settings === null && !args.has(FLAGS.extractive)) io.stderr.write(NO_KEY)
    const lock = await acquireLock(`${path}.lock`, ownerLog(io))
    try {
      await removeAbandonedFiles([dirname(path)])
      const earlier = await earlierGraph(path, io)
      const isFresh = args.has(FLAGS.fresh)
      const built = settings === null ? null : await buildFromModel(content, settings, { args, io, path, lock })
      const made = built?.graph ?? (await extractGraph(content.site.pages))
      const isReplaced = built !== null && isFresh
      const graph = earlier === null ? made : keepQueries(made, earlier, { sections: content.chunks, isReplaced })
      if (graph.glossary.length === MAX_ENTRIES) ownerLog(io)(FULL_GLOSSARY)
      const text = formatGraph(graph)
      const isChanged = (await readGraphText(path)) !== text
      lock.assertHeld()
      if (isChanged) await writeFileAtomically(path, text)
      const milliseconds = Math.round(io.now() - started)
      const { counts, rows } = graphStats(graph)
      const { graph: _, ...cost } = built ?? { graph }
      printOutcome({
        json: { path, changed: isChanged, pages: content.site.pages.length, ...counts, ...cost, milliseconds },
        rows: [
          ['File', `${path} (${isChanged ? 'written' : 'unchanged'})`],
          ...rows,
          ...(built === null ? [] : costRows(built)),
          ['Time', formatSeconds(milliseconds)],
        ],
      }, args.has(FLAGS.json), io)
    } finally {
      lock.release()
    }
  },
}

/**
 * The graph in the file, whose queries are kept; null for none, or for a broken file without queries. Throws
 * `AskError('graph-format')` for a broken one that has some: people may have written them.
 */
async function earlierGraph(path: string, io: Io): Promise<Graph | null> {
  return findGraph(path).catch(async (cause: unknown) => {
    if (!(cause instanceof AskError)) throw cause
    const text = await readGraphText(path).catch(() => null)
    if (text?.includes('"queries"') === true) {
      const advice = 'it has queries of readers, which a build would lose: repair or remove it'
      throw new AskError(cause.code, `${cause.message}; ${advice}`, { cause })
    }
    ownerLog(io)(`${cause.message}: it is built anew`)
    return null
  })
}

interface BuildContext {
  readonly args: Arguments
  readonly io: Io
  readonly path: string
  readonly lock: BuildLock
}

/** `.service/kg.json` -> `.service/kg.cache.jsonl` */
function cachePath(path: string): string {
  return `${path.replace(/\.json$/, '')}.cache.jsonl`
}

/** Builds with the model and saves each reply at once. Ctrl-C ends it with an error that says how to continue. */
async function buildFromModel({ site }: Content, settings: ModelSettings, context: BuildContext): Promise<ModelBuild> {
  const { args, io, path, lock } = context
  const stop = new AbortController()
  void io.stopSignal().then(() => stop.abort())
  const cache = await openRecordCache(cachePath(path), { isFresh: args.has(FLAGS.fresh) })
  const log = ownerLog(io)
  const model = createModel(settings, { fetch: io.fetch, date: Date.now, random: Math.random, log })
  const bar = createProgressBar(io.stderr, { now: io.now, isQuiet: args.has(FLAGS.quiet) })
  try {
    const plan = await planModelBuild(site.pages, { model, cache })
    if (!args.has(FLAGS.quiet)) io.stderr.write(announce(plan, settings))
    const built = await buildWithModel(plan, { model, cache }, {
      signal: stop.signal,
      timeoutMs: settings.deadlineMs,
      maxOutputTokens: settings.maxTokens,
      concurrency: args.number(FLAGS.concurrency),
      onProgress: ({ done, total }) => bar.update(done, total),
    })
    bar.end()
    lock.assertHeld()
    await cache.compact()
    return built
  } catch (error) {
    bar.end()
    await cache.close()
    if (!(error instanceof AskError)) throw error
    throw new AskError(error.code, `${error.message}; ${CONTINUE}`, { cause: error })
  }
}

function announce(
  { asked, cacheKeys, inputTokens, outputTokens }: ModelPlan,
  { model, baseUrl }: ModelSettings,
): string {
  const name = sanitizeLine(model)
  const sections = count(cacheKeys.size, 'section')
  if (asked === 0) return `The replies of ${name} for ${sections} are saved: no request is needed\n`
  const tokens = `about ${count(inputTokens, 'token')} in, ${count(outputTokens, 'token')} out`
  return `Asking ${name} at ${new URL(baseUrl).host} about ${asked} of ${sections}: ${tokens}\n`
}

function costRows({ requests, usage, fallbacks, refusedQueries }: ModelBuild): readonly (readonly [string, string])[] {
  const counts = Object.entries(fallbacks).filter(([, sections]) => sections > 0)
  const rejected = counts.map(([reason, sections]) => `${sections} ${reason}`)
  return [
    ['Model', `${count(requests, 'request')}, ${count(usage.input, 'token')} in, ${count(usage.output, 'token')} out`],
    ...(refusedQueries.length === 0 ? [] : [['Queries', `${refusedQueries.length} ${REFUSED}`] as const]),
    ...(rejected.length === 0 ? [] : [['By rules', `${rejected.join(', ')}: ${REJECTED}`] as const]),
  ]
}
