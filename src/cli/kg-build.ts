/** `ask kg build`: content -> the graph file. */
import { extractGraph } from '../distill/extract.ts'
import { formatGraph } from '../graph/format.ts'
import { readModelOptions } from '../node/env.ts'
import { readGraphText, writeFileWhole } from '../node/files.ts'
import type { Command } from './command.ts'
import { readContent } from './content.ts'
import { graphFigures } from './figures.ts'
import { CONTENT_FLAGS, DEFAULT_GRAPH_PATH, JSON_FLAG, KG_PATH_FLAG } from './flags.ts'
import { createPrinter } from './print.ts'
import { safeJson } from './safe.ts'
import { warn } from './warnings.ts'

const NO_KEY = 'LLM_API_KEY is not set: building by rules, without a model\n'
const NO_MODEL_BUILD = 'This version builds by rules only: the model is not asked\n'

export const kgBuildCommand: Command = {
  name: 'kg build',
  takes: '[content]',
  words: [0, 1],
  summary: 'Build the graph file from a folder of content',
  details: 'Commit the file: search, glossary, sections and overview read it without a model or key.',
  flags: [
    KG_PATH_FLAG,
    { name: 'extractive', value: null, help: 'Use rules alone, no model' },
    ...CONTENT_FLAGS,
    JSON_FLAG,
  ],
  example: `$ ask kg build ./docs --extractive
  File         .service/kg.json (written)
  Sections     214 in 4 groups`,
  async run(args, io) {
    const started = io.now()
    const content = await readContent(args.words[0] ?? null, args)
    warn(content.site.warnings, io)
    if (!args.has('extractive')) io.stderr.write(readModelOptions(io.env).apiKey === undefined ? NO_KEY : NO_MODEL_BUILD)
    const graph = await extractGraph(content.site.pages)
    const path = args.text('kg-path') ?? DEFAULT_GRAPH_PATH
    const text = formatGraph(graph)
    const isChanged = (await readGraphText(path)) !== text
    if (isChanged) await writeFileWhole(path, text)
    const milliseconds = Math.round(io.now() - started)
    const { counts, rows } = graphFigures(graph)
    if (args.has('json')) {
      const pages = content.site.pages.length
      io.stdout.write(safeJson({ path, changed: isChanged, pages, ...counts, milliseconds }))
      return 0
    }
    createPrinter(io.stderr, io.env).table([
      ['File', `${path} (${isChanged ? 'written' : 'unchanged'})`],
      ...rows,
      ['Time', `${(milliseconds / 1000).toFixed(1)} s`],
    ])
    return 0
  },
}
