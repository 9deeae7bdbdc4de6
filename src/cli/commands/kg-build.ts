/** `ask kg build`: content -> the graph file, by rules or with a model. */
import { count } from '../../base/count.ts'
import { extractGraph } from '../../graph-builder/rules/extract.ts'
import { buildWithModel, type ModelBuild, type ModelPlan, planModelBuild } from '../../graph-builder/model/model-build.ts'
import { AskError } from '../../base/errors.ts'
import { formatGraph } from '../../graph/format.ts'
import type { Graph } from '../../graph/graph.ts'
import { createModel } from '../../llm/client/client.ts'
import { type ModelSettings, resolveModel } from '../../llm/settings.ts'
import { readModelOptions } from '../../environment.ts'
import { readGraphText, refuseForeign, writeFileWhole } from '../../node/files/graph-file.ts'
import { takeLock } from '../../node/files/lock.ts'
import { openRecordFile } from '../../node/files/record-file.ts'
import type { Arguments } from '../command-line/arguments.ts'
import type { Command } from '../command-line/command.ts'
import { type Content, readContent } from '../source/content.ts'
import { graphFigures } from '../terminal/stats.ts'
import { CONTENT_FLAGS, DEFAULT_GRAPH_PATH, JSON_FLAG, KG_PATH_FLAG } from '../command-line/flags.ts'
import type { Io } from '../terminal/io.ts'
import { createPrinter } from '../terminal/printer.ts'
import { createProgressBar } from '../terminal/progress.ts'
import { safeJson, safeLine } from '../terminal/sanitize.ts'
import { warn } from '../source/warnings.ts'

const NO_KEY = 'LLM_API_KEY is not set: building by rules, without a model\n'
const DEFAULT_CONCURRENCY = 4

export const kgBuildCommand: Command = {
  name: 'kg build',
  takes: '[content]',
  words: [0, 1],
  summary: 'Build the graph file from a folder of content',
  details: `Commit the file: search, glossary, sections and overview read it without a model or key.
With LLM_API_KEY set a model writes the prose. What it said is kept beside the graph
(kg.cache.jsonl), so that the next build asks only about what changed.`,
  flags: [
    KG_PATH_FLAG,
    { name: 'extractive', value: null, help: 'Use rules alone, no model' },
    { name: 'concurrency', value: 'N', range: [1, 32], help: `Requests to the model at once (default ${DEFAULT_CONCURRENCY})` },
    { name: 'fresh', value: null, help: 'Ask the model about everything again' },
    { name: 'quiet', value: null, help: 'Show no progress' },
    ...CONTENT_FLAGS,
    JSON_FLAG,
  ],
  example: `$ ask kg build ./docs --extractive
  File         .service/kg.json (written)
  Sections     214 in 4 groups`,
  async run(args, io) {
    const started = io.now()
    const path = args.text('kg-path') ?? DEFAULT_GRAPH_PATH
    await refuseForeign(path)
    const content = await readContent(args.words[0] ?? null, args)
    warn(content.site.warnings, io)
    const settings = args.has('extractive') ? null : resolveModel(readModelOptions(io.env))
    if (settings === null && !args.has('extractive')) io.stderr.write(NO_KEY)
    const release = await takeLock(`${path}.lock`)
    try {
      const built = settings === null ? null : await askModel(content, settings, { args, io, path })
      const graph = built?.graph ?? (await extractGraph(content.site.pages))
      const text = formatGraph(graph)
      const isChanged = (await readGraphText(path)) !== text
      if (isChanged) await writeFileWhole(path, text)
      report({ path, isChanged, graph, built, pages: content.site.pages.length, milliseconds: Math.round(io.now() - started) }, args, io)
      return 0
    } finally {
      await release()
    }
  },
}

interface Place {
  readonly args: Arguments
  readonly io: Io
  readonly path: string
}

/** `.service/kg.json` -> `.service/kg.cache.jsonl` */
function cachePath(path: string): string {
  return `${path.replace(/\.json$/, '')}.cache.jsonl`
}

/** What the model says, kept as soon as it is said. Ctrl-C ends it with an error that says how to go on. */
async function askModel({ site }: Content, settings: ModelSettings, { args, io, path }: Place): Promise<ModelBuild> {
  const stop = new AbortController()
  void io.stopSignal().then(() => stop.abort())
  const cache = await openRecordFile(cachePath(path), { isFresh: args.has('fresh') })
  const log = (line: string) => io.stderr.write(`${safeLine(line)}\n`)
  const model = createModel(settings, { fetch: io.fetch, now: io.now, random: Math.random, log })
  const bar = createProgressBar(io.stderr, { now: io.now, isQuiet: args.has('quiet') })
  try {
    const plan = await planModelBuild(site.pages, { model, cache })
    if (!args.has('quiet')) io.stderr.write(announce(plan, settings))
    const built = await buildWithModel(plan, { model, cache }, {
      signal: stop.signal,
      timeoutMs: settings.deadlineMs,
      maxOutputTokens: settings.maxTokens,
      concurrency: args.number('concurrency') ?? DEFAULT_CONCURRENCY,
      onProgress: ({ done, total }) => bar.update(done, total),
    })
    bar.end()
    await cache.tidy()
    return built
  } catch (error) {
    bar.end()
    await cache.close()
    if (!(error instanceof AskError)) throw error
    throw new AskError(error.code, `${error.message}; what the model said so far is kept, the next \`ask kg build\` goes on from there`, { cause: error })
  }
}

/** What a build is going to cost. */
function announce({ asked, cacheKeys, inputTokens, outputTokens }: ModelPlan, { model, baseUrl }: ModelSettings): string {
  if (asked === 0) return `Everything is known of ${count(cacheKeys.size, 'section')} by ${safeLine(model)}\n`
  const tokens = `about ${count(inputTokens, 'token')} in, ${count(outputTokens, 'token')} out`
  return `Asking ${safeLine(model)} at ${new URL(baseUrl).host} about ${asked} of ${count(cacheKeys.size, 'section')}: ${tokens}\n`
}

interface Report {
  readonly path: string
  readonly isChanged: boolean
  readonly graph: Graph
  readonly built: ModelBuild | null
  readonly pages: number
  readonly milliseconds: number
}

function report({ path, isChanged, graph, built, pages, milliseconds }: Report, args: Arguments, io: Io): void {
  const { counts, rows } = graphFigures(graph)
  if (args.has('json')) {
    const cost = built === null ? {} : { requests: built.requests, usage: built.usage, fallbacks: built.fallbacks }
    io.stdout.write(safeJson({ path, changed: isChanged, pages, ...counts, ...cost, milliseconds }))
    return
  }
  createPrinter(io.stderr, io.env).table([
    ['File', `${path} (${isChanged ? 'written' : 'unchanged'})`],
    ...rows,
    ...(built === null ? [] : costRows(built)),
    ['Time', `${(milliseconds / 1000).toFixed(1)} s`],
  ])
}

function costRows({ requests, usage, fallbacks }: ModelBuild): readonly (readonly [string, string])[] {
  const left = Object.entries(fallbacks).filter(([, sections]) => sections > 0).map(([reason, sections]) => `${sections} ${reason}`)
  return [
    ['Model', `${count(requests, 'request')}, ${count(usage.input, 'token')} in, ${count(usage.output, 'token')} out`],
    ...(left.length === 0 ? [] : [['By rules', `${left.join(', ')}: the model's words could not be taken (--fresh asks again)`] as const]),
  ]
}
